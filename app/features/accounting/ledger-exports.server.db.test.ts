import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { insertFilledOrder, insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { readCsv } from "#tests/setup/files/read-csv.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { exportDocumentLines, exportLedger, exportPayments } from "./ledger-exports.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  const { customerId } = await signedInClient(db);
  await issueFor(db, await insertFilledOrder(db, customerId), new Date("2026-10-31T20:00:00Z"));
  const large = await insertOrder(db, customerId, { totalPrice: "262395.00" });
  for (let position = 0; position < 1050; position += 1) {
    await insertOrderItem(db, large.id, { position });
  }
  await issueFor(db, large, new Date("2026-11-02T20:00:00Z"));
  await db.insert(ledgerEntries).values({
    customerId,
    kind: "payment",
    method: "cheque",
    reference: "=1+1",
    cents: -50_00,
    occurredOn: "2026-11-03",
  });
});
afterAll(() => database.close());

async function rowsOf(pieces: AsyncGenerator<string>) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return readCsv(text);
}

it("exports every line of every document once, across batches", async () => {
  const rows = await rowsOf(exportDocumentLines(db, admin, {}));
  expect(rows.filter(({ Document }) => Document === "INV-000002").map(({ Line }) => Line)).toEqual(
    Array.from({ length: 1050 }, (_, index) => String(index + 1)),
  );
  const [billed] = await db.select().from(orders).orderBy(desc(orders.number)).limit(1);
  expect(rows.at(-1)?.Order).toBe(String(billed?.number));
  const october = await rowsOf(exportDocumentLines(db, admin, { to: "2026-10-31" }));
  expect(october.map(({ Document }) => Document)).toContain("INV-000001");
  expect(october.map(({ Document }) => Document)).not.toContain("INV-000002");
});

it("exports the ledger with signed amounts, and payments separately", async () => {
  const ledger = await rowsOf(exportLedger(db, admin, { from: "2026-11-01" }));
  expect(ledger).toMatchObject([
    { Kind: "invoice", Document: "INV-000002", "Amount (CAD)": "262395.00" },
    { Kind: "payment", Method: "cheque", Reference: "'=1+1", "Amount (CAD)": "-50.00" },
  ]);
  expect(await rowsOf(exportPayments(db, admin, {}))).toEqual([ledger[1]]);
});
