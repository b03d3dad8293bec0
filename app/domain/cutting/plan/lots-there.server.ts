import { and, asc, isNull, sql } from "drizzle-orm";
import { isUsableOn } from "#app/domain/lots/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { lotMeat } from "#app/domain/lots/lot-products.server.ts";
import { isKeptAsLot } from "#app/domain/stock/stock-entries.server.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { Database } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import type { LotThere } from "./plan.ts";

/** For lots that are partly products: the pounds in entries without a product. */
const noProductLb = sql<string | null>`(select case when bool_or(product_id is not null)
    then coalesce(sum(lb) filter (where product_id is null), 0)::text end
  from stock_entries where stock_entries.lot_id = lots.id)`;

/**
 * Returns lots that aren't products and can be cut for a day: hinds, and trim of earlier sheets.
 * For the plan, whose callers hold a capability.
 */
export async function lotsThere(db: Database, day: string): Promise<LotThere[]> {
  const found = await db
    .select({ id: lots.id, code: lots.code, meat: lotMeat, noProductLb })
    .from(lots)
    .where(and(isNull(lots.voidedAt), isKeptAsLot, isUsableOn(day)))
    .orderBy(sql`${lots.expiresOn} asc nulls last`, asc(lots.receivedAt), asc(lots.id));
  const sums = await sumsOfLots(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id, code, meat, noProductLb: ownLb }) => {
    const lb = toHundredthsLb(ownLb ?? sums.get(id)?.leftLb ?? "0");
    return lb > 0 ? [{ id, code, meat, lb }] : [];
  });
}
