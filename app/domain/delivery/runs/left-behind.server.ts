import { sql } from "drizzle-orm";

/** `isLeftBehind` for a query that joins `runs` and names the order's columns otherwise. */
export const isLeftBehindOf = (order: "orders" | "lines") =>
  sql<boolean>`coalesce(${sql.raw(order)}.status = 'fulfilled'
    and runs.departed_at <= ${sql.raw(order)}.left_behind_at, false)`;

/**
 * True if an order was packed after its run had left. It waits in the shop for another day, or
 * until somebody says that it was loaded after all, by adding it to the run (`addToRun`). For
 * queries of `orders`.
 */
export const isLeftBehind = sql<boolean>`exists (
  select from runs where runs.id = orders.run_id and ${isLeftBehindOf("orders")})`;

/** True for packed orders on the truck, or that would be if it left. For queries of `orders`. */
export const isOnBoard = sql<boolean>`(orders.status = 'fulfilled' and not ${isLeftBehind})`;
