import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { readCsv } from "#tests/setup/files/read-csv.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  countUnexported,
  getAccountingSettings,
  listAccountingBatches,
  makeAccountingBatch,
  readAccountingFile,
  updateAccountingSettings,
} from "./accounting-batches.server.ts";
import { usualSettings } from "./accounting-settings.ts";

const until = "9999-12-31";
let database: OpenDatabase;
let db: Database;
let admin: Admin;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  ({ customerId } = await signedInClient(db));
  await db
    .update(customers)
    .set({ accountingName: "Bistro, Sample" })
    .where(eq(customers.id, customerId));
});
afterAll(() => database.close());

async function issue(count: number) {
  for (let one = 0; one < count; one += 1) {
    await issueFor(db, await insertFilledOrder(db, customerId, { status: "fulfilled" }));
  }
}

async function rowsOf(batch: { id: string; files: string[] }) {
  const texts = await Promise.all(
    batch.files.map((name) => readAccountingFile(db, admin, batch.id, name)),
  );
  return texts.map((content) => readCsv(String(content)));
}

it("splits a QuickBooks batch into files of 100 invoices that add up to the ledger's sum", async () => {
  await issue(101);
  const batch = await makeAccountingBatch(db, admin, { program: "quickbooks", until });

  expect(batch).toMatchObject({ number: 1, documents: 101 });
  expect(batch?.files).toEqual([
    "quickbooks-0001-invoices-1.csv",
    "quickbooks-0001-invoices-2.csv",
  ]);
  const [first = [], second = []] = await rowsOf(batch ?? { id: "", files: [] });
  expect(new Set(first.map((row) => row["*InvoiceNo"])).size).toBe(100);
  expect(new Set(second.map((row) => row["*InvoiceNo"])).size).toBe(1);
  expect(first[0]).toMatchObject({ "*Customer": "Bistro, Sample", "*ItemTaxCode": "Zero-rated" });
  const cents = [...first, ...second].reduce(
    (sum, row) => sum + Math.round(Number(row["*ItemAmount"]) * 100),
    0,
  );
  const [ledger] = await db.select({ cents: sql<number>`sum(cents)::int` }).from(ledgerEntries);
  expect(cents).toBe(ledger?.cents);
});

it("exports each document once to each program", async () => {
  expect(await countUnexported(db, admin, "quickbooks")).toBe(0);
  expect(await makeAccountingBatch(db, admin, { program: "quickbooks", until })).toBeNull();
  expect(await countUnexported(db, admin, "xero")).toBe(101);
  const xero = await makeAccountingBatch(db, admin, { program: "xero", until });
  expect(xero).toMatchObject({ number: 1, documents: 101, files: ["xero-0001-invoices-1.csv"] });
});

it("leaves what was issued after the day to the next batch", async () => {
  await issue(1);
  const early = { program: "quickbooks", until: "2020-01-01" } as const;
  expect(await makeAccountingBatch(db, admin, early)).toBeNull();
  expect(await makeAccountingBatch(db, admin, { ...early, until })).toMatchObject({
    number: 2,
    documents: 1,
  });
});

it("makes one batch if several people export concurrently", async () => {
  await issue(3);
  const made = await Promise.all(
    Array.from({ length: 4 }, () => makeAccountingBatch(db, admin, { program: "xero", until })),
  );
  expect(made.filter(Boolean)).toMatchObject([{ documents: 4 }]);
  expect((await listAccountingBatches(db, admin)).rows).toMatchObject([
    { program: "xero", number: 2, documents: 4 },
    { program: "quickbooks", number: 2 },
    { program: "xero", number: 1 },
    { program: "quickbooks", number: 1 },
  ]);
});

it("lists all batches, page by page", async () => {
  const newest = await listAccountingBatches(db, admin, { limit: 3 });
  expect(newest).toMatchObject({ hasMore: true, hasNewer: false });
  const last = newest.rows.at(-1);
  const before = last && { at: last.createdAt, id: last.id };
  const oldest = await listAccountingBatches(db, admin, { before, limit: 3 });
  expect(oldest).toMatchObject({ hasMore: false, hasNewer: true });
  expect(oldest.rows).toMatchObject([{ program: "quickbooks", number: 1 }]);
});

it("keeps a batch's files unchanged when settings and client names change", async () => {
  const {
    rows: [latest],
  } = await listAccountingBatches(db, admin);
  const name = latest?.files[0] ?? "";
  const before = await readAccountingFile(db, admin, latest?.id ?? "", name);
  await updateAccountingSettings(db, admin, { ...usualSettings, feeItem: "Freight" });
  await db.update(customers).set({ accountingName: "Other" }).where(eq(customers.id, customerId));

  expect(await getAccountingSettings(db, admin)).toMatchObject({ feeItem: "Freight" });
  expect(await readAccountingFile(db, admin, latest?.id ?? "", name)).toEqual(before);
});

it.each([
  ["no-uuid", "x.csv"],
  ["11111111-1111-4111-8111-111111111111", "x.csv"],
])("finds no file for the batch %s and the name %s", async (id, name) => {
  expect(await readAccountingFile(db, admin, id, name)).toBeNull();
  expect(await readAccountingFile(db, admin, id, `${name}\0`)).toBeNull();
});
