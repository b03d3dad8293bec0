import { and, asc, isNull, sql } from "drizzle-orm";
import { isHeldLot, isUsableOn } from "#app/domain/lots/holds/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { lotMeat } from "#app/domain/lots/lot-products.server.ts";
import { isKeptAsLot } from "#app/domain/stock/stock-entries.server.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { Database } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import type { LotThere, UnusableLotThere } from "./plan.ts";

/** The pounds in entries without a product, for lots that are partly products. */
const noProductLb = sql<string | null>`(select case when bool_or(product_id is not null)
    then coalesce(sum(lb) filter (where product_id is null), 0)::text end
  from stock_entries where stock_entries.lot_id = lots.id)`;

/**
 * Returns the lots that aren't products, such as hinds and trim, by whether they can be cut for a
 * day. For the plan, whose callers hold a capability.
 */
export async function lotsThere(
  db: Database,
  day: string,
): Promise<{ usable: LotThere[]; unusable: UnusableLotThere[] }> {
  const found = await db
    .select({
      id: lots.id,
      code: lots.code,
      meat: lotMeat,
      noProductLb,
      isHeld: isHeldLot,
      isUsable: isUsableOn(day),
    })
    .from(lots)
    .where(and(isNull(lots.voidedAt), isKeptAsLot))
    .orderBy(sql`${lots.expiresOn} asc nulls last`, asc(lots.receivedAt), asc(lots.id));
  const sums = await sumsOfLots(
    db,
    found.map(({ id }) => id),
  );
  const left = found.flatMap(({ noProductLb: ownLb, ...lot }) => {
    const lb = toHundredthsLb(ownLb ?? sums.get(lot.id)?.leftLb ?? "0");
    return lb > 0 ? [{ ...lot, lb }] : [];
  });
  return {
    usable: left.flatMap(({ isUsable, isHeld: _, ...lot }) => (isUsable ? [lot] : [])),
    unusable: left.flatMap(({ isUsable, ...lot }) => (isUsable ? [] : [{ ...lot, pieces: null }])),
  };
}
