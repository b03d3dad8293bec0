import { and, countDistinct, eq, gte, isNotNull, isNull, not, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isPlaced, orderItems, orders } from "#db/schema/orders.ts";

const day = 24 * 60 * 60_000;

const daysBack = 90;

/** With fewer orders, the best sellers are random. */
const fewestOrders = 10;

/** Cache lifetime in ms. */
const keptFor = 15 * 60_000;

/**
 * Returns the number of orders in the last 90 days per product id; empty for fewer than ten orders.
 * Cancelled, unpaid and unconfirmed orders and substitutes don't count. Anyone may call it, as it
 * reveals neither who ordered nor how much.
 */
export async function productsSoldLately(
  db: Database,
  now = new Date(),
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(now.getTime() - daysBack * day);
  const counted = and(isPlaced, not(orders.isNewClient), gte(orders.placedAt, since));
  const [enough] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(counted)
    .orderBy(orders.placedAt)
    .offset(fewestOrders - 1)
    .limit(1);
  if (!enough) return new Map();
  const found = await db
    .select({
      id: sql<string>`${orderItems.productId}`,
      orders: countDistinct(orderItems.orderId),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(counted, isNotNull(orderItems.productId), isNull(orderItems.substitutesItemId)))
    .groupBy(orderItems.productId);
  return new Map(found.map(({ id, orders }) => [id, orders]));
}

export interface BestSellers {
  /** Returns `productsSoldLately`, cached for a quarter of an hour. */
  get(): Promise<ReadonlyMap<string, number>>;
}

/** Creates the cache. Concurrent requests share one query; a failed query isn't cached. */
export function createBestSellers(db: Database, now: () => number = Date.now): BestSellers {
  let kept: { until: number; found: Promise<ReadonlyMap<string, number>> } | undefined;
  return {
    get() {
      if (kept && now() < kept.until) return kept.found;
      const found = productsSoldLately(db, new Date(now()));
      const mine = { until: now() + keptFor, found };
      kept = mine;
      found.catch(() => {
        if (kept === mine) kept = undefined;
      });
      return found;
    },
  };
}
