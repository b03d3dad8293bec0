import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documentLines } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getInvoiceByToken } from "../invoice-document.server.ts";
import { listInvoices } from "../invoices.server.ts";
import type { IssuedInvoice } from "../issuing/issue.server.ts";
import { checkDebit, previewOf } from "./debit-form.ts";
import { billDifference, invoiceToDebit } from "./debits.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let invoice: IssuedInvoice;
let orderId: string;

beforeEach(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  client = await signedInClient(db);
  const order = await insertOrder(db, client.userId, { status: "fulfilled", totalPrice: "249.90" });
  await insertOrderItem(db, order.id);
  invoice = await issueFor(db, order);
  orderId = order.id;
});

afterEach(() => database.close());

const shop = sampleShop();

async function typedOver(invoiceId: string, requestId: string) {
  const found = await invoiceToDebit(db, admin, invoiceId);
  if (!found) throw new Error("There is no such invoice");
  const fields = {
    requestId,
    reason: "The label was read wrongly",
    "about-0": "0",
    "lb-0": "1.20",
    "price-0": "24.99",
    "description-1": "Cooler",
    "amount-1": "40.00",
    "tax-1": "GP",
  };
  const { data: typed } = checkDebit(fields, found.lines);
  if (!typed) throw new Error("The form is refused");
  return { found, typed };
}

async function bill(requestId = randomUUID()) {
  const { found, typed } = await typedOver(invoice.id, requestId);
  return billDifference(db, admin, found, typed, shop);
}

it("billing a difference issues an invoice that names the corrected one and leaves it unchanged", async () => {
  const { typed } = await typedOver(invoice.id, randomUUID());
  expect(await bill()).toBe("INV-000002");
  const { rows } = await listInvoices(db, client);
  const [added, first] = rows;
  expect(added).toMatchObject({ invoiceNumber: "INV-000002", amount: "74.79", orderId });
  expect(toCents(added?.amount ?? "")).toBe(previewOf(typed.lines).totalCents);
  expect(first).toMatchObject({ invoiceNumber: "INV-000001", amount: "249.90", openCents: 24_990 });
  const document = await getInvoiceByToken(db, added?.invoiceUrl?.replace("/invoices/", "") ?? "");
  expect(document).toMatchObject({
    kind: "invoice",
    corrects: "INV-000001",
    reason: "The label was read wrongly",
    lines: [
      { description: "Ribeye Steak", packed: "1.20", amount: "29.99", ordered: null },
      { description: "Cooler", unit: "each", amount: "40.00", taxCode: "GP" },
    ],
  });
  const [line] = await db
    .select()
    .from(documentLines)
    .where(eq(documentLines.correctsId, invoice.id));
  expect(line).toMatchObject({ correctsPosition: 0, unitPrice: "24.99" });
});

it("a billed difference is owed, emailed, logged with the order and shown on the order's page", async () => {
  await bill();
  const entries = await db.select().from(ledgerEntries).orderBy(ledgerEntries.createdAt);
  expect(entries).toMatchObject([{ cents: 24_990 }, { kind: "invoice", cents: 7_479 }]);
  expect(entries[1]?.dueOn).toBeTruthy();
  const [mail] = await db.select().from(mailOutbox);
  expect(mail?.subject).toBe("Invoice INV-000002 adds $74.79 to invoice INV-000001");
  expect(mail?.text).toContain("The label was read wrongly");
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.entityId, orderId));
  expect(entry).toMatchObject({ action: "difference billed", actorId: admin.userId });
  expect(await getOrder(db, client, orderId)).toMatchObject({
    invoiceNumber: "INV-000001",
    totalPrice: "249.90",
    differences: [{ number: "INV-000002", total: "74.79" }],
  });
});

it("a difference is billed once, even if its form is sent several times", async () => {
  const requestId = randomUUID();
  const sent = await Promise.all([bill(requestId), bill(requestId), bill(requestId)]);
  expect([...sent, await bill(requestId)]).toEqual(Array(4).fill("INV-000002"));
  expect(await db.$count(ledgerEntries)).toBe(2);
  expect(await db.$count(mailOutbox)).toBe(1);
});

it("a difference is refused with a request id that another invoice has used, and for an unknown invoice", async () => {
  const requestId = randomUUID();
  await bill(requestId);
  const added = (await listInvoices(db, client)).rows[0];
  const { found, typed } = await typedOver(added?.id ?? "", requestId);
  expect(await billDifference(db, admin, found, typed, shop)).toBeNull();
  // The client's owner, who keeps the books, is the recipient.
  expect((await invoiceToDebit(db, admin, invoice.id))?.readers).toBe(1);
  expect(await invoiceToDebit(db, admin, randomUUID())).toBeNull();
  expect(await invoiceToDebit(db, admin, "INV-000001")).toBeNull();
  expect(await db.$count(ledgerEntries)).toBe(2);
});
