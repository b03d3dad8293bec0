import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { issueInvoice } from "#db/issue-invoice.ts";
import { updateDetails } from "#db/profile.ts";
import { invoices } from "#db/schema/invoices.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { insertOrderItem } from "#tests/setup/factories-orders.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getInvoiceByToken } from "./invoice-document.server.ts";

let database: OpenDatabase;
let issued: typeof invoices.$inferSelect;
let token: string;
const placedAt = new Date("2026-10-13T04:00:00.000Z");

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const profile = { companyName: "Bistro d’Été", address: "1 Main Street" };
  const client = await insertClient(db, { user: { email: "chef@example.com" }, profile });
  const order = await insertOrder(db, client.user.id, { placedAt, totalPrice: "312.38" });
  await insertOrderItem(db, order.id, { position: 1, productName: "Stew", quantity: "0.01" });
  await insertOrderItem(db, order.id, { position: 0, quantity: "12.49" });
  // Somebody else's.
  const other = await insertOrder(db, (await insertClient(db)).user.id);
  await insertOrderItem(db, other.id);
  await db.transaction((tx) => issueInvoice(tx, { orderId: other.id, amount: "249.90" }));
  issued = await db.transaction((tx) =>
    issueInvoice(tx, { orderId: order.id, amount: order.totalPrice }),
  );
  token = issued.invoiceUrl?.replace("/invoices/", "") ?? "";
  await updateDetails(db, client.user.id, { companyName: "Another Name" });
});
afterAll(() => database.close());

it("is the invoice with its lines in their order, as it was issued", async () => {
  const line = { pricePerLb: "24.99" };
  expect(await getInvoiceByToken(database.db, token)).toEqual({
    id: issued.id,
    invoiceNumber: "INV-000002",
    issuedAt: issued.createdAt,
    orderId: issued.orderId,
    placedAt,
    amount: "312.38",
    billedTo: {
      company: "Bistro d’Été",
      contact: "Sample Contact",
      address: "1 Main Street",
      email: "chef@example.com",
    },
    lines: [
      { ...line, productName: "Ribeye Steak", quantity: "12.49", subtotal: "312.13" },
      { ...line, productName: "Stew", quantity: "0.01", subtotal: "0.25" },
    ],
  });
});

it.each([
  ["another token", () => "abcdefghijklmnopqrstuvwxyzABCDEF"],
  ["the beginning of one", () => token.slice(0, 31)],
  ["one with its case changed", () => token.toUpperCase()],
  ["a pattern", () => "%".repeat(32)],
  ["an injection", () => "' or '1'='1"],
  ["a character that the database cannot hold", () => `${token.slice(0, 31)}\0`],
  ["the invoice's own id", () => issued.id],
  ["its number", () => issued.invoiceNumber],
  ["nothing", () => ""],
])("is null for %s", async (_, guess) => {
  expect(await getInvoiceByToken(database.db, guess())).toBeNull();
});

it("is null once the link has been replaced", async () => {
  const { db } = database;
  const invoiceUrl = "/invoices/another-another-another-another1";
  await db.update(invoices).set({ invoiceUrl }).where(eq(invoices.id, issued.id));
  expect(await getInvoiceByToken(db, token)).toBeNull();
  expect(await getInvoiceByToken(db, "another-another-another-another1")).not.toBeNull();
});
