import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { type DayRange, momentsOf } from "#app/lib/day-range.ts";
import { containsPattern, phoneDigits, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { listedName, profiles } from "#db/schema/profiles.ts";
import { isClientLike } from "#db/search.ts";
import { partOfId } from "../id-part.ts";
import type { OrderFilter } from "../order.ts";
import { orderColumns } from "./order-queries.server.ts";

interface Reach {
  from: SQL | undefined;
  order: "newest first" | "oldest first";
  atMost: number;
}

/**
 * The orders of a filter with their clients' companies, at most so many from a place on, as a query;
 * for administrators, through `listOrdersForAdmin`, and for the test of its plan. By client and by
 * id are two questions with an answer each: under one "or" neither could use its index.
 */
export function ordersFound(
  db: Database,
  { status, days = {}, search = "" }: OrderFilter,
  reach: Reach,
) {
  const within = and(status && eq(orders.status, status), placedIn(days), reach.from);
  const text = searchText(search);
  if (text === null) return ordersWhere(db, within, reach);

  const found = ordersWhere(db, and(within, ofClient(db, text)), reach);
  const id = withIdLike(text);
  if (!id) return found;
  const named = ordersWhere(db, and(within, id), reach);
  return union(found, named)
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

function ordersWhere(db: Database, condition: SQL | undefined, reach: Reach) {
  return db
    .select({ ...orderColumns, userId: orders.userId, companyName: listedName })
    .from(orders)
    .leftJoin(profiles, eq(profiles.id, orders.userId))
    .where(condition)
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

function inOrder({ order }: Reach) {
  const towards = order === "newest first" ? desc : asc;
  return [towards(orders.placedAt), towards(orders.id)];
}

/** Holds for the orders that were placed on these days. */
export function placedIn(days: DayRange): SQL | undefined {
  const { since, before } = momentsOf(days);
  return and(since && gte(orders.placedAt, since), before && lt(orders.placedAt, before));
}

/** Holds for the orders whose id has this text in it; undefined for a text that no id has. */
export function withIdLike(text: string): SQL | undefined {
  const part = partOfId(text);
  return part === null ? undefined : sql`replace(${orders.id}::text, '-', '') like ${`%${part}%`}`;
}

/** Holds for the orders of clients that a search is for: few beside orders, and looked through once. */
export function ofClient(db: Database, text: string): SQL {
  const clients = db
    .select({ id: user.id })
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .where(isClientLike(containsPattern(text), phoneDigits(text)));
  return inArray(orders.userId, clients);
}
