import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { forgetOld } from "./forget-old.server.ts";
import { type InboxBox, InboxConflictError, InboxNotFoundError } from "./inbox.ts";
import { boxes } from "./inbox-boxes.server.ts";

/** One message or inquiry. */
interface InboxSubject {
  box: InboxBox;
  id: string;
}

/**
 * Notes that somebody has dealt with it. For administrators.
 *
 * @throws InboxNotFoundError, InboxConflictError when it has been dealt with already
 */
export function markHandled(db: Database, admin: Admin, subject: InboxSubject): Promise<void> {
  return db.transaction(async (tx) => {
    await turn(tx, admin, subject, "handled");
    await forgetOld(tx, boxes[subject.box]);
  });
}

/**
 * Puts it back among those that wait. For administrators.
 *
 * @throws InboxNotFoundError, InboxConflictError when it waits already
 */
export function reopen(db: Database, admin: Admin, subject: InboxSubject): Promise<void> {
  return db.transaction((tx) => turn(tx, admin, subject, "open"));
}

/**
 * Puts what was held as a robot's among those that wait: a person has written it. For administrators.
 *
 * @throws InboxNotFoundError, InboxConflictError when it is not held any more
 */
export async function markAsPerson(
  db: Database,
  admin: Admin,
  { box, id }: InboxSubject,
): Promise<void> {
  if (!isUuid(id)) throw new InboxNotFoundError(id);
  const table = boxes[box];
  await db.transaction(async (tx) => {
    const [released] = await tx
      .update(table)
      .set({ robotSign: null })
      .where(and(eq(table.id, id), isNull(table.handledAt), isNotNull(table.robotSign)))
      .returning({ id: table.id });
    if (!released) throw await refusal(tx, { box, id }, "It is not held any more");
    await recordAudit(tx, admin, {
      entity: "inquiry",
      entityId: released.id,
      action: "released",
    });
  });
}

/** The update itself asks how it stands: of two at once the second finds it done. */
async function turn(
  tx: Transaction,
  admin: Admin,
  { box, id }: InboxSubject,
  status: "handled" | "open",
): Promise<void> {
  if (!isUuid(id)) throw new InboxNotFoundError(id);
  const table = boxes[box];
  const was = status === "handled" ? isNull(table.handledAt) : isNotNull(table.handledAt);
  const [turned] = await tx
    .update(table)
    .set({ handledAt: status === "handled" ? sql`now()` : null })
    .where(and(eq(table.id, id), was))
    .returning({ id: table.id });
  if (!turned) throw await refusal(tx, { box, id }, `It is ${status} already`);
  await recordAudit(tx, admin, {
    entity: "inquiry",
    entityId: turned.id,
    action: status === "handled" ? "handled" : "reopened",
    before: { status: status === "handled" ? "open" : "handled" },
    after: { status },
  });
}

/** Why an update of one row reached none. */
export async function refusal(
  tx: Transaction,
  { box, id }: InboxSubject,
  conflict: string,
): Promise<Error> {
  const table = boxes[box];
  const found = await tx.select({ id: table.id }).from(table).where(eq(table.id, id));
  return found.length > 0 ? new InboxConflictError(conflict) : new InboxNotFoundError(id);
}
