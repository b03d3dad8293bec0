import { sql } from "drizzle-orm";
import type { Log, OpenDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./pglite.ts";
import { openPostgres, type PostgresOptions } from "./postgres.ts";
import { seeds } from "./schema/seeds.ts";

export interface ConnectOptions {
  /** Where the embedded database lives; not touched when `databaseUrl` is given. */
  dataDir: string;
  databaseUrl?: string | undefined;
  log: Log;
  /** How long to wait for a PostgreSQL server that is not up yet, in ms (30 s). */
  patience?: number;
}

export interface Connection extends OpenDatabase {
  /**
   * True until a first start has been completed: nothing has been seeded yet. Seed in a single
   * transaction, and a start that was killed half-way is simply a first start again.
   */
  isNew: boolean;
}

/**
 * Opens the shop's database, with every migration applied: PostgreSQL when an address is given,
 * else the embedded one in `dataDir`. For the process entry; everything else is handed the `db`.
 *
 * @throws DataDirInUseError when another process has the folder; Error with one clear line when the
 *   server cannot be used or a migration fails
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const open = await openEngine(options);
  try {
    const planted = await open.db.select({ one: sql`1` }).from(seeds).limit(1);
    return { ...open, isNew: planted.length === 0 };
  } catch (error) {
    await open.close();
    throw error;
  }
}

async function openEngine({ dataDir, databaseUrl, log, patience }: ConnectOptions) {
  if (!databaseUrl) return openPglite(dataDir, log);
  const options = { databaseUrl, log, patience };
  await migrateServer(options);
  return openPostgres(options);
}

async function migrateServer(options: PostgresOptions): Promise<void> {
  // A migration takes as long as it takes, and so does waiting for another process's.
  const { db, close } = await openPostgres({ ...options, queryTimeout: 0 });
  try {
    const applied = await migrate(db);
    if (applied.length > 0) options.log.info({ applied }, "migrated the database");
  } finally {
    await close();
  }
}
