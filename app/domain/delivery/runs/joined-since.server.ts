import { type SQL, sql } from "drizzle-orm";

/** The action in the histories of a run and of an order that was added to it late. */
export const lateOrderAdded = "late order added";

/** Matches the entries that say that an order came to its stop. For queries of `audit_log`. */
export const isJoining = sql.raw(`entity = 'order'
  and action in ('${lateOrderAdded}', 'moved as packed', 'day changed')`);

/**
 * True if an order came to its stop after a time: it was moved there or added to its run since. For
 * queries of `orders`.
 */
export const joinedAfter = (time: SQL) => joinedAfterOf("orders.id", time);

/** The same for an order's id by another name. */
const joinedAfterOf = (orderId: "orders.id" | "others.id", time: SQL) =>
  sql<boolean>`exists (select from audit_log where ${isJoining}
    and entity_id = ${sql.raw(orderId)}::text and at > ${time})`;

/**
 * True if a packed order came to its stop after what was last reported there, which says nothing of
 * it: its driver goes there again. For queries of `orders`, or by the name given.
 */
export const isJoinedSinceOf = (orders: "orders" | "others") =>
  sql<boolean>`(${sql.raw(orders)}.status = 'fulfilled' and exists (
    select from run_stops as visited where visited.id = ${sql.raw(orders)}.stop_id
      and visited.state <> 'waiting'
      and ${joinedAfterOf(`${orders}.id`, sql`visited.visited_at`)}))`;

export const isJoinedSince = isJoinedSinceOf("orders");

/**
 * True if nobody took an order when its stop was visited: no one was there, or it was kept back. For
 * queries of `orders`.
 */
export const wasNotTaken = (...states: ("not_home" | "kept")[]) =>
  sql<boolean>`exists (select from run_stops as visited where visited.id = orders.stop_id
    and visited.state in (${sql.raw(states.map((state) => `'${state}'`).join())})
    and not ${joinedAfter(sql`visited.visited_at`)})`;
