import type pg from "pg";
import type { OpenDatabase } from "#db/database.ts";
import { openEmbedded } from "#db/embedded/open.ts";
import { openPostgres } from "#db/postgres.ts";
import { poolOf, type SentStatement, watchStatements } from "#tests/setup/statements.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import type { Place } from "./place.ts";

export type Statement = SentStatement;

type Ask = (statement: Pick<Statement, "text" | "params">) => Promise<unknown[][]>;

/** Direct access to the database of a shop that is not running. */
export interface BareDatabase {
  /** For the shop's own code; sends no notifications. */
  connection: OpenDatabase;
  /** Everything sent through `connection` so far; empty it to start over. */
  sent: Statement[];
  ask: Ask;
  transaction(work: (ask: Ask) => Promise<void>): Promise<void>;
}

const bounds = /^(?:begin|commit|rollback|(?:release )?savepoint)/;

/** Opens the database with the shop's number of connections; the caller closes `connection`. */
export async function openBare({ settings }: Place): Promise<BareDatabase> {
  const { DATABASE_URL, DATA_DIR } = settings;
  const embedded = DATABASE_URL ? undefined : await openEmbedded(DATA_DIR, silentLog);
  const databaseUrl = DATABASE_URL ?? embedded?.url ?? "";
  const open = await openPostgres({ databaseUrl, log: silentLog, queryTimeout: 0 });
  const pool = poolOf(open.db);
  const sent: Statement[] = [];
  watchStatements(pool, (statement) => {
    if (!bounds.test(statement.text)) sent.push(statement);
  });
  return {
    connection: {
      db: open.db,
      listen: async () => async () => {},
      async close() {
        await open.close();
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

/** The statements of each round trip. */
export function tripsOf(statements: readonly Statement[]): Statement[][] {
  const trips = Map.groupBy(statements, ({ trip }) => trip);
  return [...trips.values()];
}

function askOn(client: Pick<pg.Pool, "query"> | pg.PoolClient): Ask {
  return async ({ text, params }) => {
    const { rows } = await client.query<unknown[]>({ text, values: params, rowMode: "array" });
    return rows;
  };
}
