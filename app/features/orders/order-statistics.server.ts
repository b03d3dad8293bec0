import { and, asc, count, desc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { categories } from "#app/features/catalog/category.ts";
import {
  pacificDay,
  pacificWeeks,
  startOfPacificDayYearAgo,
  startOfPacificMonth,
} from "#app/lib/dates.ts";
import { toCents } from "#app/lib/money.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { profiles } from "#db/schema/profiles.ts";
import {
  type BestClient,
  type CategoryPounds,
  type PoundsOfMonth,
  type WeekOfOrders,
  weeksShown,
} from "./order-statistics.ts";

// Where a week, a month and a year begin is worked out here and not in the database, whose table of
// time zones may be another: all dates of a page then agree.

/** The clients that the overview shows. */
const bestLimit = 5;

const notCancelled = ne(orders.status, "cancelled");
const revenue = sql<string>`coalesce(sum(${orders.totalPrice}), 0.00)`;

/**
 * The last 12 weeks, the oldest first, by the moment of placing; those without an order too. The
 * last one is that in which `now` lies. For administrators.
 */
export async function ordersByWeek(
  db: Database,
  admin: Admin,
  now = new Date(),
): Promise<WeekOfOrders[]> {
  const starts = pacificWeeks(now, weeksShown);
  const found = await sumsByWeek(db, admin, starts);
  return starts.slice(0, -1).map((start, place) => {
    const sums = found.find(({ week }) => week === place + 1);
    return {
      monday: pacificDay(start),
      orders: sums?.orders ?? 0,
      revenue: sums?.revenue ?? "0.00",
    };
  });
}

/** The weeks that have orders, numbered from 1, as a query; `starts` ends with the end of the last. */
export function sumsByWeek(db: Database, _admin: Admin, starts: Date[]) {
  const moments = starts.map((start) => sql.param(start, orders.placedAt));
  const [first, end] = [starts[0], starts.at(-1)];
  if (!first || !end) throw new RangeError("There is no week");
  const week = sql<number>`width_bucket(${orders.placedAt}, array[${sql.join(moments, sql`, `)}]::timestamptz[])`;
  const numbered = week.mapWith(Number).as("week");
  return db
    .select({ week: numbered, orders: count(), revenue })
    .from(orders)
    .where(and(gte(orders.placedAt, first), lt(orders.placedAt, end), notCancelled))
    .groupBy(numbered);
}

/**
 * What was ordered by category in the Pacific month in which `now` lies, by the moment of placing
 * and the category that a product has today. For administrators.
 */
export async function poundsByCategory(
  db: Database,
  admin: Admin,
  now = new Date(),
): Promise<PoundsOfMonth> {
  const start = startOfPacificMonth(now);
  const found = await poundsSince(db, admin, start);
  const known = categories.map((category): CategoryPounds => {
    const sum = found.find((row) => row.category === category);
    return { category, lb: sum?.lb ?? "0.00" };
  });
  const others = found.filter(({ category }) => category === null);
  known.sort((one, other) => toCents(other.lb) - toCents(one.lb));
  return { firstDay: pacificDay(start), categories: [...known, ...others] };
}

/** What was ordered by category since a moment, without the categories of which nothing was. */
export function poundsSince(db: Database, _admin: Admin, moment: Date) {
  return db
    .select({ category: products.category, lb: sql<string>`sum(${orderItems.quantity})` })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(gte(orders.placedAt, moment), notCancelled))
    .groupBy(products.category);
}

/**
 * The 5 clients with the most revenue since the Pacific day a year ago, the best first. For
 * administrators.
 */
export function bestClients(db: Database, _admin: Admin, now = new Date()): Promise<BestClient[]> {
  const best = db
    .select({
      userId: orders.userId,
      orders: count().as("orders"),
      revenue: revenue.as("revenue"),
    })
    .from(orders)
    .where(and(gte(orders.placedAt, startOfPacificDayYearAgo(now)), notCancelled))
    .groupBy(orders.userId)
    .orderBy(desc(revenue), asc(orders.userId))
    .limit(bestLimit)
    .as("best");
  // Only of those few are the names looked up.
  return db
    .select({
      id: best.userId,
      companyName: profiles.companyName,
      orders: best.orders,
      revenue: best.revenue,
    })
    .from(best)
    .leftJoin(profiles, eq(profiles.id, best.userId))
    .orderBy(desc(best.revenue), asc(best.userId));
}

/** How many invoices have been issued. For administrators. */
export async function countInvoices(db: Database, _admin: Admin): Promise<number> {
  const [row] = await db.select({ invoices: count() }).from(invoices);
  return row?.invoices ?? 0;
}
