import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { OpenDatabase } from "#db/database.ts";
import { openEmbedded } from "#db/embedded/open.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import type { Place } from "./place.ts";

/** Recorded statements. */
export interface Statement {
  text: string;
  params: unknown[];
}

type Ask = (statement: Statement) => Promise<unknown[][]>;

/** Direct access to the database of a shop that is not running. */
export interface BareDatabase {
  /** For the shop's own code; sends no notifications. */
  connection: OpenDatabase;
  /** Everything sent through `connection` so far; empty it to start over. */
  sent: Statement[];
  ask: Ask;
  /** Runs in one transaction. */
  transaction(work: (ask: Ask) => Promise<void>): Promise<void>;
}

const bounds = /^(?:begin|commit|rollback|(?:release )?savepoint)/;

/** Opens it with as many connections as the shop uses; the caller closes `connection`. */
export async function openBare({ settings }: Place): Promise<BareDatabase> {
  const sent: Statement[] = [];
  const logger = {
    logQuery(text: string, params: unknown[]) {
      if (!bounds.test(text)) sent.push({ text, params });
    },
  };
  const listen = async () => async () => {};
  const { DATABASE_URL, DATA_DIR } = settings;
  const embedded = DATABASE_URL ? undefined : await openEmbedded(DATA_DIR, silentLog);
  const pool = new pg.Pool({ connectionString: DATABASE_URL ?? embedded?.url, max: 10 });
  // The database may be removed before an ended connection is gone.
  pool.on("error", () => undefined);
  const db = drizzle({ client: pool, logger });
  return {
    connection: {
      db,
      listen,
      async close() {
        await pool.end();
        await embedded?.close();
      },
    },
    sent,
    ask: askOn(pool),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query("begin");
        await work(askOn(client));
        await client.query("commit");
      } finally {
        client.release();
      }
    },
  };
}

function askOn(client: Pick<pg.Pool, "query"> | pg.PoolClient): Ask {
  return async ({ text, params }) => {
    const { rows } = await client.query<unknown[]>({ text, values: params, rowMode: "array" });
    return rows;
  };
}
