import { sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { RecallScope } from "#db/schema/values/meat/recalls.ts";

/**
 * The lots that a doubt about one reaches: itself and all that was made of it, over any number of steps; of
 * scope "both" also all that it was made from, and all that was made of those, since nobody knows yet where
 * the trouble came in. Ids, each once. Circles can't be stored, so the walk ends.
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
