import { inject } from "vitest";
import type { Log, OpenDatabase } from "#db/database.ts";
import { prepareJobs } from "#db/jobs/jobs.ts";
import { openPostgres } from "#db/postgres.ts";
import "./servers/provided.ts";
import { createServerDatabase } from "./servers/server-database.ts";
import { silentLog } from "./test-log.ts";

/**
 * Opens a migrated, empty database for one test file.
 *
 * @example
 * let database: OpenDatabase;
 * beforeAll(async () => { database = await openTestDatabase(); });
 * afterAll(() => database.close());
 */
export async function openTestDatabase(log: Log = silentLog): Promise<OpenDatabase> {
  const { databaseUrl, drop } = await createMigratedDatabase();
  const open = await openPostgres({
    databaseUrl,
    log,
    listenerWaits: [10],
    // Some tests insert a hundred thousand rows.
    queryTimeout: 120_000,
  });
  await prepareJobs(open.db);
  return {
    ...open,
    async close() {
      await open.close();
      await drop();
    },
  };
}

/** Returns the address of a new migrated database, for programs that open it themselves. */
export function createMigratedDatabase() {
  return createTestDatabase(inject("testDatabase").template);
}

/** Returns the address of a new database on the test server, by default empty. */
export async function createTestDatabase(
  template?: string,
): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const { url, drop } = await createServerDatabase(inject("testDatabase").serverUrl, template);
  return { databaseUrl: url, drop };
}
