import { sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { RecallScope } from "#db/schema/values/meat/recalls.ts";

/**
 * Returns the lots that a doubt about one reaches: the lot and everything made of it, over any
 * number of steps. Scope "both" adds everything that it was made from, and everything made of
 * those, since nobody knows yet where the problem came in. Each id once. Cycles can't be stored, so
 * the recursion ends.
 */
export async function closureOf(
  db: Database | Transaction,
  _staff: Staff<"pack"> | Staff<"sell">,
  lotId: string,
  scope: RecallScope,
): Promise<string[]> {
  if (!isUuid(lotId)) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive above (id) as (
      select lots.id from lots where lots.id = ${lotId}
      union
      select lot_parents.parent_id from lot_parents join above on lot_parents.child_id = above.id
      where ${scope === "both"}
    ), below (id) as (
      select id from above
      union
      select lot_parents.child_id from lot_parents join below on lot_parents.parent_id = below.id
    )
    select id from below`);
  return rows.map(({ id }) => id);
}
