import { and, asc, desc, eq, inArray, lte } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";
import { labelPrices } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import { type LabelPrice, weightByLabel } from "./label-prices.ts";

/** Returns the prices that the scale prints today, by item number; packers must not see them. */
export async function labelPricesToday(db: Database | Transaction): Promise<LabelPrice[]> {
  const rows = await db
    .selectDistinctOn([products.itemNumber], {
      itemNumber: products.itemNumber,
      price: labelPrices.price,
      unit: labelPrices.unit,
    })
    .from(labelPrices)
    .innerJoin(products, eq(products.id, labelPrices.productId))
    .where(lte(labelPrices.startsOn, pacificDay(new Date())))
    .orderBy(asc(products.itemNumber), desc(labelPrices.startsOn));
  return rows.flatMap(({ itemNumber, ...row }) =>
    itemNumber === null ? [] : [{ itemNumber, ...row }],
  );
}

/** Returns the item numbers of prices that no product has. */
export async function unknownItems(db: Database, prices: readonly LabelPrice[]): Promise<number[]> {
  const known = await productsOf(db, prices);
  return prices.map(({ itemNumber }) => itemNumber).filter((item) => !known.has(item));
}

/** Stores the prices that the scale prints from today on; omitted items no longer have one. */
export async function storeLabelPrices(
  tx: Transaction,
  wanted: readonly LabelPrice[],
): Promise<void> {
  const before = await labelPricesToday(tx);
  const removed = before.filter(
    ({ itemNumber }) => !wanted.some((one) => one.itemNumber === itemNumber),
  );
  const changed = wanted.filter(
    (one) =>
      !before.some(
        ({ itemNumber, price, unit }) =>
          itemNumber === one.itemNumber && price === one.price && unit === one.unit,
      ),
  );
  const known = await productsOf(tx, [...removed, ...changed]);
  for (const { itemNumber } of removed) {
    const productId = known.get(itemNumber);
    if (productId) await tx.delete(labelPrices).where(eq(labelPrices.productId, productId));
  }
  const startsOn = pacificDay(new Date());
  for (const { itemNumber, price, unit } of changed) {
    const productId = known.get(itemNumber);
    if (!productId) continue;
    await tx
      .insert(labelPrices)
      .values({ productId, startsOn, price, unit })
      .onConflictDoUpdate({
        target: [labelPrices.productId, labelPrices.startsOn],
        set: { price, unit },
      });
  }
}

async function productsOf(
  db: Database | Transaction,
  prices: readonly LabelPrice[],
): Promise<Map<number, string>> {
  if (prices.length === 0) return new Map();
  const items = prices.map(({ itemNumber }) => itemNumber);
  const found = await db
    .select({ id: products.id, itemNumber: products.itemNumber })
    .from(products)
    .where(inArray(products.itemNumber, items));
  return new Map(found.map(({ id, itemNumber }) => [itemNumber ?? 0, id]));
}

/**
 * Returns the weight of a line's package whose label has only a price, from the label's price per
 * unit today; null if unknown. Doesn't reveal the prices. For staff who pack.
 */
export async function labelWeight(
  db: Database,
  _staff: Staff<"pack">,
  { orderId, itemId, cents }: { orderId: string; itemId: string; cents: number },
): Promise<{ value: string; unit: WeightUnit } | null> {
  if (!isUuid(orderId) || !isUuid(itemId)) return null;
  const [label] = await db
    .select({ price: labelPrices.price, unit: labelPrices.unit })
    .from(orderItems)
    .innerJoin(labelPrices, eq(labelPrices.productId, orderItems.productId))
    .where(
      and(
        eq(orderItems.id, itemId),
        eq(orderItems.orderId, orderId),
        lte(labelPrices.startsOn, pacificDay(new Date())),
      ),
    )
    .orderBy(desc(labelPrices.startsOn))
    .limit(1);
  if (!label) return null;
  return weightByLabel(cents, label);
}
