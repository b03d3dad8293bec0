import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";

/** Returns the audit entries of an entity, oldest first, without ids and times. */
export function auditEntries(
  db: Database,
  entity: typeof auditLog.$inferSelect.entity,
  entityId: string,
) {
  return db
    .select({
      actorId: auditLog.actorId,
      actorEmail: auditLog.actorEmail,
      action: auditLog.action,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId)))
    .orderBy(asc(auditLog.id));
}
