import { and, count, eq, gte, ne, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { pacificYear, startOfPacificYear } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { isPlaced, orderItems, orders } from "#db/schema/orders.ts";
import type { OrderFigures } from "../order.ts";
import { visibleTo } from "./order-queries.server.ts";

/**
 * Figures for the client's own dashboard. "This year" is the Pacific calendar year of `now`, by
 * time of placing. Cancelled orders don't count towards the weight.
 */
export async function orderFigures(
  db: Database,
  client: Client,
  now = new Date(),
): Promise<OrderFigures> {
  const own = visibleTo(client);
  const pending = sql<number>`count(*) filter (where ${orders.status} = 'pending')`;
  const [counted, weighed] = await Promise.all([
    db
      .select({ orders: count(), pending: pending.mapWith(Number) })
      .from(orders)
      .where(and(own, ne(orders.status, "awaiting_payment"))),
    db
      .select({ lb: sql<string>`coalesce(sum(${orderItems.knownLb}), 0.00)` })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(and(own, gte(orders.placedAt, startOfPacificYear(now)), isPlaced)),
  ]);
  return {
    orders: counted[0]?.orders ?? 0,
    pending: counted[0]?.pending ?? 0,
    year: pacificYear(now),
    lbsThisYear: weighed[0]?.lb ?? "0.00",
  };
}
