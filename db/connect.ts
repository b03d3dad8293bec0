import { sql } from "drizzle-orm";
import type { Log, OpenDatabase } from "./database.ts";
import { type EmbeddedDatabase, openEmbedded } from "./embedded/open.ts";
import { migrate } from "./migrate.ts";
import { renewNaturalOrder } from "./natural-order.ts";
import { keepLimitsOfRole, openPostgres, type PostgresOptions } from "./postgres.ts";
import { seeds } from "./schema/system.ts";

export interface ConnectOptions {
  /** The embedded database's folder; unused if `databaseUrl` is given. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Address of the server itself, if `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl?: string | undefined;
  log: Log;
  /** How long to wait for a PostgreSQL server that is not up yet, in ms (30 s). */
  patience?: number;
  /** Client-side query timeout in ms (16 s); 0 disables it. */
  queryTimeout?: number;
}

export interface Connection extends OpenDatabase {
  /**
   * True until a first start has completed. Seed in a single transaction, so that the next start
   * after a kill is a first start again.
   */
  isNew: boolean;
  /** The embedded server, unless a `databaseUrl` was given. */
  embedded?: EmbeddedDatabase;
}

/**
 * Opens the shop's database with all migrations applied: on the server at the given address, or
 * else on the embedded one in `dataDir`, which it starts and stops. For the process entry only; all
 * other code is passed the `db`.
 *
 * @throws DataDirInUseError when another process has the folder; Error with a one-line message when
 *   the server cannot be used or a migration fails
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { dataDir, databaseUrl, databaseDirectUrl, log } = options;
  if (databaseUrl) return openMigrated({ ...options, databaseUrl, directUrl: databaseDirectUrl });
  const embedded = await openEmbedded(dataDir, log);
  try {
    const open = await openMigrated({ ...options, databaseUrl: embedded.url });
    let closing: Promise<void> | undefined;
    return {
      ...open,
      embedded,
      isAlone: true,
      close() {
        closing ??= open.close().finally(embedded.close);
        return closing;
      },
    };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function openMigrated(options: PostgresOptions): Promise<Connection> {
  await migrateServer(options);
  const open = await openPostgres(options);
  try {
    const planted = await open.db.select({ one: sql`1` }).from(seeds).limit(1);
    return { ...open, isNew: planted.length === 0 };
  } catch (error) {
    await open.close();
    throw error;
  }
}

async function migrateServer(options: PostgresOptions): Promise<void> {
  // Without a timeout, since migrations, our own or another process's, may take long; and on the
  // server itself, since a pooler may limit them.
  const { databaseUrl, directUrl, ...others } = options;
  const server = directUrl ?? databaseUrl;
  const { db, close } = await openPostgres({ ...others, databaseUrl: server, queryTimeout: 0 });
  try {
    const applied = await migrate(db);
    if (applied.length > 0) options.log.info({ applied }, "migrated the database");
    await renewNaturalOrder(db, options.log);
    if (directUrl) await keepLimitsOfRole(db);
  } finally {
    await close();
  }
}
