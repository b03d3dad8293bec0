import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { verifiedManifest } from "#server/backup/manifest.ts";
import { differences, loadRows, loadTables } from "#server/backup/tables.ts";
import { catalogueOf } from "#tests/setup/tables/catalogue.ts";
import { createTestDatabase } from "#tests/setup/test-database.ts";
import { BeforeBaselineError, baseline } from "./baseline.ts";
import { migrate, missingFrom } from "./migrate.ts";
import { openSession, type Session } from "./postgres.ts";

// The fixtures are the schema and a backup of the last version before the baseline (commit
// 6744ac7), with orders, packages, invoices and a credit note.
const fixtures = join(import.meta.dirname, "../tests/fixtures");
const backup = join(fixtures, "backup-0055");

let session: Session;
beforeEach(async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  session = await openSession(databaseUrl);
  onTestFinished(async () => {
    await session.close();
    await drop();
  });
});

const read = async (query: string) => (await session.db.execute(sql.raw(query))).rows;

const names = async () =>
  (await read("select name from schema_migrations order by name")).map(({ name }) => name);

/** Creates a database as that version left it, without our functions. */
async function earlierShop() {
  const manifest = await verifiedManifest(backup);
  await session.db.transaction((tx) =>
    loadRows({ client: session.client, db: tx }, backup, manifest, () => undefined),
  );
  return manifest;
}

it("creates the same schema as the migrations that it replaced", async () => {
  await migrate(session.db, undefined, baseline);
  const before = gunzipSync(await readFile(join(fixtures, "schema-0055.txt.gz"))).toString();
  expect((await catalogueOf(session.db)).join("\n")).toBe(before);
});

it("accepts every row of a backup of the previous version", async () => {
  const manifest = await earlierShop();
  const rows = Object.entries(manifest.tables).map(([name, table]) => [name, table.rows]);
  expect(Object.fromEntries(rows)).toMatchObject({ orders: 8, packages: 26, documents: 5 });
  expect(await differences(session, backup, manifest)).toEqual([]);
});

it("is recorded in a database of the previous version, which then migrates further", async () => {
  await earlierShop();
  expect(await names()).toHaveLength(56);
  const orders = await read("select count(*) from orders");
  expect(await migrate(session.db)).toContain("keep_ledger");
  expect(await names()).toContain(baseline);
  expect(await names()).not.toContain("0055_frozen-lines");
  expect(await missingFrom(session.db)).toEqual([]);
  expect(await read("select count(*) from orders")).toEqual(orders);
  expect(await migrate(session.db)).toEqual([]);
});

it("restores a backup of the previous version with all triggers", async () => {
  const manifest = await verifiedManifest(backup);
  await loadTables(
    session,
    backup,
    manifest,
    () => undefined,
    async () => undefined,
  );
  expect(await missingFrom(session.db)).toEqual([]);
  await expect(read("delete from ledger_entries")).rejects.toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ constraint: "ledger_append_only" }),
    }),
  );
});

it("refuses a database older than the previous version in one line that names the version to upgrade with, and changes nothing", async () => {
  await earlierShop();
  await read("delete from schema_migrations where name > '0031'");
  const failure = await migrate(session.db).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(BeforeBaselineError);
  expect(String(failure)).toMatch(
    /ends with migration 0030_bank-files, .+ Check out commit 6744ac7 .+[^\n]$/,
  );
  expect(await names()).toHaveLength(31);
  await expect(migrate(session.db, undefined, "0030_bank-files")).rejects.toThrow(
    BeforeBaselineError,
  );
});
