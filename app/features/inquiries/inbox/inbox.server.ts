import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";
import type { InboxBox, InboxEntry, InboxInquiry, InboxMessage, InboxPage } from "./inbox.ts";
import { boxes } from "./inbox-status.server.ts";

const excerptLength = 240;

const common = (box: InboxBox) => ({
  id: boxes[box].id,
  email: boxes[box].email,
  createdAt: boxes[box].createdAt,
  handledAt: boxes[box].handledAt,
  robotSign: boxes[box].robotSign,
});

const lineColumns = {
  messages: {
    ...common("messages"),
    from: sql<string>`${contactMessages.name}`,
    excerpt: sql<string>`left(${contactMessages.message}, ${excerptLength})`,
  },
  inquiries: {
    ...common("inquiries"),
    from: sql<string>`${wholesaleInquiries.company}`,
    excerpt: sql<string>`left(concat_ws(', ', ${wholesaleInquiries.contact}, nullif(${wholesaleInquiries.weeklyVolume}, ''), nullif(${wholesaleInquiries.notes}, '')), ${excerptLength})`,
  },
};

/** Lists one half of the inbox, newest first, paginated. For staff who answer the inbox. */
export function listInbox(
  db: Database,
  _staff: Staff<"inbox">,
  { box, show = "open", before, after, limit }: InboxPage,
): Promise<TwoWayPage<InboxEntry>> {
  const table = boxes[box];
  const state = {
    open: and(isNull(table.handledAt), isNull(table.robotSign)),
    handled: isNotNull(table.handledAt),
    robots: and(isNull(table.handledAt), isNotNull(table.robotSign)),
  }[show];
  const place = { older: beyond(box, "<", before), newer: beyond(box, ">", after) };
  return pageAt(pageSize(limit), place, (from, order, size) => {
    const by = order === "newest first" ? desc : asc;
    return db
      .select(lineColumns[box])
      .from(table)
      .where(and(state, from))
      .orderBy(by(table.createdAt), by(table.id))
      .limit(size);
  });
}

function beyond(box: InboxBox, side: "<" | ">", place: InboxPage["before"]): SQL | undefined {
  if (!place || !isUuid(place.id) || Number.isNaN(place.createdAt.getTime())) return undefined;
  const { createdAt, id } = boxes[box];
  const at = sql.param(place.createdAt, createdAt);
  return sql`(${createdAt}, ${id}) ${sql.raw(side)} (${at}, ${place.id})`;
}

/** Returns a complete message, or null. For staff who answer the inbox. */
export async function getMessage(
  db: Database,
  _staff: Staff<"inbox">,
  id: string,
): Promise<InboxMessage | null> {
  if (!isUuid(id)) return null;
  const { name, message } = contactMessages;
  const [found] = await db
    .select({ ...common("messages"), name, message })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return found ?? null;
}

/** Returns a complete inquiry, or null. For staff who answer the inbox. */
export async function getInquiry(
  db: Database,
  _staff: Staff<"inbox">,
  id: string,
): Promise<InboxInquiry | null> {
  if (!isUuid(id)) return null;
  const { company, contact, phone, businessType, weeklyVolume, delivery, notes, invitedAt } =
    wholesaleInquiries;
  const facts = { company, contact, phone, businessType, weeklyVolume, delivery, notes, invitedAt };
  const [found] = await db
    .select({ ...common("inquiries"), ...facts, accountId: user.id })
    .from(wholesaleInquiries)
    .leftJoin(user, eq(user.email, wholesaleInquiries.email))
    .where(eq(wholesaleInquiries.id, id));
  if (!found) return null;
  const { accountId, ...inquiry } = found;
  return { ...inquiry, hasAccount: accountId !== null };
}
