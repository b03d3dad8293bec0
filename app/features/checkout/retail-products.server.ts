import { and, eq, inArray } from "drizzle-orm";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { products, toleranceInForce } from "#db/schema/products.ts";
import type { TaxCode } from "#db/schema/values/products.ts";

/** An id that nobody has, so that catalogue prices apply. */
const anybody = "00000000-0000-0000-0000-000000000000";

export type RetailProduct = OrderableProduct & { taxCode: TaxCode; imageUrl: string | null };

/** Returns these products if sold, at a delivery day's catalogue prices. Anyone may call it. */
export async function retailProducts(
  db: Database,
  ids: readonly string[],
  day: string,
): Promise<RetailProduct[]> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  return db
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      pricePerLb: pricedFor.pricePerLb,
      soldBy: products.soldBy,
      typicalPieceLb: products.typicalPieceLb,
      orderStepLb: products.orderStepLb,
      overCapPct: toleranceInForce,
      taxCode: products.taxCode,
      imageUrl: products.imageUrl,
    })
    .from(products)
    .innerJoin(pricesOn(anybody, day), ofProduct)
    .where(and(inArray(products.id, known), eq(products.isActive, true)));
}
