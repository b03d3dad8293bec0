import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database, Log, OpenDatabase } from "./database.ts";
import { databaseErrorOf, reasonOf } from "./database-error.ts";
import { keepPlans } from "./kept-plans.ts";
import { createListener } from "./listener.ts";
import { lockName } from "./locks.ts";

export interface PostgresOptions {
  databaseUrl: string;
  /**
   * Address of the server itself, if `databaseUrl` is a pooler in transaction mode. LISTEN uses it,
   * and the limits of sessions are then those of the role (`keepLimitsOfRole`).
   */
  directUrl?: string | undefined;
  log: Log;
  /** How long to wait for a server that is not up yet, in ms. */
  patience?: number;
  /**
   * Client-side query timeout in ms, 0 for none. Normally a little longer than the server's own
   * limit, for a server that has silently gone away.
   */
  queryTimeout?: number;
  /** Delays between attempts to restore a lost LISTEN connection, in ms. */
  listenerWaits?: number[];
}

/** Prefix of the names of all sessions of one `openPostgres`, and of no others. */
export const sessionsOf = "^beef-shop [0-9a-f-]{36}";

/**
 * Opens a pool on a PostgreSQL server (15 or later), waiting for one that is still starting. Does
 * not migrate. LISTEN needs a real session: `databaseUrl` is the address of the server or of a
 * pooler in session mode; a pooler in transaction mode also needs `directUrl`.
 *
 * @throws Error naming the server, never the password, when the connection is refused
 */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const { databaseUrl, directUrl, log, patience = 30_000, listenerWaits } = options;
  const server = describeServer(databaseUrl);
  const name = `beef-shop ${randomUUID()}`;
  const pool = createPool(options, name);
  try {
    await waitForServer(pool, server, log, patience);
    if (directUrl) await expectLimits(pool, server, log);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const listener = createListener(
    () =>
      new pg.Client({
        connectionString: directUrl ?? databaseUrl,
        application_name: `${name} listener`,
        connectionTimeoutMillis: 5_000,
        query_timeout: 10_000,
        keepAlive: true,
      }),
    log,
    listenerWaits,
  );
  let closing: Promise<void> | undefined;
  return {
    db: drizzle({ client: pool }),
    listen: listener.listen,
    close() {
      closing ??= listener.close().finally(() => pool.end());
      return closing;
    },
  };
}

/** What a query and an idle transaction of the shop may take, by the server's clock. */
const limits = { statement_timeout: "15s", idle_in_transaction_session_timeout: "30s" };

const inUtc = "set timezone = 'UTC'";

function createPool(options: PostgresOptions, name: string): pg.Pool {
  const { databaseUrl, directUrl, log, queryTimeout = 16_000 } = options;
  const settings = Object.entries(limits).map(([limit, time]) => `set ${limit} = '${time}'`);
  // In transaction mode, a pooler gives every transaction any connection, so a limit set on one
  // would stay for the next client. It keeps the time zone of each client itself.
  const atConnect = directUrl ? inUtc : [...settings, inUtc].join("; ");
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: name,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeout,
    idleTimeoutMillis: 30_000,
    // A server's process never gives memory back, and keeps plans for as long as it lives.
    maxLifetimeSeconds: 600,
    keepAlive: true,
    // Statements of a transaction that do not wait for each other share a round trip (decision 90).
    pipeline: true,
    // Sent as a query because poolers refuse these as connection parameters.
    onConnect: async (client) => {
      await client.query(atConnect);
    },
  });
  // A connection may die at any time, also between two queries of a transaction. Without an error
  // listener that would end the process; with one, only the pending query fails.
  pool.on("connect", (client) => {
    if (!directUrl) keepPlans(client);
    writeTogether(client);
    client.on("error", (error) => {
      // A connection that is being closed may be lost: the pool does not wait for it.
      if (!pool.ending) log.warn({ reason: reasonOf(error) }, "lost a connection to the database");
    });
  });
  // The pool repeats the failure for idle connections; it is logged above, but needs a listener.
  pool.on("error", () => undefined);
  return pool;
}

/**
 * Makes the limits of a query and of an idle transaction those of the connected role in this
 * database, for every later session. Needed behind a pooler in transaction mode, which keeps no
 * session settings. Call it on a direct connection.
 */
export async function keepLimitsOfRole(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Processes that start together would both replace the same row.
    await lockName(tx, "limits of the role");
    const { rows } = await tx.execute<{ name: string }>(sql`select current_database() as name`);
    const database = pg.escapeIdentifier(rows[0]?.name ?? "");
    for (const [limit, time] of Object.entries(limits)) {
      const setting = `set ${limit} = ${pg.escapeLiteral(time)}`;
      await tx.execute(sql.raw(`alter role current_user in database ${database} ${setting}`));
    }
  });
}

/** Warns when the pooler's connections lack the role's limits: they are older, or of another role. */
async function expectLimits(pool: pg.Pool, server: string, log: Log): Promise<void> {
  const { rows } = await pool.query("select current_setting('statement_timeout') as kept");
  if (rows[0]?.kept === limits.statement_timeout) return;
  log.warn(
    { server },
    "the pooler's connections have no limit of time: let it connect anew, as the role of DATABASE_DIRECT_URL",
  );
}

/**
 * Writes what is sent at the same time in one piece: a write costs more than the statement in it.
 * The stream is released when the code that is running now has sent everything that it can.
 */
function writeTogether(client: pg.PoolClient): void {
  const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection;
  const send = client.query.bind(client) as (...asked: unknown[]) => unknown;
  let isHeld = false;
  const release = () => {
    isHeld = false;
    stream.uncork();
  };
  client.query = ((...asked: unknown[]) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      process.nextTick(release);
    }
    return send(...asked);
  }) as typeof client.query;
}

async function waitForServer(pool: pg.Pool, server: string, log: Log, patience: number) {
  const deadline = Date.now() + patience;
  for (let pause = 250; ; pause = Math.min(pause * 2, 2_000)) {
    try {
      await pool.query("select 1");
      return;
    } catch (error) {
      const reason = reasonOf(error);
      if (!mayPass(error) || Date.now() + pause > deadline) {
        throw new Error(`Cannot use the database at ${server}: ${reason}`, { cause: error });
      }
      log.warn({ server, reason }, "the database is not up yet, trying again");
      await wait(pause);
    }
  }
}

/** True if waiting may help: no server yet, starting or stopping, or out of connections. */
function mayPass(error: unknown): boolean {
  const code = databaseErrorOf(error)?.code;
  return code === undefined || code.startsWith("57P") || code === "53300";
}

export interface Session {
  client: pg.Client;
  db: Database;
  close(): Promise<void>;
}

/**
 * Opens a session without timeouts, for backups and restores. Does not migrate. Needs the server's
 * own address: a pooler in transaction mode keeps neither its settings nor its locks.
 *
 * @throws Error naming the server, never the password, when the connection is refused
 */
export async function openSession(databaseUrl: string): Promise<Session> {
  const server = describeServer(databaseUrl);
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "beef-shop backup",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A lost connection fails the pending query, but the event still needs a listener.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'",
    );
  } catch (error) {
    await client.end();
    throw new Error(`Cannot use the database at ${server}: ${reasonOf(error)}`, { cause: error });
  }
  return { client, db: drizzle({ client }), close: () => client.end() };
}

/** Returns `host:port/database` of an address, without its credentials. */
function describeServer(databaseUrl: string): string {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new Error(
      "DATABASE_URL is not an address of the form postgres://user:password@host:5432/database " +
        "(special characters in the password must be percent-encoded)",
    );
  }
  const url = new URL(databaseUrl);
  const host = url.hostname || url.searchParams.get("host") || "localhost";
  return `${decodeURIComponent(host)}:${url.port || "5432"}${url.pathname}`;
}
