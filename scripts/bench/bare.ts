import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import pg from "pg";
import type { OpenDatabase } from "#db/database.ts";
import type { Place } from "./place.ts";

/** What was sent to the database. */
export interface Statement {
  text: string;
  params: unknown[];
}

type Ask = (statement: Statement) => Promise<unknown[][]>;

/** The database of a shop that is not open, without anything between. */
export interface BareDatabase {
  /** For the shop's own code; tells of nothing. */
  connection: OpenDatabase;
  /** Everything that went through `connection` so far; empty it to begin anew. */
  sent: Statement[];
  ask: Ask;
  /** Within one transaction. */
  transaction(work: (ask: Ask) => Promise<void>): Promise<void>;
}

const bounds = /^(?:begin|commit|rollback|(?:release )?savepoint)/;

/** Opens it with as many connections as the shop has; whoever opens it closes `connection`. */
export async function openBare({ settings }: Place): Promise<BareDatabase> {
  const sent: Statement[] = [];
  const logger = {
    logQuery(text: string, params: unknown[]) {
      if (!bounds.test(text)) sent.push({ text, params });
    },
  };
  const listen = async () => async () => {};
  const { DATABASE_URL, DATA_DIR } = settings;
  if (!DATABASE_URL) {
    const client = await PGlite.create({ dataDir: join(DATA_DIR, "db") });
    const db = drizzlePglite({ client, logger });
    return {
      connection: { db, engine: "pglite", listen, close: () => client.close() },
      sent,
      ask: askPglite(client),
      transaction: (work) => client.transaction((tx) => work(askPglite(tx))),
    };
  }
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  // The database may be removed before a connection that has been ended has gone.
  pool.on("error", () => undefined);
  const db = drizzlePostgres({ client: pool, logger });
  return {
    connection: { db, engine: "postgres", listen, close: () => pool.end() },
    sent,
    ask: askPostgres(pool),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query("begin");
        await work(askPostgres(client));
        await client.query("commit");
      } finally {
        client.release();
      }
    },
  };
}

function askPglite(client: Pick<PGlite, "query">): Ask {
  return async ({ text, params }) => {
    const { rows } = await client.query<unknown[]>(text, params, { rowMode: "array" });
    return rows;
  };
}

function askPostgres(client: Pick<pg.Pool, "query"> | pg.PoolClient): Ask {
  return async ({ text, params }) => {
    const { rows } = await client.query<unknown[]>({ text, values: params, rowMode: "array" });
    return rows;
  };
}
