import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import type { Log, OpenDatabase } from "#db/database.ts";
import { fromPglite } from "#db/pglite.ts";
import { openPostgres } from "#db/postgres.ts";
import { runOnServer } from "./postgres-server.ts";
import "./provided.ts";
import { silentLog } from "./test-log.ts";

/**
 * A migrated, empty database of the file's own, on the engine of the project that runs it.
 *
 * @example
 * let database: OpenDatabase;
 * beforeAll(async () => { database = await openTestDatabase(); });
 * afterAll(() => database.close());
 */
export async function openTestDatabase(log: Log = silentLog): Promise<OpenDatabase> {
  const source = inject("testDatabase");
  if (source.engine === "pglite") return fromPglite(await cloneSnapshot(), log);
  const { databaseUrl, drop } = await createTestDatabase(source.template);
  const open = await openPostgres({ databaseUrl, log, listenerWaits: [10] });
  return {
    ...open,
    async close() {
      await open.close();
      await drop();
    },
  };
}

/** A copy of the migrated embedded database, in memory or in the given folder. */
export async function cloneSnapshot(dataDir?: string): Promise<PGlite> {
  const source = inject("testDatabase");
  if (source.engine !== "pglite") throw new Error("This test is about the embedded database");
  return PGlite.create({ dataDir, loadDataDir: new Blob([await readFile(source.snapshot)]) });
}

/** A database on the test server: a copy of the template, or without one an empty database. */
export async function createTestDatabase(
  template = "template1",
): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const source = inject("testDatabase");
  if (source.engine !== "postgres") throw new Error("This test is about PostgreSQL");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(source.serverUrl, `create database ${name} template ${template}`);
  return {
    databaseUrl: source.serverUrl.replace(/\w+$/, name),
    drop: () => runOnServer(source.serverUrl, `drop database if exists ${name} with (force)`),
  };
}
