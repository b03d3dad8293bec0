import { and, asc, desc, eq, gte, lt, ne, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Admin } from "#app/domain/access/capability.ts";
import { lbLess } from "#app/lib/amounts/weight.ts";
import {
  pacificDay,
  pacificWeeks,
  startOfPacificDayYearAgo,
  startOfPacificMonth,
} from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { documentOrders, documents, isCorrectionOfOrder } from "#db/schema/money/documents.ts";
import { isOrderHeld, isPlaced, orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { type Category, categories } from "#db/schema/values/products.ts";
import {
  type BestClient,
  type CategoryPounds,
  type PoundsOfMonth,
  type WeekOfOrders,
  weeksShown,
} from "./order-statistics.ts";
import { taxShares } from "./tax-shares.server.ts";

// Sums are computed on each request (docs/decisions/0025); the indexes "orders_sums" and
// "order_items_sums" cover them. Boundaries of weeks, months and years are computed here rather
// than in the database, whose time zone data may differ, so that all dates on a page agree.

const bestLimit = 5;

/**
 * Orders that count: placed, not on hold, and not a new client's unconfirmed ones. Only pending
 * orders can be held, so only their holds are looked up.
 */
const counts = and(
  isPlaced,
  not(orders.isNewClient),
  sql`not (orders.status = 'pending' and ${isOrderHeld})`,
);

/**
 * Query for spending, on which a client's total, the best clients and the weeks are based: a row
 * for the total of each order that counts, and one for an order's share, with taxes, of each credit
 * note, debit, or invoice that reverses a credit. For functions of this module and of lists of
 * clients, whose callers have checked the capability.
 *
 * @param which limits the orders; may refer to tables of a query that this one is joined to
 */
export function spentOn(db: Database, which: SQL | undefined) {
  const of = { customerId: orders.customerId, placedAt: orders.placedAt };
  return unionAll(
    db
      .select({ ...of, amount: sql<string>`${orders.totalPrice}`.as("amount"), isOrder: yes })
      .from(orders)
      .where(and(counts, which)),
    db
      .select({
        ...of,
        amount:
          sql<string>`${shareOfOrder} * case documents.kind when 'credit_note' then -1 else 1 end`.as(
            "amount",
          ),
        isOrder: no,
      })
      .from(documents)
      .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
      .innerJoin(orders, eq(orders.id, documentOrders.orderId))
      .where(and(isCorrectionOfOrder, counts, which)),
  ).as("booked");
}

const yes = sql<boolean>`true`.as("is_order");
const no = sql<boolean>`false`.as("is_order");

/** An order's share of a document; 0 if the document has no line of it. */
const shareOfOrder = sql`case when documents.order_count = 1 then documents.total else coalesce((
  select sum(taxable + amount) from ${taxShares(sql`documents.id`)} as taxed
  where taxed.order_position = document_orders.position), 0) end`;

type Booked = ReturnType<typeof spentOn>;
const ordersIn = ({ isOrder }: Booked) =>
  sql<number>`count(*) filter (where ${isOrder})`.mapWith(Number);
const revenueIn = ({ amount }: Booked) => sql<string>`sum(${amount})`;

/**
 * Returns the last weeks (`weeksShown`) by time of placing, oldest first, including empty ones. The
 * last one contains `now`. For administrators.
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

/** Query for weeks with orders, numbered from 1. The last entry of `starts` ends the last week. */
export function sumsByWeek(db: Database, _admin: Admin, starts: Date[]) {
  const moments = starts.map((start) => sql.param(start, orders.placedAt));
  const [first, end] = [starts[0], starts.at(-1)];
  if (!first || !end) throw new RangeError("There is no week");
  const booked = spentOn(db, and(gte(orders.placedAt, first), lt(orders.placedAt, end)));
  const week = sql<number>`width_bucket(${booked.placedAt}, array[${sql.join(moments, sql`, `)}]::timestamptz[])`;
  const numbered = week.mapWith(Number).as("week");
  return db
    .select({ week: numbered, orders: ordersIn(booked), revenue: revenueIn(booked) })
    .from(booked)
    .groupBy(numbered);
}

/**
 * Returns the pounds ordered per category in the Pacific month of `now`, by time of placing and
 * each product's current category. For administrators.
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
  known.sort((one, other) => lbLess(other.lb, one.lb));
  return { firstDay: pacificDay(start), categories: [...known, ...others] };
}

/** Query for the pounds ordered per category since `moment`; empty categories are left out. */
export function poundsSince(db: Database, _admin: Admin, moment: Date) {
  return db
    .select({
      category: sql<Category | null>`${products.category}`,
      lb: sql<string>`sum(${orderItems.knownLb})`,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(counts, gte(orders.placedAt, moment)))
    .groupBy(products.category);
}

/** Returns the 5 clients with the most revenue in the past year. For administrators. */
export function bestClients(db: Database, admin: Admin, now = new Date()): Promise<BestClient[]> {
  const best = revenueSince(db, admin, startOfPacificDayYearAgo(now)).limit(bestLimit).as("best");
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

/** Query for the customers' orders and revenue since `moment`, most revenue first. */
export function revenueSince(db: Database, _admin: Admin, moment: Date) {
  const booked = spentOn(db, gte(orders.placedAt, moment));
  const revenue = revenueIn(booked).as("revenue");
  return (
    db
      .select({ customerId: customers.accountId, orders: ordersIn(booked).as("orders"), revenue })
      .from(booked)
      .innerJoin(customers, eq(customers.id, booked.customerId))
      // Walk-in purchases are on the tills' own accounts, which aren't clients.
      .where(ne(customers.kind, "counter"))
      .groupBy(customers.accountId)
      .orderBy(desc(revenue), asc(customers.accountId))
  );
}

/** Counts orders except new clients' unconfirmed ones. For administrators. */
export function countOrders(
  db: Database,
  _admin: Admin,
  { status }: { status?: OrderStatus } = {},
): Promise<number> {
  return db.$count(orders, and(not(orders.isNewClient), status && eq(orders.status, status)));
}

/** Counts the invoices issued. For administrators. */
export function countInvoices(db: Database, _admin: Admin): Promise<number> {
  return db.$count(documents, eq(documents.kind, "invoice"));
}

/** Counts the active products. For administrators. */
export function countActiveProducts(db: Database, _admin: Admin): Promise<number> {
  return db.$count(products, eq(products.isActive, true));
}
