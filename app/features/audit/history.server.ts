import { and, desc, eq } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { type HistoryEntry, type HistorySubject, historyLimit } from "./history.ts";

/**
 * The latest 50 changes of one thing, newest first; empty if it doesn't exist. For administrators.
 */
export async function listHistory(
  db: Database,
  _admin: Admin,
  { entity, entityId }: HistorySubject,
): Promise<HistoryEntry[]> {
  // The database rejects NUL.
  if (entityId.includes("\0")) return [];
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorEmail: auditLog.actorEmail,
      action: auditLog.action,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId)))
    .orderBy(desc(auditLog.id))
    .limit(historyLimit);
}
