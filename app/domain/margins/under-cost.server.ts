import { eq, inArray } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { lastCosts } from "./margins.server.ts";
import {
  type AskedPrice,
  type PriceUnderCost,
  underCostField,
  underCostInWords,
} from "./under-cost.ts";

/**
 * Returns the prices below their product's latest cost. An unknown cost matches none. For the
 * owner, as the answer tells what meat costs.
 */
export async function pricesUnderCost<Price extends AskedPrice>(
  db: Database,
  owner: Admin,
  prices: readonly Price[],
): Promise<(Price & PriceUnderCost)[]> {
  const ids = [...new Set(prices.map(({ productId }) => productId).filter(isUuid))];
  if (ids.length === 0) return [];
  const [costs, found] = await Promise.all([
    lastCosts(db, owner, ids),
    db
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(inArray(products.id, ids)),
  ]);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return prices.flatMap((price) => {
    const cost = costs[price.productId];
    const name = names.get(price.productId);
    if (!cost || name === undefined || toCents(price.pricePerLb) >= cost.centsPerLb) return [];
    return { ...price, name, costCentsPerLb: cost.centsPerLb };
  });
}

/**
 * Asks an owner to confirm prices below cost before saving. Other staff aren't asked, as the
 * question would tell them what meat costs.
 *
 * @param fields the form, which has the confirmation once it was asked
 * @throws Refusal that asks
 */
export async function askUnderCost(
  db: Database,
  owner: Admin,
  fields: Record<string, string>,
  prices: readonly AskedPrice[],
): Promise<void> {
  if (fields[underCostField] === "yes") return;
  const under = await pricesUnderCost(db, owner, prices);
  if (under.length === 0) return;
  throw new Refusal("under cost", underCostInWords(under), {
    errors: { [underCostField]: ["Please tick it, or correct the price"] },
  });
}

/** True if a product already has this price, so that nobody is asked again. */
export async function isBasePrice(db: Database, { productId, pricePerLb }: AskedPrice) {
  if (!isUuid(productId)) return false;
  const [found] = await db
    .select({ pricePerLb: products.pricePerLb })
    .from(products)
    .where(eq(products.id, productId));
  return found !== undefined && toCents(found.pricePerLb) === toCents(pricePerLb);
}
