import { and, asc, desc, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { type Category, categories } from "#app/features/catalog/category.ts";
import {
  pacificDay,
  pacificWeeks,
  startOfPacificDayYearAgo,
  startOfPacificMonth,
} from "#app/lib/dates.ts";
import { toCents } from "#app/lib/money.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { tallied } from "#db/schema/tallies.ts";
import type { OrderStatus } from "../order.ts";
import {
  type BestClient,
  type CategoryPounds,
  type PoundsOfMonth,
  type WeekOfOrders,
  weeksShown,
} from "./order-statistics.ts";

// Week, month and year boundaries are computed here rather than in the database, whose time zone
// data may differ, so that all dates on a page agree. Every boundary falls on a full hour, the
// granularity of the tallies (db/schema/tallies.ts).

/** Number of clients on the overview. */
const bestLimit = 5;

const ofOrders = and(eq(tallied.figure, "orders"), ne(tallied.part, "cancelled"));
const counted = sql<number>`sum(${tallied.count})`.mapWith(Number);
const added = sql<string>`sum(${tallied.amount})`;

/**
 * The last 12 weeks by time of placing, oldest first, including weeks without orders. The last one
 * contains `now`. For administrators.
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

/**
 * Query for the weeks that have orders, numbered from 1. The last entry of `starts` is the end of
 * the last week.
 */
export function sumsByWeek(db: Database, _admin: Admin, starts: Date[]) {
  const moments = starts.map((start) => sql.param(start, tallied.hour));
  const [first, end] = [starts[0], starts.at(-1)];
  if (!first || !end) throw new RangeError("There is no week");
  const week = sql<number>`width_bucket(${tallied.hour}, array[${sql.join(moments, sql`, `)}]::timestamptz[])`;
  const numbered = week.mapWith(Number).as("week");
  return db
    .select({ week: numbered, orders: counted, revenue: added })
    .from(tallied)
    .where(and(ofOrders, gte(tallied.hour, first), lt(tallied.hour, end)))
    .groupBy(numbered);
}

/**
 * Pounds ordered per category in the Pacific month of `now`, by time of placing and each product's
 * current category. For administrators.
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

/** Pounds ordered per category since `moment`; categories without orders are left out. */
export function poundsSince(db: Database, _admin: Admin, moment: Date) {
  const category = sql<Category | null>`nullif(${tallied.part}, '')`.as("category");
  return db
    .select({ category, lb: added })
    .from(tallied)
    .where(and(eq(tallied.figure, "pounds"), gte(tallied.hour, moment)))
    .groupBy(category)
    .having(sql`${counted} > 0`);
}

/**
 * The 5 clients with the most revenue since the Pacific day one year ago, highest first. For
 * administrators.
 */
export function bestClients(db: Database, _admin: Admin, now = new Date()): Promise<BestClient[]> {
  const since = sql.param(startOfPacificDayYearAgo(now), tallied.hour);
  const best = db
    .select({
      customerId: sql<string>`client`.as("customer_id"),
      orders: sql<number>`orders`.mapWith(Number).as("orders"),
      revenue: sql<string>`revenue`.as("revenue"),
    })
    .from(sql`best_clients(${since}, ${bestLimit})`)
    .as("best");
  return db
    .select({
      id: best.customerId,
      companyName: listedName,
      orders: best.orders,
      revenue: best.revenue,
    })
    .from(best)
    .innerJoin(customers, eq(customers.id, best.customerId))
    .orderBy(desc(best.revenue), asc(best.customerId));
}

/** Number of orders, optionally of one status. For administrators. */
export function countOrders(
  db: Database,
  _admin: Admin,
  { status }: { status?: OrderStatus } = {},
): Promise<number> {
  return inAll(db, and(eq(tallied.figure, "orders"), status && eq(tallied.part, status)));
}

/** Number of invoices issued. For administrators. */
export function countInvoices(db: Database, _admin: Admin): Promise<number> {
  return inAll(db, eq(tallied.figure, "invoices"));
}

/** Number of active products. For administrators. */
export function countActiveProducts(db: Database, _admin: Admin): Promise<number> {
  return inAll(db, eq(tallied.figure, "products"));
}

async function inAll(db: Database, figure: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ counted })
    .from(tallied)
    .where(and(figure, sql`${tallied.hour} = '-infinity'`));
  return row?.counted ?? 0;
}

/**
 * Folds pending changes into the tallies so that these queries stay fast. Doesn't change any
 * result. For administrators.
 */
export async function foldTallies(db: Database, _admin: Admin, now = new Date()): Promise<void> {
  const since = sql.param(startOfPacificDayYearAgo(now), tallied.hour);
  await db.execute(sql`select fold_tallies(${since})`);
}
