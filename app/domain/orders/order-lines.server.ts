import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Transaction } from "#db/database.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products, toleranceInForce } from "#db/schema/products.ts";

/** A product as sold to a customer: the fields copied to its line, and its limits. */
export type SoldProduct = Awaited<ReturnType<typeof soldTo>>[number];

/** Returns and locks those products that are sold to a customer for a day, else today. */
export async function soldTo(
  tx: Transaction,
  { customerId, day }: { customerId: string; day: string | null },
  ids: readonly string[],
) {
  return (
    tx
      .select({
        ...pick(
          products,
          "id",
          "name",
          "soldBy",
          "typicalPieceLb",
          "orderStepLb",
          "taxCode",
          "category",
        ),
        pricePerLb: pricedFor.pricePerLb,
        minLb: pricedFor.minLb,
        priceSource: pricedFor.source,
        priceSourceName: pricedFor.sourceName,
        basePricePerLb: pricedFor.basePricePerLb,
        overCapPct: toleranceInForce,
      })
      .from(products)
      .innerJoin(pricesOn(customerId, day ?? pacificDay(new Date())), ofProduct)
      .where(and(inArray(products.id, [...ids]), eq(products.isActive, true), pricedFor.isOffered))
      // A consistent order avoids deadlocks between orders.
      .orderBy(asc(products.id))
      .for("share", { of: products })
  );
}

/** A line to be added: pounds as stored, e.g. "12.50", and pieces if sold by the piece. */
export interface LineToAdd {
  product: SoldProduct;
  quantity: string;
  pieces: number | null;
  /** Fields that differ from the product's. */
  fields?: Partial<typeof orderItems.$inferInsert>;
}

/**
 * Appends lines to an order, with copies of their products' data. Returns them as stored, with the
 * estimates and promises in dollars that the database computes.
 *
 * @param options.isNew true if the order has no lines yet, so that none need be counted
 */
export async function addLines(
  tx: Transaction,
  orderId: string,
  lines: readonly LineToAdd[],
  { isNew = false } = {},
) {
  if (lines.length === 0) return [];
  const next = sql`(
    select coalesce(max(position) + 1, 0) from order_items where order_id = ${orderId})`;
  const rows = lines.map(({ product, quantity, pieces, fields }, index) => {
    const { id: productId, name: productName, soldBy, typicalPieceLb, ...sold } = product;
    const { pricePerLb, priceSource, priceSourceName, basePricePerLb, overCapPct, taxCode } = sold;
    return {
      orderId,
      position: isNew ? index : sql<number>`${next} + ${index}::integer`,
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
