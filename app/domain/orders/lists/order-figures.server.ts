import { and, asc, count, eq, gte, inArray, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { wasNotTaken } from "#app/domain/delivery/runs/joined-since.server.ts";
import { pacificDay, pacificYear, startOfPacificYear } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { isPlaced, orderItems, orders } from "#db/schema/orders.ts";
import type { NextOrder, OrderFigures, WaitingOrder } from "../order.ts";
import { orderColumns, visibleTo } from "./order-queries.server.ts";

/**
 * Returns the figures of the client's dashboard. "This year" is the Pacific calendar year of `now`,
 * by time of placing. Cancelled orders don't count towards the weight.
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

/** True if a driver met nobody, or kept the order back because of a hold. */
const isMissed = wasNotTaken("not_home", "kept");

/**
 * Returns the client's next order to arrive, from `now`'s day on, and how many more come that day;
 * null for none. An order for which the driver met nobody still needs a new day.
 */
export async function nextOrder(
  db: Database,
  client: Client,
  now = new Date(),
): Promise<NextOrder | null> {
  const [next] = await db
    .select({
      ...orderColumns,
      from: orders.deliveryFrom,
      to: orders.deliveryTo,
      onThatDay: sql<number>`(count(*) over (partition by ${orders.deliveryDay}))::int`,
    })
    .from(orders)
    .where(
      and(
        visibleTo(client),
        inArray(orders.status, ["pending", "fulfilled"]),
        gte(orders.deliveryDay, pacificDay(now)),
        not(isMissed),
      ),
    )
    .orderBy(asc(orders.deliveryDay), asc(orders.deliveryFrom), asc(orders.number))
    .limit(1);
  if (!next?.deliveryDay || !next.from || !next.to) return null;
  const { from, to, deliveryDay, onThatDay, ...order } = next;
  const day = { date: deliveryDay, from: from.slice(0, 5), to: to.slice(0, 5) };
  return { ...order, deliveryDay, day, more: onThatDay - 1 };
}

const waitingNamed = 5;

/**
 * Returns the client's own orders without a future day, oldest first and five at most: without any
 * day, not packed on their day, or with nobody there.
 */
export async function ordersWithoutDay(
  db: Database,
  client: Client,
  now = new Date(),
): Promise<WaitingOrder[]> {
  const isPending = eq(orders.status, "pending");
  return db
    .select({
      id: orders.id,
      number: orders.number,
      why: sql<WaitingOrder["why"]>`case when ${isMissed} then 'missed'
        when ${orders.deliveryDay} is null then 'no day' else 'late' end`,
    })
    .from(orders)
    .where(
      and(
        visibleTo(client),
        or(
          and(isPending, isNull(orders.deliveryDay)),
          and(isPending, lt(orders.deliveryDay, pacificDay(now))),
          and(inArray(orders.status, ["pending", "fulfilled"]), isMissed),
        ),
      ),
    )
    .orderBy(asc(orders.number))
    .limit(waitingNamed);
}
