import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { type DayRange, momentsOf } from "#app/lib/day-range.ts";
import { containsPattern, phoneDigits, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { isOrderHeld, orders } from "#db/schema/orders.ts";
import { isAllRefused } from "#db/schema/stop-events.ts";
import { customersLike } from "#db/search.ts";
import { numbersMeant, type OrderFilter, type WorkCounts } from "../order.ts";
import { orderColumns } from "./order-queries.server.ts";
import { seenAt } from "./where-seen.server.ts";

interface Reach {
  from: SQL | undefined;
  order: "newest first" | "oldest first";
  atMost: number;
}

/**
 * Query for the filtered orders with their clients' companies, up to a limit from a cursor. For
 * `listOrdersForAdmin` and the test of its plan. Searches by client, number and id are separate
 * queries, because a single "or" couldn't use their indexes.
 */
export function ordersFound(db: Database, { search = "", ...chosen }: OrderFilter, reach: Reach) {
  const within = and(withoutSearch(db, chosen), ofWork(chosen.work), reach.from);
  const text = searchText(search);
  if (text === null) return ordersWhere(db, within, reach);

  const found = ordersWhere(db, and(within, ofClient(db, text)), reach);
  const [first, ...more] = [withNumber(text), withIdLike(text)].flatMap((condition) =>
    condition ? ordersWhere(db, and(within, condition), reach) : [],
  );
  if (!first) return found;
  return union(found, first, ...more)
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

function withoutSearch(
  db: Database,
  { status, days = {}, ids, ...chosen }: Omit<OrderFilter, "search" | "work">,
): SQL | undefined {
  return and(
    ofStatus(status),
    placedIn(days),
    deliveredBy(db, chosen),
    heldFor(chosen.held),
    ofIds(ids),
  );
}

/**
 * Counts a filter's orders by work and on the packing list, for `countWork`. Reads the open orders
 * and the few that were refused, not those of all years. The search is one condition here, since
 * each of these orders is read anyway.
 */
export async function countFound(
  db: Database,
  { search = "", work: _, ...chosen }: OrderFilter,
): Promise<WorkCounts> {
  const count = (which: SQL | undefined, name: string) =>
    sql<number>`count(*) filter (where ${which})::integer`.as(name);
  const text = searchText(search);
  const found = text === null ? undefined : searchedFor(db, text);
  const within = and(withoutSearch(db, chosen), found);
  const refused = db
    .select({ count: sql`count(*)::integer` })
    .from(orders)
    .where(and(ofWork("refused"), within));
  const [counts] = await db
    .select({
      pack: count(ofWork("pack"), "pack"),
      held: count(ofWork("held"), "held"),
      packed: count(ofWork("packed"), "packed"),
      packing: count(seenAt.packing, "packing"),
      refused: sql<number>`(${refused})`.as("refused"),
    })
    .from(orders)
    .where(and(inArray(orders.status, ["pending", "fulfilled"]), within));
  return counts ?? { pack: 0, held: 0, packed: 0, refused: 0, packing: 0 };
}

/** Matches the whole search as one condition, for queries that don't need its indexes. */
export function searchedFor(db: Database, text: string): SQL | undefined {
  return or(ofClient(db, text), withNumber(text), withIdLike(text));
}

function ordersWhere(db: Database, condition: SQL | undefined, reach: Reach) {
  return db
    .select({
      ...orderColumns,
      customerId: orders.customerId,
      companyName: listedName,
      zoneName: zones.name,
      paymentWay: orders.paymentWay,
      channel: orders.channel,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(runs, eq(runs.id, orders.runId))
    .leftJoin(zones, eq(zones.id, runs.zoneId))
    .where(condition)
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

function inOrder({ order }: Reach) {
  const towards = order === "newest first" ? desc : asc;
  return [towards(orders.placedAt), towards(orders.id)];
}

/** Matches orders placed on these days. */
export function placedIn(days: DayRange): SQL | undefined {
  const { since, before } = momentsOf(days);
  return and(since && gte(orders.placedAt, since), before && lt(orders.placedAt, before));
}

/** Matches orders of a status; without one, all placed orders. */
export function ofStatus(status: OrderFilter["status"]): SQL | undefined {
  if (status === "packed") return inArray(orders.status, ["fulfilled", "delivered"]);
  return status ? eq(orders.status, status) : ne(orders.status, "awaiting_payment");
}

/** Matches orders that wait for the owner; undefined for no filter. */
export function heldFor(held: OrderFilter["held"]): SQL | undefined {
  if (!held) return undefined;
  const reason = held === "new" ? orders.isNewClient : and(isOrderHeld, not(orders.isNewClient));
  return and(eq(orders.status, "pending"), reason);
}

/**
 * True for orders of which everything was refused. Looks at the few stops with a refusal first,
 * since most delivered orders have none.
 */
const isRefusedAtStop = sql<boolean>`(orders.stop_id is not null and orders.stop_id in (
  select stop_id from stop_events where kind = 'refused') and ${isAllRefused})`;

/** Matches orders by their next work; undefined for no filter. */
export function ofWork(work: OrderFilter["work"]): SQL | undefined {
  if (!work) return undefined;
  if (work === "packed") return eq(orders.status, "fulfilled");
  if (work === "refused") return isRefusedAtStop;
  if (work === "delivered") return and(eq(orders.status, "delivered"), not(isRefusedAtStop));
  return work === "held" ? seenAt.held : and(seenAt.packing, not(orders.isNewClient));
}

/** Matches the orders with these ids, ignoring malformed ones; undefined for no filter. */
export function ofIds(ids: readonly string[] | undefined): SQL | undefined {
  return ids && inArray(orders.id, ids.filter(isUuid));
}

/** Matches orders by their delivery; none for an unknown zone. */
export function deliveredBy(
  db: Database,
  {
    deliveryDay: day,
    dayBefore,
    delivery,
  }: Pick<OrderFilter, "deliveryDay" | "dayBefore" | "delivery">,
): SQL | undefined {
  return and(
    dayBefore ? lt(orders.deliveryDay, dayBefore) : undefined,
    day ? eq(orders.deliveryDay, day) : undefined,
    delivery ? inWay(db, delivery, day) : undefined,
  );
}

function inWay(db: Database, delivery: string, day: string | undefined): SQL | undefined {
  if (delivery === "counter") return eq(orders.channel, "counter");
  if (delivery === "placed") return ne(orders.channel, "counter");
  // Counter sales don't wait for a day.
  if (delivery === "none") return and(isNull(orders.deliveryDay), ne(orders.channel, "counter"));
  if (delivery === "delivery" || delivery === "pickup") return eq(orders.deliveryKind, delivery);
  if (!isUuid(delivery)) return sql`false`;
  const ofZone = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.zoneId, delivery), day ? eq(runs.date, day) : undefined));
  return inArray(orders.runId, ofZone);
}

/** Matches orders whose number is this one, or ends with it; undefined for any other text. */
export function withNumber(text: string): SQL | undefined {
  const meant = numbersMeant(text);
  if (!meant) return undefined;
  return "number" in meant
    ? eq(orders.number, meant.number)
    : sql`${orders.number} % 1000 = ${meant.lastThree}`;
}

/** Matches orders whose id contains this text; undefined if no id can. */
export function withIdLike(text: string): SQL | undefined {
  const part = partOfId(text);
  if (part === null) return undefined;
  // A few digits usually mean an order number. Within ids they would match many random ones, so
  // they only match at the start.
  const pattern = /^\d{1,7}$/.test(part) ? `${part}%` : `%${part}%`;
  return sql`replace(${orders.id}::text, '-', '') like ${pattern}`;
}

/**
 * Matches orders of clients found by the search. The few clients are scanned once and passed as an
 * array, because for a short list the planner would look up the client of each order.
 */
function ofClient(db: Database, text: string): SQL {
  const found = customersLike(db, containsPattern(text), phoneDigits(text));
  return sql`${orders.customerId} = any(array(${found}))`;
}

/**
 * Normalizes a full or partial order id as typed or pasted (either case, with or without hyphens or
 * the "…" of lists) to its hexadecimal digits; null if the text can't be part of an id.
 */
export function partOfId(text: string): string | null {
  const part = text
    .toLowerCase()
    .replace(/^#|(…|\.\.\.)$/g, "")
    .replaceAll("-", "");
  return /^[0-9a-f]{1,32}$/.test(part) ? part : null;
}
