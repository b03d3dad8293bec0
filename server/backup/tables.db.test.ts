import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { BeforeBaselineError, baseline } from "#db/baseline.ts";
import type { Database } from "#db/database.ts";
import { migrate, missingFrom, UnknownMigrationError } from "#db/migrate.ts";
import { openSession, type Session } from "#db/postgres.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { contactMessages } from "#db/schema/inquiries.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { tableDigests } from "#tests/setup/tables/table-digests.ts";
import { createMigratedDatabase, createTestDatabase } from "#tests/setup/test-database.ts";
import { differences, dumpTables, loadTables } from "./tables.ts";

type Dump = Awaited<ReturnType<typeof dumpTables>>;

let folder: string;
let shop: Awaited<ReturnType<typeof session>>;
let target: Awaited<ReturnType<typeof session>>;

async function session(database: Promise<{ databaseUrl: string; drop: () => Promise<void> }>) {
  const { databaseUrl, drop } = await database;
  const open = await openSession(databaseUrl);
  onTestFinished(async () => {
    await open.close();
    await drop();
  });
  return { ...open, databaseUrl };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shop-tables-"));
  shop = await session(createMigratedDatabase());
  target = await session(createTestDatabase());
});

afterEach(() => removeFolder(folder));

/** Everything that breaks text formats: line ends, tabs, backslashes, nulls, and other scripts. */
const awkward = "one\ntwo\r\n\ttabbed\\N \\. ਪੰਜਾਬੀ 北京 \u{1f969}";

async function trade({ db }: Session): Promise<void> {
  const { user } = await insertClient(db, { profile: { notes: awkward } });
  await insertProduct(db);
  await insertOrder(db, user.id);
  await db
    .insert(contactMessages)
    .values({ name: "Ann", email: "ann@example.com", message: awkward });
  await lastAudit(db);
}

const lastAudit = async (db: Database) => {
  const entry = { actorEmail: "ann@example.com", entity: "order", entityId: "1" } as const;
  const [row] = await db
    .insert(auditLog)
    .values({ ...entry, action: "tested" })
    .returning();
  return row?.id;
};

const migrationNames = async ({ client }: Session): Promise<string[]> => {
  const { rows } = await client.query("select name from schema_migrations order by name");
  return rows.map(({ name }) => name);
};

const dump = (of: Session) => dumpTables(of, folder, () => undefined);

const load = (dumped: Dump, into = target) =>
  loadTables(
    into,
    folder,
    { format: 2, takenAt: new Date().toISOString(), ...dumped },
    () => undefined,
    async () => undefined,
  );

it("restores every table unchanged, and nothing twice", async () => {
  await trade(shop);
  const dumped = await dump(shop);
  await load(dumped);
  expect(await tableDigests(target.db, [])).toEqual(await tableDigests(shop.db, []));
  expect(await missingFrom(target.db)).toEqual([]);
  expect(await migrate(target.db)).toEqual([]);
  // Sequences continue, and triggers work again.
  expect(await lastAudit(target.db)).toBe(await lastAudit(shop.db));
  await trade(target);
  await trade(shop);
  const orders = sql`select (select count(*) from orders) as orders, (select last_number from document_series where series = 'INV') as last`;
  expect((await target.db.execute(orders)).rows).toEqual((await shop.db.execute(orders)).rows);
});

it("names differences from the backup", async () => {
  await trade(shop);
  const dumped = { format: 2, takenAt: new Date().toISOString(), ...(await dump(shop)) } as const;
  await load(dumped);
  expect(await differences(target, folder, dumped)).toEqual([]);
  await target.client.query("update contact_messages set message = 'another'");
  await target.client.query("delete from orders");
  await lastAudit(target.db);
  const found = await differences(target, folder, dumped);
  expect(found).toEqual(["audit_log", "contact_messages", "orders", "audit_log_id_seq"]);
});

it("reports the progress of each table", async () => {
  await trade(shop);
  const told: unknown[] = [];
  const dumped = await dumpTables(shop, folder, (...rows) => told.push(rows));
  expect(told).toContainEqual(["orders", 1]);
  expect(dumped.tables.orders?.rows).toBe(1);
});

it("takes a consistent snapshot while rows are being written", async () => {
  await trade(shop);
  const before = await tableDigests(shop.db, []);
  await shop.client.query("begin isolation level repeatable read, read only");
  await shop.client.query("select 1 from orders");
  const other = await openSession(shop.databaseUrl);
  onTestFinished(() => other.close());
  await trade(other);
  const dumped = await dump(shop);
  await shop.client.query("commit");
  await load(dumped);
  expect(await tableDigests(target.db, [])).toEqual(before);
});

it("migrates a backup of an earlier version once it is loaded", async () => {
  const earlier = await session(createTestDatabase());
  await migrate(earlier.db, undefined, baseline);
  // With the columns of that time, which differ from today's.
  await earlier.client.query(
    "insert into contact_messages (name, email, message) values ('Ann', 'ann@example.com', 'Hello')",
  );
  const dumped = await dump(earlier);
  expect(dumped.migration).toBe(baseline);
  await load(dumped);
  expect(await migrationNames(target)).toEqual(await migrationNames(shop));
  expect(await missingFrom(target.db)).toEqual([]);
  expect(await target.db.select().from(contactMessages)).toMatchObject([{ message: "Hello" }]);
});

describe("loading refuses, and leaves the database empty:", () => {
  afterEach(async () => {
    const { rows } = await target.db.execute(
      sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect(rows).toEqual([]);
  });

  it("a backup of a newer version", async () => {
    const dumped = { ...(await dump(shop)), migration: "9999_later" };
    await expect(load(dumped)).rejects.toThrow(UnknownMigrationError);
  });

  it("a backup from before the baseline", async () => {
    const dumped = { ...(await dump(shop)), migration: "0031_delivery-notes" };
    await expect(load(dumped)).rejects.toThrow(BeforeBaselineError);
  });

  it("a backup whose tables are not those of its migration", async () => {
    const { tables, ...dumped } = await dump(shop);
    const { orders: _, ...others } = tables;
    await expect(load({ ...dumped, tables: others })).rejects.toThrow(/does not fit its migration/);
  });

  it("a backup with a row too few", async () => {
    await trade(shop);
    const { tables, ...dumped } = await dump(shop);
    const orders = { columns: [], ...tables.orders, rows: 2 };
    await expect(load({ ...dumped, tables: { ...tables, orders } })).rejects.toThrow(
      /is damaged: orders is not whole/,
    );
  });
});

it("refuses a database that is not empty, and leaves it unchanged", async () => {
  await trade(shop);
  const before = await tableDigests(shop.db, []);
  await expect(load(await dump(shop), shop)).rejects.toThrow(/^The database is not empty\./);
  expect(await tableDigests(shop.db, [])).toEqual(before);
  await target.client.query("create sequence somebodys");
  await expect(load(await dump(shop))).rejects.toThrow(/^The database is not empty\./);
});
