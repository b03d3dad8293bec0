import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { readStock } from "./read-stock.server.ts";
import { offerOf, type StockOffer } from "./stock.ts";

/**
 * The products, with the most that can be had of each on which days, for forms that order. What is told is
 * how much is left, as the shop's pages tell it; anyone may call it.
 *
 * @param withoutOrder the order that is being changed: what it has reserved is there for it
 */
export async function withStock<Product extends { id: string }>(
  db: Database,
  products: readonly Product[],
  { withoutOrder = null }: { withoutOrder?: string | null } = {},
): Promise<(Product & { left?: StockOffer })[]> {
  const today = pacificDay(new Date());
  const ids = products.map(({ id }) => id);
  const tracked = await readStock(db, ids, { withoutOrder });
  const offers = new Map(tracked.map((facts) => [facts.productId, offerOf(facts, today)]));
  return products.map((product) => {
    const left = offers.get(product.id);
    return left ? { ...product, left } : product;
  });
}
