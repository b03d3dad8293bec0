import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import type { AuditEntry } from "./record-audit.server.ts";

/** When something was last done to a thing, and by whom. */
export interface LastAudit {
  at: Date;
  by: string;
  after: unknown;
}

/**
 * Returns when an action was last recorded of each of some things, by id, for facts that are kept in
 * the log alone. For the domain, whose callers have checked the capability.
 */
export async function lastAudits(
  db: Database,
  { entity, action }: Pick<AuditEntry, "entity" | "action">,
  ids: readonly string[],
): Promise<Map<string, LastAudit>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({
      ...{ id: auditLog.entityId, at: auditLog.at, by: auditLog.actorEmail },
      after: auditLog.after,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, entity),
        inArray(auditLog.entityId, [...ids]),
        eq(auditLog.action, action),
      ),
    )
    .orderBy(asc(auditLog.at));
  return new Map(found.map(({ id, ...last }) => [id, last]));
}
