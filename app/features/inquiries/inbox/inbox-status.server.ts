import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";
import { forgetSpam } from "./forget-old.server.ts";
import { type InboxBox, notInInbox } from "./inbox.ts";

export const boxes = { messages: contactMessages, inquiries: wholesaleInquiries };

interface InboxSubject {
  box: InboxBox;
  id: string;
}

/**
 * Marks an entry as handled. For staff who answer the inbox. @throws Refusal, also if it already is
 */
export function markHandled(
  db: Database,
  staff: Staff<"inbox">,
  subject: InboxSubject,
): Promise<void> {
  return db.transaction(async (tx) => {
    await turn(tx, staff, subject, "handled");
    await forgetSpam(tx, boxes[subject.box]);
  });
}

/**
 * Reopens an entry, which no longer counts as suspected spam. For staff who answer the inbox.
 *
 * @throws Refusal, also if it is already open
 */
export function reopen(db: Database, staff: Staff<"inbox">, subject: InboxSubject): Promise<void> {
  return db.transaction((tx) => turn(tx, staff, subject, "open"));
}

/** Marks held spam as genuine and opens it. For staff who answer the inbox. @throws Refusal */
export async function markAsPerson(
  db: Database,
  staff: Staff<"inbox">,
  { box, id }: InboxSubject,
): Promise<void> {
  if (!isUuid(id)) throw notInInbox();
  const table = boxes[box];
  await db.transaction(async (tx) => {
    const [released] = await tx
      .update(table)
      .set({ robotSign: null })
      .where(and(eq(table.id, id), isNull(table.handledAt), isNotNull(table.robotSign)))
      .returning({ id: table.id });
    if (!released) throw await refusal(tx, { box, id }, "It is not held any more");
    await recordAudit(tx, staff, {
      entity: "inquiry",
      entityId: released.id,
      action: "released",
    });
  });
}

/**
 * Records that someone started a reply in their own email program, which has the text. For staff
 * who answer the inbox. @throws Refusal
 */
export async function noteReply(
  db: Database,
  staff: Staff<"inbox">,
  { box, id }: InboxSubject,
): Promise<void> {
  if (!isUuid(id)) throw notInInbox();
  const table = boxes[box];
  await db.transaction(async (tx) => {
    if ((await tx.$count(table, eq(table.id, id))) === 0) throw notInInbox();
    await recordAudit(tx, staff, { entity: "inquiry", entityId: id, action: "replied by email" });
  });
}

/** The update checks the status itself, so the second of two concurrent ones fails. */
async function turn(
  tx: Transaction,
  staff: Staff<"inbox">,
  { box, id }: InboxSubject,
  status: "handled" | "open",
): Promise<void> {
  if (!isUuid(id)) throw notInInbox();
  const table = boxes[box];
  const was = status === "handled" ? isNull(table.handledAt) : isNotNull(table.handledAt);
  const [turned] = await tx
    .update(table)
    .set(status === "handled" ? { handledAt: sql`now()` } : { handledAt: null, robotSign: null })
    .where(and(eq(table.id, id), was))
    .returning({ id: table.id });
  if (!turned) throw await refusal(tx, { box, id }, `It is ${status} already`);
  await recordAudit(tx, staff, {
    entity: "inquiry",
    entityId: turned.id,
    action: status === "handled" ? "handled" : "reopened",
    before: { status: status === "handled" ? "open" : "handled" },
    after: { status },
  });
}

/** Finds out why an update matched no row. */
export async function refusal(
  tx: Transaction,
  { box, id }: InboxSubject,
  conflict: string,
): Promise<Error> {
  const table = boxes[box];
  const found = await tx.select({ id: table.id }).from(table).where(eq(table.id, id));
  return found.length > 0 ? new Refusal("changed", conflict) : notInInbox();
}
