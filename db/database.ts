import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

/**
 * The tables. A function that takes a database may be given a transaction too; its own
 * `db.transaction` is then a savepoint.
 */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/**
 * A handle inside `db.transaction(async (tx) => …)`. Ask for it where a function must not run
 * outside one. Inside, use only `tx`: the outer `db` takes another connection of the pool, does not
 * see what the transaction wrote, and waits for ever when every connection is in such a transaction.
 */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * What the database tells of, after the commit and never before. Payloads: `catalog_changed` the
 * table's name, `orders_changed` JSON `{ order_id, user_id }`, the others nothing; on all the
 * empty string means that something may have been missed, so look again.
 */
export type Channel = "catalog_changed" | "orders_changed" | "inbox_changed";

/** The channel on which pg-boss tells of new jobs. */
export type JobChannel = `pgboss_${string}`;

/** Where the database side writes its log lines; a pino logger is one. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** An open database. */
export interface OpenDatabase {
  db: Database;
  /**
   * Calls `onPayload` for every notification on the channel from when the promise resolves until
   * the returned function has been called. An error that it throws is logged and goes no further.
   */
  listen(
    channel: Channel | JobChannel,
    onPayload: (payload: string) => void,
  ): Promise<() => Promise<void>>;
  /** Ends everything that was opened. Calling it twice is once. Let requests in flight end first. */
  close(): Promise<void>;
}
