import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { issueInvoice } from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { packAsOrdered } from "#app/domain/packages/pack-as-ordered.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import {
  documentsOf,
  insertFilledOrder,
  insertOrderItem,
  issueFor,
} from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { customers } from "../customers.ts";
import { orderItems, orders } from "../orders.ts";
import { products } from "../products.ts";
import {
  documentLines,
  documentOrders,
  documentSeries,
  documents,
  documentTaxes,
} from "./documents.ts";

let database: OpenDatabase;
let db: Database;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  customerId = (await insertClient(db)).user.id;
});

afterAll(() => database.close());

const place = () => insertFilledOrder(db, customerId, { status: "fulfilled" });
const issue = async () => issueFor(db, await place());

const ofInvoices = eq(documentSeries.series, "INV");
const lastNumber = async () =>
  (await db.select().from(documentSeries).where(ofInvoices))[0]?.lastNumber ?? -1;

describe("issueInvoice", () => {
  it("counts from INV-000001 and gives each invoice an address that cannot be guessed", async () => {
    expect(await lastNumber()).toBe(0);
    const [first, second] = [await issue(), await issue()];
    expect([first.documentNumber, second.documentNumber]).toEqual(["INV-000001", "INV-000002"]);
    expect(first.url).toMatch(/^\/invoices\/[\w-]{32}$/);
    expect(first.url).not.toBe(second.url);
  });

  it("freezes the lines, their tax, the terms and the issuer", async () => {
    const product = await insertProduct(db);
    const order = await insertOrder(db, customerId, { totalPrice: "312.38" });
    await insertOrderItem(db, order.id, { position: 1, productName: "Stew", quantity: "0.01" });
    await insertOrderItem(db, order.id, { quantity: "12.49", productId: product.id });
    const { id: documentId, ...issued } = await issueFor(
      db,
      order,
      new Date("2026-12-15T07:30:00Z"),
    );
    const { words, taxes } = invoiceTerms(sampleShop())(issued.issuedAt);
    expect(issued).toMatchObject({
      kind: "invoice",
      customerId,
      subtotal: "312.38",
      total: "312.38",
      // Half past midnight in British Columbia, whose clocks stay at UTC-7.
      issuedOn: "2026-12-15",
      dueOn: "2027-01-14",
      terms: "net 30 days",
      words,
    });
    await db.delete(products).where(eq(products.id, product.id));
    const lines = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, documentId))
      .orderBy(documentLines.position);
    const line = { documentId, unit: "lb", unitPrice: "24.99", taxCode: "Z" };
    expect(lines).toMatchObject([
      { ...line, description: "Ribeye Steak", ordered: "12.49", packed: "12.49", amount: "312.13" },
      { ...line, description: "Stew", ordered: "0.01", packed: "0.01", amount: "0.25" },
    ]);
    const { label, reason } = taxes.Z;
    expect(
      await db.select().from(documentTaxes).where(eq(documentTaxes.documentId, documentId)),
    ).toEqual([
      { documentId, taxCode: "Z", label, rate: "0.000", taxable: "312.38", amount: "0.00", reason },
    ]);
  });

  it("is due by the customer's terms, and names the order's purchase order", async () => {
    const { user } = await insertClient(db);
    const terms = { termsKind: "end_of_month", termsDays: 15 } as const;
    await db.update(customers).set(terms).where(eq(customers.id, user.id));
    const order = await insertFilledOrder(db, user.id, { status: "fulfilled", poNumber: "PO 77" });

    const issued = await issueFor(db, order, new Date("2027-02-10T20:00:00Z"));

    expect(issued).toMatchObject({
      issuedOn: "2027-02-10",
      dueOn: "2027-03-15",
      poNumber: "PO 77",
      terms: "end of the month and 15 days",
    });
    await db.update(customers).set({ termsDays: 0 }).where(eq(customers.id, user.id));
    const [stored] = await db.select().from(documents).where(eq(documents.id, issued.id));
    expect(stored?.dueOn).toBe("2027-03-15");
  });

  it("leaves no gap when the transaction fails", async () => {
    const before = await lastNumber();
    const { id: orderId } = await place();
    const failing = db.transaction(async (tx) => {
      await packAsOrdered(tx, orderId, null);
      await issueInvoice(tx, { orderId }, invoiceTerms(sampleShop()));
      throw new Error("the fulfilment failed");
    });
    await expect(failing).rejects.toThrow("the fulfilment failed");
    expect(await lastNumber()).toBe(before);
  });

  it("repeats and skips no number when many are issued concurrently", async () => {
    const before = await lastNumber();
    const issued = await Promise.all(Array.from({ length: 20 }, () => issue()));
    const numbers = issued.map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => before + 1 + index),
    );
  });

  it("refuses an order without lines, and gives its number to the next", async () => {
    const order = await insertOrder(db, customerId);
    const before = await lastNumber();
    const issuing = db.transaction((tx) =>
      issueInvoice(tx, { orderId: order.id }, invoiceTerms(sampleShop())),
    );
    await expect(issuing).rejects.toThrow("no lines");
    expect(await lastNumber()).toBe(before);
  });

  it("freezes the buyer's current details", async () => {
    const profile = { companyName: "Bistro d’Été", contactName: "", address: "1 Main Street" };
    const client = await insertClient(db, { profile });
    const order = await insertFilledOrder(db, client.user.id);
    await issueFor(db, order);
    await updateCustomer(db, client.user.id, { companyName: "Another", address: "2 Main Street" });
    const [invoice] = await documentsOf(db, order.id);
    expect(invoice).toMatchObject({
      buyerCompany: "Bistro d’Été",
      buyerContact: "",
      buyerAddress: "1 Main Street",
      buyerEmail: client.user.email,
    });
  });

  it("bills a customer without a login by its known details", async () => {
    const walkIn = { kind: "person", contactName: "Walk-in Sample" } as const;
    const [bare] = await db.insert(customers).values(walkIn).returning();
    const nobody = { placedBy: null, shipToId: null };
    const invoice = await issueFor(db, await insertFilledOrder(db, bare?.id ?? "", nobody));
    const billed = { buyerContact: "Walk-in Sample", buyerAddress: "", buyerEmail: "" };
    expect(invoice).toMatchObject(billed);
  });

  it("may issue several documents of an order, each with its own number", async () => {
    const order = await place();
    const [first, second] = [await issueFor(db, order), await issueFor(db, order)];
    expect(second.number).toBe(first.number + 1);
    expect(await documentsOf(db, order.id)).toHaveLength(2);
  });

  it("continues past six digits", async () => {
    await db.update(documentSeries).set({ lastNumber: 999_999 }).where(ofInvoices);
    expect((await issue()).documentNumber).toBe("INV-1000000");
  });
});

describe("documents", () => {
  it.each([
    { number: 999_999 },
    { total: "1.00" },
    { issuedAt: new Date("2024-01-01T00:00:00Z") },
    { dueOn: "2030-01-01" },
    { buyerCompany: "Another" },
    { words: null },
    { url: null, buyerAddress: "2 Main Street" },
  ])("refuse to change: %o", async (change) => {
    const { id } = await issue();
    expect(await refusalOf(db.update(documents).set(change).where(eq(documents.id, id)))).toBe(
      "documents_immutable",
    );
  });

  it("refuse to have lines, taxes or orders changed, deleted or added", async () => {
    const { id } = await issue();
    const { id: orderId, placedAt } = await place();
    const line = { documentId: id, description: "Stew", packed: "0.01", unitPrice: "0.01" };
    const tax = { documentId: id, label: "GST 0%", rate: "0", taxable: "0", amount: "0" };
    const changes = [
      db.update(documentLines).set({ packed: "2.00" }).where(eq(documentLines.documentId, id)),
      db.update(documentLines).set({ description: "X" }).where(eq(documentLines.documentId, id)),
      db.delete(documentLines).where(eq(documentLines.documentId, id)),
      db.update(documentTaxes).set({ label: "None" }).where(eq(documentTaxes.documentId, id)),
      db.delete(documentTaxes).where(eq(documentTaxes.documentId, id)),
      db.update(documentOrders).set({ orderId }).where(eq(documentOrders.documentId, id)),
      db.delete(documentOrders).where(eq(documentOrders.documentId, id)),
      db.insert(documentLines).values({ ...line, position: 7, amount: "0.00", taxCode: "Z" }),
      db.insert(documentTaxes).values({ ...tax, taxCode: "G" }),
      db.insert(documentOrders).values({ documentId: id, position: 1, orderId, placedAt }),
      db.execute(sql`truncate documents cascade`),
      db.execute(sql`truncate document_lines`),
    ];
    for (const change of changes) {
      expect(await refusalOf(change)).toMatch(
        // 0A000: referenced tables can't be truncated.
        /^(documents_(immutable|add_up)|document_(lines|orders)_\w+|0A000)$/,
      );
    }
    const [line1, ...more] = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, id));
    expect(line1).toMatchObject({ packed: "1.00", amount: "249.90" });
    expect(more).toEqual([]);
  });

  it("refuse to be deleted, also with their order", async () => {
    const order = await place();
    const { id } = await issueFor(db, order);
    expect(await refusalOf(db.delete(documents).where(eq(documents.id, id)))).not.toBe("accepted");
    expect(await refusalOf(db.delete(orders).where(eq(orders.id, order.id)))).not.toBe("accepted");
    expect(await documentsOf(db, order.id)).toHaveLength(1);
  });

  it("keep their order's lines unchanged, except when a product is deleted", async () => {
    const order = await insertOrder(db, customerId);
    const product = await insertProduct(db);
    const line = { orderId: order.id, productName: "Chuck", quantity: "1.00", pricePerLb: "9.99" };
    await db.insert(orderItems).values({ ...line, position: 0, productId: product.id });
    const ofOrder = eq(orderItems.orderId, order.id);
    expect(await refusalOf(db.update(orderItems).set({ quantity: "2.00" }).where(ofOrder))).toBe(
      "accepted",
    );

    await issueFor(db, order);
    // Each column, including future ones.
    const { rows: columns } = await db.execute<{ name: string; other: string }>(sql`
      select column_name as name, case
          when data_type in ('integer', 'numeric') then format('coalesce(%I, 0) + 1', column_name)
          when data_type = 'uuid' then 'gen_random_uuid()'
          when data_type = 'text' then format('concat(%I, ''x'')', column_name)
          when data_type = 'jsonb' then '''{"thickness": "", "perPack": "2", "trim": "", "note": ""}''::jsonb'
        end as other
      from information_schema.columns
      where table_name = 'order_items' and is_generated = 'NEVER'`);
    expect(columns.length).toBeGreaterThan(18);
    for (const { name, other } of columns) {
      const change = db.execute(
        sql`update order_items set ${sql.identifier(name)} = ${sql.raw(other)} where ${ofOrder}`,
      );
      expect(await refusalOf(change), name).toBe("order_items_issued");
    }
    expect(await refusalOf(db.insert(orderItems).values({ ...line, position: 1 }))).toBe(
      "order_items_issued",
    );
    expect(await refusalOf(db.delete(orderItems).where(ofOrder))).toBe("order_items_issued");
    await db.delete(products).where(eq(products.id, product.id));
    const [kept] = await db.select().from(orderItems).where(ofOrder);
    expect(kept).toMatchObject({ productId: null, quantity: "2.00", subtotal: "19.98" });
  });

  it("let their PDF's address be replaced by a unique one", async () => {
    const [one, other] = [await issue(), await issue()];
    const setUrl = (url: string | null) =>
      db.update(documents).set({ url }).where(eq(documents.id, one.id));
    expect(await refusalOf(setUrl("/invoices/another"))).toBe("accepted");
    expect(await refusalOf(setUrl(null))).toBe("accepted");
    expect(await refusalOf(setUrl(other.url))).toBe("documents_url_unique");
  });

  it.each([
    ["documents_number_positive", { number: 0 }],
    ["documents_invoice_due", { dueOn: null }],
    ["documents_total_not_negative", { total: "-1.00" }],
    ["documents_total_not_negative", { total: "NaN" }],
    ["documents_series_document_series_series_fk", { series: "XX" }],
    ["documents_add_up", {}],
  ])("are refused by %s: %o", async (rule, overrides) => {
    const values = {
      ...({ kind: "invoice", series: "INV", number: 900_000, customerId, lineCount: 1 } as const),
      issuedOn: "2026-10-14",
      dueOn: "2026-11-13",
      subtotal: "1.00",
      total: "1.00",
      ...overrides,
    };
    expect(await refusalOf(db.insert(documents).values(values))).toBe(rule);
  });
});
