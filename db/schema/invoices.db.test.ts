import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { issueInvoice } from "#db/issue-invoice.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { updateDetails } from "../profile.ts";
import { customers } from "./customers.ts";
import { invoiceCounter, invoices } from "./invoices.ts";
import { orderItems, orders } from "./orders.ts";
import { products } from "./products.ts";

let database: OpenDatabase;
let db: Database;
let userId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  userId = (await insertClient(db)).user.id;
});

afterAll(() => database.close());

async function issue(amount = "249.90") {
  const order = await insertOrder(db, userId, { status: "fulfilled" });
  return db.transaction((tx) => issueInvoice(tx, { orderId: order.id, amount }));
}

const lastNumber = async () => (await db.select().from(invoiceCounter))[0]?.lastNumber ?? -1;

describe("issueInvoice", () => {
  it("counts from INV-000001 and gives each invoice an address that cannot be guessed", async () => {
    expect(await lastNumber()).toBe(0);
    const first = await issue();
    const second = await issue();
    expect([first.invoiceNumber, second.invoiceNumber]).toEqual(["INV-000001", "INV-000002"]);
    expect(first.invoiceUrl).toMatch(/^\/invoices\/[\w-]{32}$/);
    expect(first.invoiceUrl).not.toBe(second.invoiceUrl);
  });

  it("leaves no gap when the transaction fails", async () => {
    const before = await lastNumber();
    const order = await insertOrder(db, userId);
    const failing = db.transaction(async (tx) => {
      await issueInvoice(tx, { orderId: order.id, amount: "1.00" });
      throw new Error("the fulfilment failed");
    });
    await expect(failing).rejects.toThrow("the fulfilment failed");
    expect(await lastNumber()).toBe(before);
  });

  it("gives no number twice and skips none when many are issued at once", async () => {
    const before = await lastNumber();
    const issued = await Promise.all(Array.from({ length: 20 }, () => issue()));
    const numbers = issued.map(({ invoiceNumber }) => Number(invoiceNumber.slice(4)));
    expect(numbers.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => before + 1 + index),
    );
  });

  it("refuses a second invoice of an order, and gives its number to the next", async () => {
    const { orderId } = await issue();
    const before = await lastNumber();
    const again = db.transaction((tx) => issueInvoice(tx, { orderId, amount: "1.00" }));
    expect(await refusalOf(again)).toBe("invoices_order_id_unique");
    expect(await lastNumber()).toBe(before);
  });

  it("keeps whom it is billed to as the profile says now, whatever it says later", async () => {
    const profile = { companyName: "Bistro d’Été", contactName: "", address: "1 Main Street" };
    const client = await insertClient(db, { profile });
    const order = await insertOrder(db, client.user.id);
    const { id } = await db.transaction((tx) =>
      issueInvoice(tx, { orderId: order.id, amount: "1.00" }),
    );
    await updateDetails(db, client.user.id, { companyName: "Another", address: "2 Main Street" });
    const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id));
    expect(invoice).toMatchObject({
      billedCompany: "Bistro d’Été",
      billedContact: "",
      billedAddress: "1 Main Street",
      billedEmail: client.user.email,
    });
  });

  it("bills a customer whom nobody signs in for by what is known of it", async () => {
    const walkIn = { kind: "person", contactName: "Walk-in Sample" } as const;
    const [bare] = await db.insert(customers).values(walkIn).returning();
    const order = await insertOrder(db, bare?.id ?? "", { placedBy: null, shipToId: null });
    const invoice = await db.transaction((tx) =>
      issueInvoice(tx, { orderId: order.id, amount: "1.00" }),
    );
    const billed = { billedContact: "Walk-in Sample", billedAddress: "", billedEmail: "" };
    expect(invoice).toMatchObject(billed);
  });

  it("goes on past six digits", async () => {
    await db.update(invoiceCounter).set({ lastNumber: 999_999 });
    expect((await issue()).invoiceNumber).toBe("INV-1000000");
  });
});

describe("invoices", () => {
  it.each([
    { invoiceNumber: "INV-999999" },
    { amount: "1.00" },
    { createdAt: new Date("2024-01-01T00:00:00Z") },
    { id: "00000000-0000-4000-8000-000000000000" },
    { billedCompany: "Another" },
    { invoiceUrl: null, billedAddress: "2 Main Street" },
  ])("refuse to change: %o", async (change) => {
    const { id } = await issue();
    expect(await refusalOf(db.update(invoices).set(change).where(eq(invoices.id, id)))).toBe(
      "invoices_immutable",
    );
  });

  it("refuse to be moved to another order", async () => {
    const { id } = await issue();
    const order = await insertOrder(db, userId);
    const move = db.update(invoices).set({ orderId: order.id }).where(eq(invoices.id, id));
    expect(await refusalOf(move)).toBe("invoices_immutable");
  });

  it("refuse to be deleted, with their order too", async () => {
    const { id, orderId } = await issue();
    expect(await refusalOf(db.delete(invoices).where(eq(invoices.id, id)))).toBe(
      "invoices_immutable",
    );
    expect(await refusalOf(db.delete(orders).where(eq(orders.id, orderId)))).toBe(
      "invoices_order_id_orders_id_fk",
    );
    expect(await refusalOf(db.execute(sql`truncate invoices`))).toBe("invoices_immutable");
  });

  it("keep the lines of their order as they were, but for a product that is deleted", async () => {
    const order = await insertOrder(db, userId);
    const product = await insertProduct(db);
    const line = { orderId: order.id, productName: "Chuck", quantity: "1.00", pricePerLb: "9.99" };
    await db.insert(orderItems).values({ ...line, position: 0, productId: product.id });
    const ofOrder = eq(orderItems.orderId, order.id);
    expect(await refusalOf(db.update(orderItems).set({ quantity: "2.00" }).where(ofOrder))).toBe(
      "accepted",
    );

    await db.transaction((tx) => issueInvoice(tx, { orderId: order.id, amount: "19.98" }));
    for (const change of [{ quantity: "3.00" }, { pricePerLb: "1.00" }, { productName: "Round" }]) {
      expect(await refusalOf(db.update(orderItems).set(change).where(ofOrder))).toBe(
        "order_items_issued",
      );
    }
    expect(await refusalOf(db.insert(orderItems).values({ ...line, position: 1 }))).toBe(
      "order_items_issued",
    );
    expect(await refusalOf(db.delete(orderItems).where(ofOrder))).toBe("order_items_issued");
    await db.delete(products).where(eq(products.id, product.id));
    const [kept] = await db.select().from(orderItems).where(ofOrder);
    expect(kept).toMatchObject({ productId: null, quantity: "2.00", subtotal: "19.98" });
  });

  it("let the address of their PDF be replaced, by one that no other has", async () => {
    const [one, other] = [await issue(), await issue()];
    const setUrl = (invoiceUrl: string | null) =>
      db.update(invoices).set({ invoiceUrl }).where(eq(invoices.id, one.id));
    expect(await refusalOf(setUrl("/invoices/another"))).toBe("accepted");
    expect(await refusalOf(setUrl(null))).toBe("accepted");
    expect(await refusalOf(setUrl(other.invoiceUrl))).toBe("invoices_invoice_url_unique");
  });

  it.each([
    ["invoices_number_form", { invoiceNumber: "INV-12345" }],
    ["invoices_number_form", { invoiceNumber: "inv-000001" }],
    ["invoices_amount_not_negative", { amount: "-1.00" }],
    ["invoices_amount_not_negative", { amount: "NaN" }],
  ])("are refused by %s: %o", async (rule, overrides) => {
    const order = await insertOrder(db, userId);
    const values = { orderId: order.id, invoiceNumber: "INV-900000", amount: "1.00", ...overrides };
    expect(await refusalOf(db.insert(invoices).values(values))).toBe(rule);
  });

  it("have one counter only", async () => {
    expect(await refusalOf(db.insert(invoiceCounter).values({ id: 2 }))).toBe(
      "invoice_counter_single_row",
    );
  });
});
