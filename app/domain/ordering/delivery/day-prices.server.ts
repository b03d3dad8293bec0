import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { leastError } from "#app/domain/orders/order-quantity.ts";
import { updateLines } from "#app/domain/orders/order-rows.server.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderItems } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { PriceSource } from "#db/schema/values/money.ts";
import type { DayPrices, LineRepriced } from "./day-prices.ts";

/** The day's prices differ from those shown, and nothing was changed. A 409 with the new ones. */
export class DayPricesError extends Refusal<"prices"> {
  readonly prices: DayPrices;

  constructor(prices: DayPrices, { seen }: { seen: string }) {
    const message =
      seen === "" ? "Prices are different on that day" : "Prices have changed since you saw them";
    super("prices", message, { answer: { prices } });
    this.prices = prices;
  }
}

interface RepricedLine extends LineRepriced {
  day: string;
  priceSource: PriceSource;
  priceSourceName: string;
  basePricePerLb: string;
}

/**
 * Returns the order's lines whose price differs on other days, in the order's sequence. A price
 * stays if the product isn't sold or offered to the customer that day, if staff set it, or if the
 * order is being packed.
 */
export async function repricedOn(
  db: Database | Transaction,
  order: { id: string; customerId: string; deliveryDay: string | null },
  days: readonly string[],
): Promise<RepricedLine[]> {
  const others = days.filter((day) => day !== order.deliveryDay);
  if (others.length === 0 || (await isBegun(db, order.id))) return [];
  const { rows } = await db.execute<Pick<RepricedLine, keyof RepricedLine>>(sql`
    select days.day::text, line.id as "lineId", line.product_name as "productName",
      line.ordered_pieces as "orderedPieces", line.quantity, line.price_per_lb as "from",
      price.price_per_lb as "to", price.source as "priceSource",
      price.source_name as "priceSourceName", price.base_price_per_lb as "basePricePerLb"
    from order_items as line
      join products on products.id = line.product_id and products.is_active
      cross join unnest(${sql.param(others)}::date[]) as days(day)
      cross join lateral prices_for(${order.customerId}::uuid, days.day) as price
    where line.order_id = ${order.id} and line.substitutes_item_id is null
      and line.price_source <> 'desk'
      and price.product_id = products.id and price.is_offered
      and price.price_per_lb <> line.price_per_lb
    order by days.day, line.position`);
  return rows;
}

/** Says why an order is below a minimum quantity of the price list on a day; null if it isn't. */
export async function tooLittleOn(
  tx: Transaction,
  order: { id: string; customerId: string; deliveryDay: string | null },
  day: string,
): Promise<string | null> {
  if (day === order.deliveryDay || (await isBegun(tx, order.id))) return null;
  const lines = await tx
    .select({
      name: products.name,
      soldBy: products.soldBy,
      typicalPieceLb: products.typicalPieceLb,
      minLb: pricedFor.minLb,
      pounds: sql<string>`sum(${orderItems.quantity})`,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(pricesOn(order.customerId, day), ofProduct)
    .where(and(eq(orderItems.orderId, order.id), isNull(orderItems.substitutesItemId)))
    .groupBy(products.id, sql`price.min_lb`)
    .orderBy(products.name);
  for (const { name, pounds, minLb, ...product } of lines) {
    const message = leastError(pounds, minLb, product);
    if (message) return `${name}: ${message}`;
  }
  return null;
}

/** Returns the lines' dollars per lb that differ on other days, by day and line id. */
export async function linePricesOn(
  db: Database,
  order: { id: string; customerId: string; deliveryDay: string | null },
  days: readonly string[],
): Promise<Record<string, Record<string, string>>> {
  const lines = await repricedOn(db, order, [...new Set(days)]);
  const byDay = [...Map.groupBy(lines, ({ day }) => day)];
  return Object.fromEntries(
    byDay.map(([day, own]) => [day, Object.fromEntries(own.map((line) => [line.lineId, line.to]))]),
  );
}

/** Locks the products of an order's lines, as placing does. @returns their ids */
export async function lockProducts(tx: Transaction, orderId: string): Promise<string[]> {
  const ids = tx
    .select({ id: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  const locked = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("share");
  return locked.map(({ id }) => id);
}

/**
 * Returns the unpacked part of an order's lines, for which stock is reserved. A line by the piece
 * is open until all its pieces are packed, however heavy the first ones were.
 */
export async function openLinesOf(tx: Transaction, orderId: string) {
  const lines = await tx
    .select({
      productId: orderItems.productId,
      quantity: sql<string>`greatest(${orderItems.quantity} - ${orderItems.packedLb}, 0)::text`,
      pieces: sql<number | null>`case when ${orderItems.orderedPieces} is not null
        then greatest(${orderItems.orderedPieces} - ${orderItems.packedPieces}, 0) end`,
    })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.packState, "open")));
  return lines.flatMap(({ productId, ...line }) => {
    const isOpen = (line.pieces ?? toHundredthsLb(line.quantity)) > 0;
    return productId && isOpen ? [{ productId, ...line }] : [];
  });
}

export async function reprice(tx: Transaction, lines: readonly RepricedLine[]): Promise<void> {
  for (const { lineId, to, priceSource, priceSourceName, basePricePerLb } of lines) {
    await updateLines(tx, [lineId], {
      pricePerLb: to,
      priceSource,
      priceSourceName,
      basePricePerLb,
    });
  }
}

/** True if anything of an order was packed, decided at the packing station, or billed before. */
export async function isBegun(db: Database | Transaction, orderId: string): Promise<boolean> {
  const begun = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .leftJoin(packages, and(eq(packages.orderItemId, orderItems.id), isNull(packages.voidedAt)))
    .where(
      and(
        eq(orderItems.orderId, orderId),
        or(
          ne(orderItems.packState, "open"),
          sql`${packages.id} is not null`,
          sql`exists (select from document_orders where order_id = ${orderId})`,
        ),
      ),
    )
    .limit(1);
  return begun.length > 0;
}
