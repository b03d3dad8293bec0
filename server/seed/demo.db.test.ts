import { asc, desc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readProfile } from "#app/domain/customers/stored-profile.server.ts";
import { creditNoteTerms, invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { readStatement } from "#app/domain/documents/statements/statement.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { ensureDemo } from "./demo.ts";
import { seedCatalogue } from "./seed.ts";

let database: OpenDatabase;
const terms = {
  invoiceTerms: invoiceTerms(sampleShop()),
  creditNoteTerms: creditNoteTerms(sampleShop()),
};

let db: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  db = database.db;
  await seedCatalogue(db);
});

afterEach(() => database.close());

it("seeds a client that is plainly a sample, and no administrator", async () => {
  const demo = await ensureDemo(db, terms);
  expect(demo).toMatchObject({ email: "demo@example.com", created: true });
  expect(demo.generatedPassword).toMatch(/^[\w-]{20,}$/);
  const [account] = await db.select().from(user);
  const profile = await readProfile(db, account?.id ?? "");
  expect(profile).toMatchObject({ companyName: "Sample Bistro (demo)", isAdmin: false });
});

it("seeds orders of every status at the catalogue's prices with correct sums", async () => {
  await ensureDemo(db, terms);
  const placed = await db.select().from(orders).orderBy(desc(orders.placedAt));
  expect(placed.map(({ status }) => status)).toEqual([
    "pending",
    "pending",
    "fulfilled",
    "cancelled",
    "delivered",
    "delivered",
  ]);
  expect(placed.every(({ placedAt }) => placedAt.getTime() < Date.now())).toBe(true);

  const offPrice = await db
    .select({ name: orderItems.productName })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(sql`${products.pricePerLb} <> ${orderItems.pricePerLb}`);
  expect(offPrice).toEqual([]);

  const sums = await db
    .select({
      status: orders.status,
      total: orders.totalPrice,
      estimate: orders.estimatedTotal,
      ordered: sql<string>`sum(${orderItems.subtotal}) filter (where substitutes_item_id is null)`,
      billed: sql<string>`sum(${orderItems.finalAmount})`,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .groupBy(orders.id);
  expect(sums).toHaveLength(6);
  for (const { status, total, estimate, ordered, billed } of sums) {
    expect(estimate).toBe(ordered);
    expect(total).toBe(status === "fulfilled" || status === "delivered" ? billed : ordered);
  }
});

it("orders in each product's unit, fulfils no pieces unweighed, and leaves lines in every packing state", async () => {
  await ensureDemo(db, terms);
  const lines = await db
    .select({
      item: orderItems,
      status: orders.status,
      soldBy: products.soldBy,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, eq(products.id, orderItems.productId));
  for (const { item, soldBy } of lines) expect(item.soldBy).toBe(soldBy);
  const pieces = lines.filter(({ soldBy }) => soldBy === "piece");
  expect(pieces.length).toBeGreaterThan(4);
  for (const { item, status } of pieces) {
    const isWeighed = item.packedPieces === item.orderedPieces;
    if (status === "fulfilled") expect(isWeighed).toBe(true);
    if (status === "cancelled") expect(item.packState).toBe("open");
  }
  const pending = lines.filter(({ status }) => status === "pending");
  expect(new Set(pending.map(({ item }) => item.packState))).toEqual(
    new Set(["open", "packed", "short", "substituted"]),
  );
});

it("seeds an invoice for each fulfilled order, numbered by date", async () => {
  await ensureDemo(db, terms);
  const issued = await db
    .select({
      number: documents.documentNumber,
      amount: documents.total,
      total: orders.totalPrice,
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .innerJoin(orders, eq(orders.id, documentOrders.orderId))
    .where(eq(documents.kind, "invoice"))
    .orderBy(asc(documents.issuedAt));
  expect(issued.map(({ number }) => number)).toEqual(["INV-000001", "INV-000002", "INV-000003"]);
  for (const { amount, total } of issued) expect(amount).toBe(total);
});

it("seeds the orders once, even if started twice concurrently, and restores no deleted one", async () => {
  const both = await Promise.all([ensureDemo(db, terms), ensureDemo(db, terms)]);
  expect(both.filter(({ created }) => created)).toHaveLength(1);
  expect(await db.select().from(orders)).toHaveLength(6);

  await db.delete(orders).where(eq(orders.status, "cancelled"));
  expect(await ensureDemo(db, terms)).toEqual({
    email: "demo@example.com",
    created: false,
    generatedPassword: undefined,
  });
  expect(await db.select().from(orders)).toHaveLength(5);
});

it("gives no orders to an existing account with the address", async () => {
  await insertClient(db, { user: { email: "demo@example.com" } });
  expect((await ensureDemo(db, terms)).created).toBe(false);
  expect(await db.select().from(orders)).toEqual([]);
  expect(await db.select().from(user)).toHaveLength(1);
});

it("seeds fewer orders if a product is missing", async () => {
  await db.delete(products).where(eq(products.slug, "prime-rib-roast"));
  await ensureDemo(db, terms);
  expect(await db.select().from(orders)).toHaveLength(5);
});

it("seeds a requested and given credit on the last invoice", async () => {
  await ensureDemo(db, terms);
  const [note] = await db.select().from(documents).where(eq(documents.kind, "credit_note"));
  expect(note).toMatchObject({ documentNumber: "CN-000001", reason: "Quality" });
  const [corrected] = await db
    .select()
    .from(documents)
    .where(eq(documents.id, note?.correctsId ?? ""));
  expect(corrected?.documentNumber).toBe("INV-000003");
  const [request] = await db.select().from(creditRequests);
  expect(request).toMatchObject({ status: "approved", creditNoteId: note?.id });
});

it("seeds invoices that are paid, paid in part, and overdue", async () => {
  await ensureDemo(db, terms);
  const invoices = await db
    .select({
      total: invoiceBalances.totalCents,
      open: invoiceBalances.openCents,
      due: invoiceBalances.dueOn,
    })
    .from(invoiceBalances)
    .orderBy(invoiceBalances.documentNumber);
  const today = pacificDay(new Date());
  const states = invoices.map(({ total, open, due }) => {
    if (open === 0) return "paid";
    return due < today ? "overdue" : open < total ? "in part" : "open";
  });
  expect(states).toEqual(["paid", "overdue", "in part"]);
});

it("seeds a statement that ends with the open amount, on net 30", async () => {
  await ensureDemo(db, terms);
  const [invoice] = await db.select().from(documents).where(eq(documents.kind, "invoice"));
  expect(invoice?.terms).toBe("net 30 days");
  const today = pacificDay(new Date());
  const days = { from: daysAfter(today, -120), to: today };
  const statement = await readStatement(db, invoice?.customerId ?? "", days, sampleShop());
  const [sums] = await db.select({ cents: sql<string>`sum(open_cents)` }).from(invoiceBalances);
  const cents = statement?.entries.map((entry) => entry.cents) ?? [];
  expect(statement?.openingCents).toBe(0);
  expect(cents).toHaveLength(6);
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Number(sums?.cents));
});

it("gives the client a price list from today on", async () => {
  await ensureDemo(db, terms);
  const [{ customerId } = { customerId: "" }] = await db.select().from(orders).limit(1);
  const listed = (day: string) =>
    db
      .select({ slug: products.slug, price: pricedFor.pricePerLb, list: pricedFor.sourceName })
      .from(products)
      .innerJoin(pricesOn(customerId, day), ofProduct)
      .where(sql`price.source = 'list'`);
  const today = pacificDay(new Date());
  const prices = await listed(today);
  expect(prices).toHaveLength(5);
  expect(prices).toContainEqual({
    slug: "striploin-steak",
    price: "22.75",
    list: "Sample kitchens",
  });
  expect(await listed(daysAfter(today, -1))).toEqual([]);
});
