import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { startWireDatabase, type WireDatabase } from "#tests/setup/servers/wire-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import type { OpenDatabase } from "./database.ts";
import { openPostgres } from "./postgres.ts";

let server: WireDatabase;
let database: OpenDatabase;
const { log } = recordingLog();

beforeEach(async () => {
  server = await startWireDatabase(inject("testDatabase").serverUrl);
  database = await openPostgres({ databaseUrl: server.url, log, queryTimeout: 1_000 });
});

afterEach(async () => {
  // Closes the silenced connections, which would never end.
  await server.goAway();
  await database.close();
  await server.stop();
});

const ask = () => database.db.execute(sql`select 1 as one`);

it("abandons a query that a silent server does not answer, and its connection", async () => {
  await ask();
  server.fallSilent();
  await expect(ask()).rejects.toMatchObject({ cause: { message: "Query read timeout" } });
  await server.comeBack();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

it("abandons a transaction in the middle of it", async () => {
  const cut = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    server.fallSilent();
    await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toThrow();
  await server.comeBack();
  // Its connection went back to the pool; the next query finds out that it is dead.
  await expect.poll(async () => (await ask()).rows).toEqual([{ one: 1 }]);
});
