import { and, desc, eq, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import {
  type ActivityEntry,
  type HistoryEntry,
  type HistorySubject,
  historyLimit,
  withFirstFields,
} from "./history.ts";

/** Roles that may see a record's history, because they may see the record. */
interface HistoryReaders {
  order: Staff<"orders">;
  product: Staff<"catalogue">;
  client: Staff<"clients">;
  image: Admin;
  inquiry: Staff<"inbox">;
  lot: Staff<"pack">;
  setting: Admin;
  delivery: Admin;
  price: Staff<"prices">;
  run: Staff<"deliver">;
  credit: Staff<"money">;
  bank: Staff<"money">;
  staff: Admin;
  person: Admin;
  supplier: Staff<"pack"> | Staff<"money">;
  /** The log includes prices. */
  receipt: Staff<"money">;
  recall: Staff<"pack"> | Staff<"sell">;
  cutting: Staff<"pack">;
  /** For their own account; the page takes the id from the session. */
  account: Staff;
}

type ReaderOf<Subject extends HistorySubject> = Subject extends {
  entity: "setting";
  entityId: "accounting";
}
  ? Staff<"money">
  : HistoryReaders[Subject["entity"]];

/** Returns the latest 50 changes of a record, newest first; empty if it doesn't exist. */
export async function listHistory<const Subject extends HistorySubject>(
  db: Database,
  _staff: ReaderOf<NoInfer<Subject>>,
  { entity, entityId }: Subject,
): Promise<HistoryEntry[]> {
  // The database rejects NUL.
  if (entityId.includes("\0")) return [];
  const entries = await db
    .select(pick(auditLog, "id", "at", "actorEmail", "action", "before", "after"))
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId)))
    .orderBy(desc(auditLog.id))
    .limit(historyLimit);
  return entries.map(withFirstFields);
}

const numberOfOrder = sql<number | null>`case when ${auditLog.entity} = 'order'
  then (select number from orders where orders.id::text = ${auditLog.entityId}) end`;

/** Returns an account's latest 50 changes, newest first; empty if unknown. For owners. */
export async function listActivity(
  db: Database,
  _admin: Admin,
  userId: string,
): Promise<ActivityEntry[]> {
  if (!isUuid(userId)) return [];
  const { id, at, entity, entityId, action } = auditLog;
  return db
    .select({ id, at, entity, entityId, action, orderNumber: numberOfOrder })
    .from(auditLog)
    .where(eq(auditLog.actorId, userId))
    .orderBy(desc(id))
    .limit(historyLimit);
}
