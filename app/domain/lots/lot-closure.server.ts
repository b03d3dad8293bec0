import { sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { RecallScope } from "#db/schema/values/meat/recalls.ts";
import { isReleasedSince } from "./holds/lot-holds.server.ts";

/**
 * Returns the lots that a doubt about one reaches, each once: the lot and everything made of it,
 * over any number of steps. Scope "both" adds everything that the lot was made from, and everything
 * made of those, since nobody knows yet where the problem came in. Cycles can't be stored, so the
 * recursion ends.
 *
 * @param known lots in its reach already, and when the doubt began. Lots released since, and lots
 *   made of them alone, are no longer in doubt.
 */
export async function closureOf(
  db: Database | Transaction,
  _staff: Staff<"pack"> | Staff<"sell">,
  lotId: string,
  scope: RecallScope,
  known?: { lotIds: readonly string[]; since: Date },
): Promise<string[]> {
  if (!isUuid(lotId)) return [];
  const isIn = known ? sql`not ${isReleasedSince(sql`lots.id`, known.since)}` : sql`true`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive above (id) as (
      select lots.id from lots where lots.id = ${lotId}
      union
      select lot_parents.parent_id from lot_parents join above on lot_parents.child_id = above.id
      where ${scope === "both"}
    ), below (id) as (
      select lots.id from lots
      where (lots.id in (select id from above) or lots.id = any(${sql.param(known?.lotIds ?? [])}::uuid[]))
        and ${isIn}
      union
      select lots.id from lot_parents
        join below on lot_parents.parent_id = below.id
        join lots on lots.id = lot_parents.child_id
      where ${isIn}
    )
    select id from below`);
  return rows.map(({ id }) => id);
}
