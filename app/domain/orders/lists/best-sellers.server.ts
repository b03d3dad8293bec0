import { and, countDistinct, eq, gte, isNotNull, isNull, not, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isPlaced, orderItems, orders } from "#db/schema/orders.ts";

const day = 24 * 60 * 60_000;

/** How far back orders tell what sells. */
const daysBack = 90;

/** With fewer orders, what sells best is chance. */
const fewestOrders = 10;

/** In ms: what sells changes slowly, and every page of a list asks. */
const keptFor = 15 * 60_000;

/**
 * In how many orders of the last 90 days each product was, by its id; empty while there are fewer
 * than ten such orders. Orders that were cancelled, wait for a card or for the owner's confirmation
 * are not counted, nor is what was sent in place of something else. Anyone may call it: it says
 * nothing of who ordered, or how much.
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
  /** As `productsSoldLately`, from memory for a quarter of an hour. */
  get(): Promise<ReadonlyMap<string, number>>;
}

/** Requests at the same time share one query; one that fails is made again by the next. */
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
