import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { readStock } from "./read-stock.server.ts";
import { offerOf, type StockOffer } from "./stock.ts";

/**
 * Adds to products the maximum available from each day, for order forms. Anyone may call it, as the
 * shop's pages reveal no less.
 *
 * @param withoutOrder the order being changed, whose own reservations are available to it
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
