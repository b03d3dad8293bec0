import { sql } from "drizzle-orm";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { SalesUnit } from "#db/schema/values/products.ts";
import { leastOf, type StockFacts, unitOfStock } from "./stock.ts";

export interface TrackedProduct extends StockFacts {
  name: string;
  soldBy: SalesUnit;
  typicalPieceLb: string | null;
}

interface Row extends Record<string, unknown> {
  productId: string;
  name: string;
  tracking: StockFacts["tracking"];
  lowAt: string | null;
  closedUntil: string | null;
  soldBy: SalesUnit;
  typicalPieceLb: string | null;
  orderStepLb: string;
  onHandLb: string;
  onHandPieces: string;
  heldLb: string;
  heldPieces: string;
  changes: {
    day: string;
    incomingLb: number;
    incomingPieces: number;
    reservedLb: number;
    reservedPieces: number;
  }[];
}

/**
 * Reads the stock of some or all tracked products. The only place that adds up what is on hand,
 * expected and reserved. For the domain and for public pages.
 *
 * An order reserves the unweighed rest of its open lines, so cancelling, moving, shortening,
 * packing or dropping lines updates the reservation at once. Orders whose day has passed count as
 * today's; overdue expected stock doesn't count.
 *
 * @param options.withoutOrder an order to ignore, because it is being given up or changed
 */
export async function readStock(
  db: Database | Transaction,
  productIds?: readonly string[],
  { withoutOrder = null }: { withoutOrder?: string | null } = {},
): Promise<TrackedProduct[]> {
  if (productIds?.length === 0) return [];
  const today = pacificDay(new Date());
  const some = productIds
    ? sql`and stock.product_id = any(${sql.param([...productIds])}::uuid[])`
    : sql``;
  const { rows } = await db.execute<Row>(sql`
    select stock.product_id as "productId", product.name,
      -- Counted in pieces only while it is sold by the piece; the pounds are always entered too.
      case when stock.tracking = 'pieces' and product.sold_by = 'lb' then 'lb'
        else stock.tracking end as tracking,
      stock.low_at as "lowAt", stock.closed_until::text as "closedUntil",
      product.sold_by as "soldBy", product.typical_piece_lb as "typicalPieceLb",
      product.order_step_lb as "orderStepLb",
      hand.lb as "onHandLb", hand.pieces as "onHandPieces",
      hand.held_lb as "heldLb", hand.held_pieces as "heldPieces", changed.list as changes
    from product_stock as stock
      join products as product on product.id = stock.product_id
      cross join lateral (
        select coalesce(sum(lb), 0) as lb, coalesce(sum(pieces), 0) as pieces,
          coalesce(sum(greatest(lb, 0)) filter (where is_held), 0) as held_lb,
          coalesce(sum(greatest(pieces, 0)) filter (where is_held), 0) as held_pieces
        from (
          select sum(entry.lb) as lb, sum(entry.pieces) as pieces,
            exists (select from lot_holds as hold
              where hold.lot_id = entry.lot_id and hold.released_at is null) as is_held
          from stock_entries as entry
          where entry.product_id = stock.product_id and stock.tracking <> 'closed'
          group by entry.lot_id
        ) as by_lot
      ) as hand
      cross join lateral (
        select coalesce(json_agg(json_build_object('day', day, 'incomingLb', incoming_lb,
          'incomingPieces', incoming_pieces, 'reservedLb', reserved_lb,
          'reservedPieces', reserved_pieces) order by day), '[]') as list
        from (
          select day, sum(incoming_lb) as incoming_lb, sum(incoming_pieces) as incoming_pieces,
            sum(reserved_lb) as reserved_lb, sum(reserved_pieces) as reserved_pieces
          from (
            select arrives_on as day, lb as incoming_lb, pieces as incoming_pieces,
              0 as reserved_lb, 0 as reserved_pieces
            from stock_incoming as coming
            where coming.product_id = stock.product_id and arrives_on >= ${today}::date
            union all
            select greatest(coalesce(delivery_day, ${today}::date), ${today}::date), 0, 0,
              greatest(line.quantity - line.packed_lb, 0),
              greatest(coalesce(line.ordered_pieces, greatest(1, ceil(
                line.quantity / coalesce(product.typical_piece_lb, line.quantity)))::integer)
                - line.packed_pieces, 0)
            from order_items as line join orders on orders.id = line.order_id
            where line.product_id = stock.product_id and line.pack_state = 'open'
              and orders.status in ('pending', 'awaiting_payment')
              and orders.id is distinct from ${withoutOrder}::uuid
          ) as single
          group by day
        ) as daily
      ) as changed
    where stock.tracking <> 'none' ${some}
    order by product.name, product.id`);
  return rows.map((row) => factsOf(row));
}

function factsOf(row: Row): TrackedProduct {
  const { productId, name, tracking, closedUntil, soldBy, typicalPieceLb } = row;
  const unit = unitOfStock({ tracking });
  const onHand = unit === "lb" ? hundredths(row.onHandLb) : Number(row.onHandPieces);
  const amount = (lb: number | string, pieces: number | string) =>
    unit === "lb" ? hundredths(lb) : Number(pieces);
  return {
    productId,
    name,
    tracking,
    closedUntil,
    soldBy,
    typicalPieceLb,
    lowAt: row.lowAt === null ? null : amount(row.lowAt, row.lowAt),
    onHand,
    // Sales of no known lot reduce no lot, so the lots' sum may exceed what is on hand.
    held: Math.min(amount(row.heldLb, row.heldPieces), Math.max(0, onHand)),
    changes: row.changes.map((one) => ({
      day: one.day,
      incoming: amount(one.incomingLb, one.incomingPieces),
      reserved: amount(one.reservedLb, one.reservedPieces),
    })),
    least: leastOf(unit, row),
    pieceLb: unit === "lb" && soldBy === "piece" ? toHundredthsLb(typicalPieceLb ?? "1") : null,
  };
}

/** For sums, which may have more digits than a typed weight. */
const hundredths = (lb: number | string) => Math.round(Number(lb) * 100);

/**
 * Returns the pounds on hand of a tracked product, also if it is counted in pieces; null for an
 * untracked one. For the domain, which has locked the product's stock.
 */
export async function poundsOnHand(tx: Transaction, productId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ lb: string }>(sql`
    select coalesce((select sum(entry.lb) from stock_entries as entry
      where entry.product_id = stock.product_id), 0)::text as lb
    from product_stock as stock
    where stock.product_id = ${productId}::uuid and stock.tracking in ('lb', 'pieces')`);
  return rows[0]?.lb ?? null;
}
