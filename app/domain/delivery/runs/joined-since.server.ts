import { type SQL, sql } from "drizzle-orm";

/** The action in the histories of a run and of an order that was added to it late. */
export const lateOrderAdded = "late order added";

/** Matches the entries that say that an order came to its stop. For queries of `audit_log`. */
export const isJoining = sql.raw(`entity = 'order'
  and action in ('${lateOrderAdded}', 'moved as packed', 'day changed')`);

/** True if an order was moved to its stop or added to its run after a time. For queries of `orders`. */
export const joinedAfter = (time: SQL) => joinedAfterOf("orders.id", time);

const joinedAfterOf = (orderId: "orders.id" | "others.id", time: SQL) =>
  sql<boolean>`exists (select from audit_log where ${isJoining}
    and entity_id = ${sql.raw(orderId)}::text and at > ${time})`;

/**
 * True if a packed order came to its stop after the last report there, which doesn't cover it, so
 * the driver goes there again. For queries of `orders`, or by the name given.
 */
export const isJoinedSinceOf = (orders: "orders" | "others") =>
  sql<boolean>`(${sql.raw(orders)}.status = 'fulfilled' and exists (
    select from run_stops as visited where visited.id = ${sql.raw(orders)}.stop_id
      and visited.state <> 'waiting'
      and ${joinedAfterOf(`${orders}.id`, sql`visited.visited_at`)}))`;

export const isJoinedSince = isJoinedSinceOf("orders");

/** True if nobody took an order at its stop, or it was kept back. For queries of `orders`. */
export const wasNotTaken = (...states: ("not_home" | "kept")[]) =>
  sql<boolean>`exists (select from run_stops as visited where visited.id = orders.stop_id
    and visited.state in (${sql.raw(states.map((state) => `'${state}'`).join())})
    and not ${joinedAfter(sql`visited.visited_at`)})`;
