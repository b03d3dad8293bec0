import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { insertOrderItem, issueFor, lineOver } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { InvoiceFilter } from "./invoice.ts";
import { listInvoicesForAdmin } from "./invoices.server.ts";
import { exportInvoices } from "./invoices-export.server.ts";

let database: OpenDatabase;
let admin: Admin;
let cafe: Client;

/** Issued at the last minute of a Pacific day of May: INV-000001 on the first, and so on. */
const amounts = ["1234.50", "123.45", "1234.51", "12345.00", "99.99"];

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  admin = await signedInAdmin(db);
  cafe = await signedInClient(db, { companyName: "Caf\u00e9 Sample", phone: "(604) 555-0177" });
  const other = await signedInClient(db, { companyName: "Bistro", phone: "604-555-0188" });
  for (const [index, amount] of amounts.entries()) {
    const { userId } = index < 2 ? cafe : other;
    const createdAt = new Date(Date.UTC(2026, 4, index + 2, 6, 59));
    const order = await insertOrder(db, userId, { status: "fulfilled" });
    await insertOrderItem(db, order.id, lineOver(amount));
    await issueFor(db, order, createdAt);
  }
});
afterAll(() => database.close());

/** Returns the last digits of the numbers in the list; the exported file must have the same. */
async function found({ search, days }: InvoiceFilter) {
  const { rows } = await listInvoicesForAdmin(database.db, admin, { search, days });
  const file = await exportedRows(exportInvoices(database.db, admin, { q: search, ...days }));
  const numbers = rows.map(({ invoiceNumber }) => invoiceNumber);
  expect(file.map((row) => row["Invoice number"])).toEqual(numbers);
  return numbers.map((number) => Number(number.slice(4)));
}

it.each([
  ["1234.5", [3, 1]],
  ["$1,234.50", [1]],
  ["$1234", [3, 1]],
  ["1234.52", []],
  ["$99", [5]],
  ["99.99", [5]],
  ["$12345", [4]],
])("finds the amount %j", async (search, expected) => {
  expect(await found({ search })).toEqual(expected);
});

it("finds an order's invoice by the order's number, or its last three digits", async () => {
  const { rows } = await listInvoicesForAdmin(database.db, admin);
  const second = rows.find(({ invoiceNumber }) => invoiceNumber === "INV-000002");
  const number = String(second?.orderNumber);
  expect(await found({ search: `order ${number}` })).toEqual([2]);
  expect(await found({ search: `#${number}` })).toEqual([2]);
  expect(await found({ search: number.slice(-3) })).toContain(2);
});

it.each(["cafe", "CAF\u00c9 sam", "604.555.0177", "+1 604 555 0177"])(
  "finds the invoices of a client by %j",
  async (search) => {
    expect(await found({ search })).toEqual([2, 1]);
  },
);

it("finds the invoices of a client by email", async () => {
  expect(await found({ search: cafe.email.toUpperCase() })).toEqual([2, 1]);
});

it("finds the invoices of a range of Pacific days, also within a search", async () => {
  expect(await found({ days: { from: "2026-05-02", to: "2026-05-04" } })).toEqual([4, 3, 2]);
  expect(await found({ days: { from: "2026-05-05" } })).toEqual([5]);
  expect(await found({ days: { to: "2026-05-01" } })).toEqual([1]);
  expect(await found({ days: { from: "2026-05-02" }, search: "cafe" })).toEqual([2]);
});
