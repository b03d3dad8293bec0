import { randomUUID } from "node:crypto";
import { eq, notExists, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { issueDebit } from "#app/domain/documents/issuing/issue-debit.server.ts";
import { invoiceEndedMonths } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import { getClient } from "#app/features/clients/clients-admin.server.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import {
  creditFor,
  documentsOf,
  insertOrderItem,
  issueFor,
  noteFor,
} from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  bestClients,
  countInvoices,
  countOrders,
  ordersByWeek,
  poundsByCategory,
} from "./order-statistics.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  client = await signedInClient(db);
});
const isDeletable = notExists(
  sql`(select from ${documentOrders} where ${documentOrders.orderId} = ${orders.id})`,
);
beforeEach(() => db.delete(orders).where(isDeletable));
afterAll(() => database.close());

function place(placedAt: string, totalPrice: string, status: OrderStatus = "pending", of = client) {
  return insertOrder(db, of.userId, { placedAt: new Date(placedAt), totalPrice, status });
}

const now = new Date("2025-04-13T12:00:00Z");

/** The client's spending in each sum: the current week, the best clients, and in total. */
async function spent() {
  const [weeks, best, summary] = await Promise.all([
    ordersByWeek(db, admin, now),
    bestClients(db, admin, now),
    getClient(db, admin, client.userId),
  ]);
  return {
    week: weeks.at(-1)?.revenue,
    best: best.find(({ id }) => id === client.customerId)?.revenue ?? "0.00",
    client: summary?.totalSpent,
  };
}

describe("ordersByWeek", () => {
  const figures = async (now: string) => {
    const weeks = await ordersByWeek(db, admin, new Date(now));
    return weeks.map((week) => [week.monday, week.orders, week.revenue]);
  };

  it("returns twelve weeks of zero without orders", async () => {
    await place("2025-01-20T07:59:59.999Z", "10.00");
    await place("2025-04-14T07:00:00.000Z", "20.00");
    const weeks = await figures("2025-04-13T12:00:00Z");
    expect(weeks).toHaveLength(12);
    expect(weeks[0]).toEqual(["2025-01-20", 0, "0.00"]);
    expect(weeks[11]).toEqual(["2025-04-07", 0, "0.00"]);
    expect(new Set(weeks.map(([, count, revenue]) => `${count} ${revenue}`))).toEqual(
      new Set(["0 0.00"]),
    );
  });

  it("counts an order in the week of its Pacific day, even when clocks go forward", async () => {
    await place("2025-01-20T08:00:00.000Z", "1.00");
    await place("2025-03-10T06:59:59.999Z", "2.00");
    await place("2025-03-10T07:00:00.000Z", "4.00");
    await place("2025-03-17T06:59:59.999Z", "8.00");
    await place("2025-04-14T06:59:59.999Z", "16.00");
    const weeks = await figures("2025-04-13T12:00:00Z");
    expect(weeks.filter(([, count]) => count !== 0)).toEqual([
      ["2025-01-20", 1, "1.00"],
      ["2025-03-03", 1, "2.00"],
      ["2025-03-10", 2, "12.00"],
      ["2025-04-07", 1, "16.00"],
    ]);
  });

  it("counts an order in the week of its Pacific day when clocks go back", async () => {
    await place("2024-11-04T07:59:59.999Z", "1.00");
    await place("2024-11-04T08:00:00.000Z", "2.00");
    const weeks = await figures("2024-11-10T12:00:00Z");
    expect(weeks.slice(-2)).toEqual([
      ["2024-10-28", 1, "1.00"],
      ["2024-11-04", 1, "2.00"],
    ]);
  });

  it("sums pending, fulfilled and delivered orders to the cent, but not cancelled ones", async () => {
    await place("2025-04-08T12:00:00Z", "0.10", "pending");
    await place("2025-04-08T12:00:00Z", "0.20", "fulfilled");
    await place("2025-04-09T12:00:00Z", "9999999999.99", "delivered");
    await place("2025-04-10T12:00:00Z", "500.00", "cancelled");
    const weeks = await figures("2025-04-13T12:00:00Z");
    expect(weeks.at(-1)).toEqual(["2025-04-07", 3, "10000000000.29"]);
  });
});

describe("poundsByCategory", () => {
  async function order(
    placedAt: string,
    lb: string,
    category: "loin" | "round" | null,
    status?: OrderStatus,
  ) {
    const { id } = await insertProduct(db, { category });
    const { id: orderId } = await place(placedAt, "10.00", status);
    await insertOrderItem(db, orderId, { productId: id, quantity: lb });
  }
  const pounds = async (now: string) => {
    const { firstDay, categories } = await poundsByCategory(db, admin, new Date(now));
    return {
      firstDay,
      lb: categories.map((row) => [row.category, row.lb]),
    };
  };

  it("weighs this month's orders, heaviest category first, and returns zero for the others", async () => {
    await order("2025-03-01T08:00:00.000Z", "12.35", "round");
    await order("2025-03-20T12:00:00.000Z", "0.5", "round", "fulfilled");
    await order("2025-04-01T06:59:59.999Z", "1000", "loin", "delivered");
    await order("2025-03-01T07:59:59.999Z", "7000", "round");
    await order("2025-03-20T12:00:00.000Z", "7000", "round", "cancelled");
    expect(await pounds("2025-04-01T06:59:59.999Z")).toEqual({
      firstDay: "2025-03-01",
      lb: [
        ["loin", "1000.00"],
        ["round", "12.85"],
        ["chuck", "0.00"],
        ["prime-rib", "0.00"],
        ["sirloin", "0.00"],
        ["other", "0.00"],
        ["pre-cuts", "0.00"],
        ["ground", "0.00"],
      ],
    });
  });

  it("lists products without a category, or deleted ones, last", async () => {
    await order("2025-03-20T12:00:00Z", "30", null);
    const { id } = await place("2025-03-21T12:00:00Z", "10.00");
    await insertOrderItem(db, id, { productId: null, quantity: "2.5" });
    const { lb } = await pounds("2025-03-31T12:00:00Z");
    expect(lb).toHaveLength(9);
    expect(lb.at(-1)).toEqual([null, "32.50"]);
  });
});

describe("bestClients", () => {
  const now = new Date("2025-07-01T12:00:00Z");
  const best = () => bestClients(db, admin, now);

  it("excludes the tills' own accounts", async () => {
    const till = await signedInClient(db, { companyName: "Counter, till 1" });
    await db
      .update(customers)
      .set({ kind: "counter", inactiveAt: new Date() })
      .where(eq(customers.id, till.customerId));
    await place("2025-06-01T12:00:00Z", "900.00", "delivered", till);
    expect(await best()).toEqual([]);
  });

  it("lists the five clients with the most revenue of the last year, highest first", async () => {
    const names = ["Ash", "Birch", "Cedar", "Dogwood", "Elder", "Fir"];
    for (const [rank, companyName] of names.entries()) {
      const buyer = await signedInClient(db, { companyName });
      await place("2025-06-01T12:00:00Z", `${100 + rank}.50`, "pending", buyer);
      await place("2024-07-01T07:00:00Z", "1000.00", "delivered", buyer);
      // Placed before that year, or cancelled.
      await place("2024-07-01T06:59:59.999Z", `${9000 - rank}.00`, "delivered", buyer);
      await place("2025-06-01T12:00:00Z", `${9000 - rank}.00`, "cancelled", buyer);
    }
    const found = await best();
    expect(found.map(({ companyName }) => companyName)).toEqual(names.slice(1).reverse());
    expect(found[0]).toEqual({
      id: expect.any(String),
      companyName: "Fir",
      orders: 2,
      revenue: "1105.50",
    });
  });

  it("lists nobody without orders", async () => {
    await place("2025-06-01T12:00:00Z", "100.00", "cancelled");
    expect(await best()).toEqual([]);
  });
});

it("excludes the orders of an unconfirmed client everywhere", async () => {
  const all = async () => ({
    orders: await countOrders(db, admin),
    pending: await countOrders(db, admin, { status: "pending" }),
    weeks: (await ordersByWeek(db, admin, now)).at(-1)?.orders,
    pounds: (await poundsByCategory(db, admin, now)).categories[0]?.lb,
    best: (await bestClients(db, admin, now))[0]?.orders,
  });
  const { id: orderId } = await place("2025-04-08T12:00:00Z", "100.00");
  const product = await insertProduct(db, { category: "loin" });
  await insertOrderItem(db, orderId, { productId: product.id, quantity: "7.5" });
  const counted = { orders: 1, pending: 1, weeks: 1, pounds: "7.50", best: 1 };
  expect(await all()).toEqual(counted);
  await db.update(orders).set({ isNewClient: true }).where(eq(orders.id, orderId));
  const none = { orders: 0, pending: 0, weeks: 0, pounds: "0.00", best: undefined };
  expect(await all()).toEqual(none);
  await db.update(orders).set({ isNewClient: false }).where(eq(orders.id, orderId));
  expect(await all()).toEqual(counted);
  // A product that changes its category takes its pounds along.
  await db.update(products).set({ category: "round" }).where(eq(products.id, product.id));
  const { categories } = await poundsByCategory(db, admin, now);
  expect(categories[0]).toEqual({ category: "round", lb: "7.50" });
});

it("excludes an order on hold from every sum until it is released", async () => {
  const { id: orderId } = await place("2025-04-08T12:00:00Z", "100.00");
  await db.insert(orderHolds).values({ orderId, reason: "credit" });
  expect(await spent()).toEqual({ week: "0.00", best: "0.00", client: "0.00" });
  await db.update(orderHolds).set({ releasedAt: new Date() });
  expect(await spent()).toEqual({ week: "100.00", best: "100.00", client: "100.00" });
});

// These tests run last, since invoiced orders can't be deleted.
describe("revenue of billed orders", () => {
  beforeEach(async () => {
    client = await signedInClient(db);
  });

  it("counts invoices less credits, even a full one", async () => {
    const order = await place("2025-04-08T12:00:00Z", "100.00", "delivered");
    expect(await countInvoices(db, admin)).toBe(0);
    const invoice = await issueFor(db, order);
    expect(await countInvoices(db, admin)).toBe(1);
    await creditFor(db, invoice.id, "25.50");
    expect(await spent()).toEqual({ week: "74.50", best: "74.50", client: "74.50" });
    await creditFor(db, invoice.id, "74.50");
    expect(await spent()).toEqual({ week: "0.00", best: "0.00", client: "0.00" });
    expect(await ordersByWeek(db, admin, now)).toContainEqual(
      expect.objectContaining({ orders: 1, revenue: "0.00" }),
    );
  });

  it("adds a debit, less its credits", async () => {
    const before = toCents((await spent()).week ?? "");
    const order = await place("2025-04-08T12:00:00Z", "100.00", "delivered");
    const invoice = await issueFor(db, order);
    const debit = await db.transaction((tx) =>
      issueDebit(
        tx,
        {
          invoiceId: invoice.id,
          orderId: order.id,
          reason: "Underbilled",
          requestId: randomUUID(),
          lines: [
            {
              position: 0,
              description: "Ribeye Steak",
              unit: "each",
              packed: "1.00",
              unitPrice: "20.00",
              amount: "20.00",
              taxCode: "Z",
            },
          ],
        },
        invoiceTerms(sampleShop()),
      ),
    );
    const week = (cents: number) => toDollars(before + cents);
    expect(await spent()).toEqual({ week: week(120_00), best: "120.00", client: "120.00" });
    await creditFor(db, debit.issued.id, "20.00");
    expect(await spent()).toEqual({ week: week(100_00), best: "100.00", client: "100.00" });
  });

  it("deducts a credit of a monthly invoice", async () => {
    const before = toCents((await spent()).week ?? "");
    const first = await place("2025-04-08T12:00:00Z", "100.00", "delivered");
    const second = await place("2025-04-09T12:00:00Z", "60.00", "delivered");
    for (const order of [first, second]) await noteFor(db, order, new Date("2025-04-10T12:00:00Z"));
    await db
      .update(customers)
      .set({ invoicePer: "month" })
      .where(eq(customers.id, client.customerId));
    await invoiceEndedMonths(db, sampleShop());
    const [invoice] = (await documentsOf(db, first.id)).filter(({ kind }) => kind === "invoice");
    if (!invoice) throw new Error("The month was not billed");
    await creditFor(db, invoice.id, "30.00");
    const week = toDollars(before + 130_00);
    expect(await spent()).toEqual({ week, best: "130.00", client: "130.00" });
  });
});
