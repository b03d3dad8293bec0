import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { type OrderStatus, orderStatuses } from "#db/schema/values/orders.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { user } from "./accounts.ts";
import { customers, shipTos } from "./customers.ts";
import { orderItems, orders } from "./orders.ts";

let database: OpenDatabase;
let db: Database;
let userId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  userId = (await insertClient(db)).user.id;
});

afterAll(() => database.close());

describe("orders", () => {
  it("are pending, placed now and without notes by default", async () => {
    const order = await insertOrder(db, userId);
    expect(order).toMatchObject({ status: "pending", notes: "", requestId: null });
    expect(Math.abs(order.placedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it.each(orderStatuses)("may be %s", async (status) => {
    const waiting = { channel: "retail", paymentWay: "card", awaitsUntil: new Date() } as const;
    const order = { status, ...(status === "awaiting_payment" && waiting) };
    expect((await insertOrder(db, userId, order)).status).toBe(status);
  });

  it.each([
    ["orders_status_known", { status: "shipped" as OrderStatus }],
    ["orders_status_known", { status: "Pending" as OrderStatus }],
    ["orders_total_not_negative", { totalPrice: "-0.01" }],
    ["orders_total_not_negative", { totalPrice: "NaN" }],
    ["orders_notes_length", { notes: "x".repeat(5001) }],
    ["orders_payment_way_of_retail", { channel: "retail" as const }],
    ["orders_payment_way_of_retail", { paymentWay: "door" as const }],
    ["orders_awaits_until", { awaitsUntil: new Date() }],
  ])("are refused by %s: %o", async (rule, overrides) => {
    expect(await refusalOf(insertOrder(db, userId, overrides))).toBe(rule);
  });

  it("are refused without a customer", async () => {
    expect(await refusalOf(insertOrder(db, randomUUID()))).toBe(
      "orders_customer_id_customers_id_fk",
    );
  });

  it("are placed once per request, even if it is sent again", async () => {
    const requestId = randomUUID();
    await insertOrder(db, userId, { requestId });
    expect(await refusalOf(insertOrder(db, userId, { requestId }))).toBe(
      "orders_request_id_unique",
    );
  });

  it("keep their customer and the account that placed them from being deleted", async () => {
    const client = await insertClient(db);
    await insertOrder(db, client.user.id);
    const { id } = client.user;
    expect(await refusalOf(db.delete(user).where(eq(user.id, id)))).toBe(
      "orders_placed_by_users_id_fk",
    );
    expect(await refusalOf(db.delete(customers).where(eq(customers.id, id)))).toBe(
      "orders_customer_id_customers_id_fk",
    );
  });

  it("go to a site of their customer, which stays", async () => {
    const [order, other] = [await insertOrder(db, userId), await insertClient(db)];
    const [theirs] = await db.select().from(shipTos).where(eq(shipTos.customerId, other.user.id));
    expect(await refusalOf(insertOrder(db, userId, { shipToId: theirs?.id ?? "" }))).toBe(
      "orders_ship_to_fk",
    );
    expect(await refusalOf(db.delete(shipTos).where(eq(shipTos.id, order.shipToId ?? "")))).toBe(
      "orders_ship_to_fk",
    );
  });

  it("compare equal to a cursor made from the row", async () => {
    const order = await insertOrder(db, userId);
    const found = await db.select().from(orders).where(eq(orders.placedAt, order.placedAt));
    expect(found.map(({ id }) => id)).toContain(order.id);
  });

  it.each([
    ["orders_newest", sql`true`],
    ["orders_customer_newest", sql`customer_id = '00000000-0000-4000-8000-000000000000'`],
    ["orders_status_newest", sql`status = 'pending'`],
  ])("are paged newest first by the index %s, without a sort", async (index, where) => {
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`
        explain select * from orders
        where ${where} and (placed_at, id) < (now(), '00000000-0000-4000-8000-000000000000')
        order by placed_at desc, id desc limit 20`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain(`using ${index} on orders`);
    expect(plan).not.toContain("Sort");
  });
});

describe("order_items", () => {
  const line = { position: 0, productName: "Ribeye Steak", quantity: "1", pricePerLb: "24.99" };

  async function insertLine(overrides: Partial<typeof orderItems.$inferInsert>) {
    const order = await insertOrder(db, userId);
    const [item] = await db
      .insert(orderItems)
      .values({ ...line, orderId: order.id, ...overrides })
      .returning();
    return item;
  }

  it.each([
    ["0.01", "0.01", "0.00"],
    ["0.5", "0.01", "0.01"],
    ["18.75", "27.99", "524.81"],
    ["10000", "10000", "100000000.00"],
  ])("have a subtotal: %s lb at $%s are $%s", async (quantity, pricePerLb, subtotal) => {
    expect((await insertLine({ quantity, pricePerLb }))?.subtotal).toBe(subtotal);
  });

  it("round a third decimal, so the code that places an order must refuse it", async () => {
    expect((await insertLine({ quantity: "1.234" }))?.quantity).toBe("1.23");
  });

  it.each([
    ["order_items_quantity_range", { quantity: "0" }],
    ["order_items_quantity_range", { quantity: "-1" }],
    ["order_items_quantity_range", { quantity: "0.004" }],
    ["order_items_quantity_range", { quantity: "10000.01" }],
    ["order_items_quantity_range", { quantity: "10001" }],
    ["order_items_quantity_range", { quantity: "NaN" }],
    ["22003", { quantity: "1e9" }],
    ["22P02", { quantity: "two" }],
    ["order_items_price_positive", { pricePerLb: "0" }],
    ["order_items_price_positive", { pricePerLb: "NaN" }],
    ["order_items_product_name_form", { productName: "" }],
    ["order_items_product_id_products_id_fk", { productId: randomUUID() }],
    ["order_items_position_not_negative", { position: -1 }],
  ])("are refused by %s: %o", async (rule, overrides) => {
    expect(await refusalOf(insertLine(overrides))).toBe(rule);
  });

  it("each have their own position in the order", async () => {
    const first = await insertLine({});
    const again = db.insert(orderItems).values({ ...line, orderId: first?.orderId ?? "" });
    expect(await refusalOf(again)).toBe("order_items_line");
  });

  it("are deleted with their order", async () => {
    const item = await insertLine({});
    const orderId = item?.orderId ?? "";
    await db.delete(orders).where(eq(orders.id, orderId));
    expect(await db.select().from(orderItems).where(eq(orderItems.orderId, orderId))).toEqual([]);
  });
});
