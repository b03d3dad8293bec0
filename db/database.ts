import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

export type Database = PgDatabase<NodePgQueryResultHKT>;

/**
 * A handle inside `db.transaction(async (tx) => …)`. Take this type if a function must run in a
 * transaction. Inside, use only `tx`: the outer `db` takes another connection from the pool, does
 * not see uncommitted writes, and deadlocks when every connection is in such a transaction.
 */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * Notification channels, sent on commit only. Payloads: `catalog_changed` and `delivery_changed`
 * the table's name, `orders_changed` JSON `{ order_id, customer_id, ship_to_id }`, `runs_changed`
 * the run's id, `staff_changed` the account's id, the others none. An empty string on any channel
 * means that notifications may have been missed, so reload.
 */
export type Channel =
  | "catalog_changed"
  | "orders_changed"
  | "inbox_changed"
  | "runs_changed"
  | "staff_changed"
  | "delivery_changed"
  | "settings_changed"
  | "stock_changed";

/** The channel on which pg-boss announces new jobs. */
export type JobChannel = `pgboss_${string}`;

/** The database layer's logger; a pino logger fits. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface OpenDatabase {
  db: Database;
  /** True for the embedded database, which no other process can have open. */
  isAlone?: boolean;
  /**
   * Calls `onPayload` for every notification on the channel, from when the promise resolves until
   * the returned function is called. An error that `onPayload` throws is logged and not propagated.
   */
  listen(
    channel: Channel | JobChannel,
    onPayload: (payload: string) => void,
  ): Promise<() => Promise<void>>;
  /** Closes everything that was opened. Idempotent. Let requests in flight finish first. */
  close(): Promise<void>;
}
