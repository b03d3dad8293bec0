import { sql } from "drizzle-orm";

/** The rule for a query that joins `runs` with an order's columns under another name. */
export const isLeftBehindOf = (order: "orders" | "lines") =>
  sql<boolean>`coalesce(${sql.raw(order)}.status = 'fulfilled'
    and runs.departed_at <= ${sql.raw(order)}.left_behind_at, false)`;

/**
 * True if an order was packed after its run had left, so that it isn't on the truck: it waits in the
 * shop for another day, or for somebody to say that it was loaded all the same, by adding it to the
 * run as a late order (`addToRun`). For queries of `orders`.
 */
export const isLeftBehind = sql<boolean>`exists (
  select from runs where runs.id = orders.run_id and ${isLeftBehindOf("orders")})`;

/** The packed orders that are on the truck, or would be if the run left now. For queries of `orders`. */
export const isOnBoard = sql<boolean>`(orders.status = 'fulfilled' and not ${isLeftBehind})`;
