import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

// The part of a raw result that both drivers share.
interface Result<Row> {
  rows: Row[];
  rowCount?: number | null;
}

interface ResultKind extends PgQueryResultHKT {
  readonly type: Result<this["row"]>;
}

/**
 * The tables, whichever engine keeps them. A function that takes one may be given a transaction
 * too; its own `db.transaction` is then a savepoint.
 */
export type Database = PgDatabase<ResultKind>;

/**
 * A handle inside `db.transaction(async (tx) => …)`. Ask for it where a function must not run
 * outside one. Inside, use only `tx`: the embedded database has a single session, so a query on
 * the outer `db` would wait for the transaction that waits for it.
 */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * What the database tells of, after the commit and never before. Payloads: `catalog_changed` the
 * table's name, `orders_changed` JSON `{ order_id, user_id }`, the others nothing; on all the
 * empty string means that something may have been missed, so look again.
 */
export const channels = [
  "catalog_changed",
  "orders_changed",
  "inbox_changed",
  "mail_queued",
] as const;

export type Channel = (typeof channels)[number];

/** Where the database side writes its log lines; a pino logger is one. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** An open database of either engine. */
export interface OpenDatabase {
  db: Database;
  engine: "pglite" | "postgres";
  /**
   * Calls `onPayload` for every notification on the channel from when the promise resolves until
   * the returned function has been called. An error that it throws is logged and goes no further.
   */
  listen(channel: Channel, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Ends everything that was opened. Calling it twice is once. Let requests in flight end first. */
  close(): Promise<void>;
}
