import { and, asc, isNull, not, type SQL, sql } from "drizzle-orm";
import { isHeldLot, isUsableOn } from "#app/domain/lots/holds/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { isKeptAsLot } from "./stock-entries.server.ts";

/** A lot of an untracked product, with its recorded rest. */
export interface UntrackedLot {
  id: string;
  code: string;
  productId: string;
  /** In hundredths. */
  lb: number;
  /** True if neither on hold nor expired by the day. */
  isUsable: boolean;
  isUsableToday: boolean;
  isHeld: boolean;
}

/** The product on its receipts and cutting sheets, if there is only one. */
const onlyProduct = sql<string | null>`(
  select case when bool_and(product_id is not null) and count(distinct product_id) = 1
    then min(product_id::text) end
  from (
    select product_id from receipt_lines where receipt_lines.lot_id = lots.id
    union all
    select product_id from cutting_outputs where cutting_outputs.lot_id = lots.id
  ) as said)`;

/** The product that all its packages were packed as, if there is only one. */
const onlyPacked = sql<string | null>`(
  select case when bool_and(order_items.product_id is not null)
      and count(distinct order_items.product_id) = 1 then min(order_items.product_id::text) end
  from packages join order_items on order_items.id = packages.order_item_id
  where packages.lot_id = lots.id and packages.voided_at is null)`;

const isNamed = sql`(exists (select from receipt_lines where receipt_lines.lot_id = lots.id)
  or exists (select from cutting_outputs where cutting_outputs.lot_id = lots.id))`;

const isUntracked = (productId: SQL) => sql`exists (
  select from products where products.id::text = ${productId} and not exists (
    select from product_stock where product_stock.product_id = products.id
      and product_stock.tracking in ('lb', 'pieces')))`;

/**
 * For queries on `lots`: a lot's only product, if it is untracked, so that its meat is counted and
 * thrown away by the lot alone. Null for any other lot.
 */
export const untrackedProduct = sql<string | null>`(
  select only_one.id from (
    select case when ${isNamed} then ${onlyProduct} else ${onlyPacked} end as id
  ) as only_one where not ${isKeptAsLot} and ${isUntracked(sql`only_one.id`)})`;

/**
 * Returns the lots of untracked products with something left: received less packed, cut and thrown
 * away. First to expire first. Lots of several products are left out, as nobody knows which is
 * left. For the domain, whose callers hold a capability.
 */
export async function untrackedLots(
  db: Database,
  day = pacificDay(new Date()),
): Promise<UntrackedLot[]> {
  const found = await db
    .select({
      id: lots.id,
      code: lots.code,
      productId: onlyProduct,
      isUsable: isUsableOn(day),
      isUsableToday: isUsableOn(pacificDay(new Date())),
      isHeld: isHeldLot,
    })
    .from(lots)
    .where(and(isNull(lots.voidedAt), not(isKeptAsLot), isUntracked(onlyProduct)))
    .orderBy(sql`${lots.expiresOn} asc nulls last`, asc(lots.receivedAt), asc(lots.id));
  const sums = await sumsOfLots(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ productId, ...lot }) => {
    const lb = toHundredthsLb(sums.get(lot.id)?.leftLb ?? "0");
    return productId && lb > 0 ? [{ ...lot, productId, lb }] : [];
  });
}
