import { and, asc, between, desc, eq, ilike, inArray, type SQL } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { profiles } from "#db/schema/profiles.ts";
import { idsFrom } from "./id-range.ts";
import type { OrderFilter } from "./order.ts";
import { orderColumns } from "./order-queries.server.ts";

interface Reach {
  from: SQL | undefined;
  order: "newest first" | "oldest first";
  atMost: number;
}

/**
 * The orders of a filter with their clients' companies, at most so many from a place on, as a query;
 * for administrators, through `listOrdersForAdmin`, and for the test of its plan. By company and by
 * id are two questions with an answer each: under one "or" neither could use its index.
 */
export function ordersFound(db: Database, { status, search = "" }: OrderFilter, reach: Reach) {
  const within = and(status && eq(orders.status, status), reach.from);
  const text = searchText(search);
  if (text === null) return ordersWhere(db, within, reach);

  const found = ordersWhere(db, and(within, ofCompany(db, text)), reach);
  const ids = idsFrom(text);
  if (!ids) return found;
  const named = ordersWhere(db, and(within, between(orders.id, ids.first, ids.last)), reach);
  return union(found, named)
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

function ordersWhere(db: Database, condition: SQL | undefined, reach: Reach) {
  return db
    .select({ ...orderColumns, userId: orders.userId, companyName: profiles.companyName })
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

/** Clients are few beside orders, and their names are looked through once. */
export function ofCompany(db: Database, text: string): SQL {
  const pattern = containsPattern(text);
  const clients = db
    .select({ id: profiles.id })
    .from(profiles)
    .where(ilike(profiles.companyName, pattern));
  return inArray(orders.userId, clients);
}
