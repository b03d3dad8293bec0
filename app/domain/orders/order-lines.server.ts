import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { pacificDay } from "#app/lib/dates.ts";
import type { Transaction } from "#db/database.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products, toleranceInForce } from "#db/schema/products.ts";

/** A product as it is sold to a customer: what is copied to its line, and what limits it. */
export type SoldProduct = Awaited<ReturnType<typeof soldTo>>[number];

/**
 * Those of some products that are sold to a customer for a day of delivery, or today without one. They
 * stay locked until the transaction ends.
 */
export function soldTo(
  tx: Transaction,
  { customerId, day }: { customerId: string; day: string | null },
  ids: readonly string[],
) {
  return (
    tx
      .select({
        id: products.id,
        name: products.name,
        pricePerLb: pricedFor.pricePerLb,
        minLb: pricedFor.minLb,
        priceSource: pricedFor.source,
        priceSourceName: pricedFor.sourceName,
        basePricePerLb: pricedFor.basePricePerLb,
        soldBy: products.soldBy,
        typicalPieceLb: products.typicalPieceLb,
        orderStepLb: products.orderStepLb,
        overCapPct: toleranceInForce,
        taxCode: products.taxCode,
      })
      .from(products)
      .innerJoin(pricesOn(customerId, day ?? pacificDay(new Date())), ofProduct)
      .where(and(inArray(products.id, [...ids]), eq(products.isActive, true), pricedFor.isOffered))
      // Lock in a consistent order to avoid deadlocks between orders.
      .orderBy(asc(products.id))
      .for("share", { of: products })
  );
}

/** A line to be added: pounds as stored, e.g. "12.50", and the pieces of what is sold by the piece. */
export interface LineToAdd {
  product: SoldProduct;
  quantity: string;
  pieces: number | null;
  /** What it has otherwise than its product. */
  fields?: Partial<typeof orderItems.$inferInsert>;
}

/**
 * Adds lines behind those that an order has, with copies of what their products are now. Returns them as
 * stored, with the estimates and promises that the database computes, in dollars.
 */
export async function addLines(tx: Transaction, orderId: string, lines: readonly LineToAdd[]) {
  if (lines.length === 0) return [];
  const next = sql`(
    select coalesce(max(position) + 1, 0) from order_items where order_id = ${orderId})`;
  const rows = lines.map(({ product, quantity, pieces, fields }, index) => {
    const { id: productId, name: productName, soldBy, typicalPieceLb, ...sold } = product;
    const { pricePerLb, priceSource, priceSourceName, basePricePerLb, overCapPct, taxCode } = sold;
    return {
      orderId,
      position: sql<number>`${next} + ${index}::integer`,
      productId,
      productName,
      soldBy,
      quantity,
      orderedPieces: pieces,
      pricePerLb,
      priceSource,
      priceSourceName,
      basePricePerLb,
      overCapPct,
      taxCode,
      typicalPieceLb: soldBy === "piece" ? typicalPieceLb : null,
      ...fields,
    };
  });
  return tx.insert(orderItems).values(rows).returning();
}
