import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { getPayableInvoice } from "#app/domain/payments/by-link/pay-invoice.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { OpenDatabase } from "#db/database.ts";
import { documents } from "#db/schema/money/documents.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { creditFor, insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getInvoiceByToken } from "./invoice-document.server.ts";
import { invoiceTerms } from "./invoice-terms.ts";
import type { IssuedInvoice } from "./issuing/issue.server.ts";

let database: OpenDatabase;
let issued: IssuedInvoice;
let number: number;
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
  await issueFor(db, await insertOrder(db, (await insertClient(db)).user.id));
  issued = await issueFor(db, order, new Date("2026-10-15T05:30:00Z"));
  ({ number } = order);
  token = issued.url?.replace("/invoices/", "") ?? "";
  await updateCustomer(db, client.user.id, { companyName: "Another Name" });
});
afterAll(() => database.close());

it("getInvoiceByToken returns the invoice as issued, with its lines in order", async () => {
  const line = {
    unitPrice: "24.99",
    unit: "lb",
    taxCode: "Z",
    orderPosition: 0,
    orderedPieces: null,
    packages: null,
    weights: [],
    remark: "Weight as ordered",
    pieces: null,
  };
  const { words, taxes } = invoiceTerms(sampleShop())(issued.issuedAt);
  expect(await getInvoiceByToken(database.db, token)).toEqual({
    id: issued.id,
    invoiceNumber: "INV-000002",
    issuedAt: issued.issuedAt,
    issuedOn: "2026-10-14",
    dueOn: "2026-11-13",
    terms: "net 30 days",
    poNumber: "",
    kind: "invoice",
    corrects: null,
    reason: "",
    settled: null,
    takesBackCredit: false,
    receipt: null,
    words,
    orders: [{ number, placedAt, note: null }],
    subtotal: "312.38",
    total: "312.38",
    billedTo: {
      company: "Bistro d’Été",
      contact: "Sample Contact",
      address: "1 Main Street",
      email: "chef@example.com",
    },
    lines: [
      { ...line, description: "Ribeye Steak", ordered: "12.49", packed: "12.49", amount: "312.13" },
      { ...line, description: "Stew", ordered: "0.01", packed: "0.01", amount: "0.25" },
    ],
    taxes: [
      {
        taxCode: "Z",
        label: taxes.Z.label,
        taxable: "312.38",
        amount: "0.00",
        reason: taxes.Z.reason,
      },
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
  ["its number", () => issued.documentNumber],
  ["nothing", () => ""],
])("getInvoiceByToken returns null for %s", async (_, guess) => {
  expect(await getInvoiceByToken(database.db, guess())).toBeNull();
});

it("an invoice shows whether it was paid or credited once nothing is owed", async () => {
  const { db } = database;
  const { user } = await insertClient(db);
  const invoiceOf = async () =>
    issueFor(db, await insertOrder(db, user.id, { totalPrice: "80.00" }));
  const [paid, credited] = [await invoiceOf(), await invoiceOf()];
  await creditFor(db, credited.id, "30.00");
  const seen = async ({ url }: IssuedInvoice) => {
    const linked = url?.replace("/invoices/", "") ?? "";
    const { isCredited } = (await getPayableInvoice(db, linked)) ?? {};
    return [(await getInvoiceByToken(db, linked))?.settled, isCredited];
  };
  expect(await seen(credited)).toEqual([null, false]);
  await creditFor(db, credited.id, "50.00");
  // The page to pay it leads to the credit note.
  const linked = await getPayableInvoice(db, credited.url?.replace("/invoices/", "") ?? "");
  const notes = linked?.creditNotes.toSorted((one, next) => one.number.localeCompare(next.number));
  expect(notes).toEqual([
    { number: expect.stringMatching(/^CN-/), url: expect.anything(), cents: 30_00 },
    { number: expect.stringMatching(/^CN-/), url: expect.anything(), cents: 50_00 },
  ]);
  const admin = await signedInAdmin(db);
  await bookPayment(db, admin, {
    customerId: user.id,
    requestId: randomUUID(),
    cents: 80_00,
    method: "cash",
    receivedOn: pacificDay(new Date()),
    reference: "",
    note: "",
    settles: "oldest first",
  });
  expect(await seen(credited)).toEqual(["credited", true]);
  expect(await seen(paid)).toEqual(["paid", false]);
});

it("getInvoiceByToken returns null once the link has been replaced", async () => {
  const { db } = database;
  const url = "/invoices/another-another-another-another1";
  await db.update(documents).set({ url }).where(eq(documents.id, issued.id));
  expect(await getInvoiceByToken(db, token)).toBeNull();
  expect(await getInvoiceByToken(db, "another-another-another-another1")).not.toBeNull();
});
