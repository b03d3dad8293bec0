import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { catalogue } from "#app/content/sample-catalogue.ts";
import { ensureAdmin } from "#server/seed/accounts.ts";
import { seedCatalogue } from "#server/seed/seed.ts";
import { createTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog, silentLog } from "#tests/setup/test-log.ts";
import { connect } from "./connect.ts";
import { openPostgres } from "./postgres.ts";
import { products } from "./schema/products.ts";

const dataDir = "/nowhere/not-used";

const patiently = { timeout: 10_000 };

let databaseUrl: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  ({ databaseUrl, drop } = await createTestDatabase());
});

afterEach(() => drop());

it("lets two processes open, migrate and seed an empty database concurrently", async () => {
  const start = async () => {
    const connection = await connect({ dataDir, databaseUrl, log: silentLog });
    const { db } = connection;
    const admin = await db.transaction(async (tx) => {
      await seedCatalogue(tx);
      return ensureAdmin(tx, { email: "admin@example.com" });
    });
    return { connection, admin };
  };
  const [one, other] = await Promise.all([start(), start()]);
  expect([one.admin.created, other.admin.created].sort()).toEqual([false, true]);
  expect(await one.connection.db.$count(products)).toBe(catalogue.length);
  await Promise.all([one.connection.close(), other.connection.close()]);

  const again = await connect({ dataDir, databaseUrl, log: silentLog });
  expect(again).toMatchObject({ isNew: false });
  await again.close();
  await again.close();
});

it("fails immediately when the server refuses the login, without naming the password", async () => {
  const url = databaseUrl.replace("shop@", "shop:s3cret@").replace(/test_\w+/, "no_such");
  const failure = connect({ dataDir, databaseUrl: url, log: silentLog });
  await expect(failure).rejects.toThrow(
    /^Cannot use the database at 127\.0\.0\.1:\d+\/no_such: database "no_such" does not exist$/,
  );
});

it("waits for a server that is not up yet, then gives up and names the server", async () => {
  const { log, lines } = recordingLog();
  const url = "postgres://shop:s3cret@127.0.0.1:1/shop";
  const failure = await openPostgres({ databaseUrl: url, log, patience: 2_000 }).catch(String);
  expect(failure).toMatch(/Cannot use the database at 127\.0\.0\.1:1\/shop: .*ECONNREFUSED/);
  const trying = { level: "warn", message: "the database is not up yet, trying again" };
  expect(lines).not.toEqual([]);
  for (const line of lines) expect(line).toMatchObject(trying);
  expect(JSON.stringify({ failure, lines })).not.toContain("s3cret");
});

it.each(["mysql://shop:s3cret@db/shop", "postgres://shop:s3#cret@db/shop", "s3cret"])(
  "refuses the database URL %s without repeating it",
  async (url) => {
    const failure = await openPostgres({ databaseUrl: url, log: silentLog }).catch(String);
    expect(failure).toContain("DATABASE_URL is not an address of the form postgres://");
    expect(failure).not.toContain("s3");
  },
);

it("survives connections that the server ends, idle or in use", async () => {
  const { log, lines } = recordingLog();
  const { db, close } = await openPostgres({ databaseUrl, log });
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

  const cut = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await db.execute(others);
    await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toThrow();
  await vi.waitFor(() => expect(lines).not.toEqual([]), patiently);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await close();
});

it("limits the time of a statement, but not of a migration", async () => {
  const { db, close } = await openPostgres({ databaseUrl, log: silentLog });
  expect((await db.execute(sql`show statement_timeout`)).rows).toEqual([
    { statement_timeout: "15s" },
  ]);
  await close();
});
