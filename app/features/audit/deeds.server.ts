import { desc, eq } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { type Deed, historyLimit } from "./history.ts";

/**
 * The latest 50 changes that an account made, of whatever, newest first; empty if there is no such
 * account. For owners.
 */
export async function listDeeds(db: Database, _admin: Admin, userId: string): Promise<Deed[]> {
  if (!isUuid(userId)) return [];
  const { id, at, entity, entityId, action } = auditLog;
  return db
    .select({ id, at, entity, entityId, action })
    .from(auditLog)
    .where(eq(auditLog.actorId, userId))
    .orderBy(desc(id))
    .limit(historyLimit);
}
