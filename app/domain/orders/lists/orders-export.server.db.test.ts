import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import type { OpenDatabase } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun, refuseLine } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { invoicedOrder } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { exportOrderLines } from "./order-lines-export.server.ts";
import { listOrdersForAdmin } from "./orders-admin.server.ts";
import { exportOrders } from "./orders-export.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

const fileOf = (filter: ExportFilter = {}) =>
  exportedRows(exportOrders(database.db, admin, filter));
const linesOf = (filter: ExportFilter = {}) =>
  exportedRows(exportOrderLines(database.db, admin, filter));

/** Inserts an order with two lines, for a client with a malicious name and notes. */
async function insertSample() {
  const { db } = database;
  const { user } = await insertClient(db, {
    user: { email: `evil-${randomUUID()}@example.com` },
    profile: { companyName: '=HYPERLINK("https://evil.example","Côté")', contactName: "-2+3" },
  });
  const order = await insertOrder(db, user.id, {
    placedAt: new Date("2026-05-02T05:30:00Z"),
    totalPrice: "374.85",
    estimatedTotal: "374.85",
    notes: '+Back door\r\n"after 6", please; thanks',
  });
  const product = await insertProduct(db);
  await insertOrderItem(db, order.id, { productId: product.id });
  await insertOrderItem(db, order.id, { position: 1, productName: "@Brisket", quantity: "5" });
  return { order, user, product };
}

it("filters by day and kind of delivery, as the list does", async () => {
  const { db } = database;
  const { user } = await insertClient(db);
  const [onDay, without] = [await insertOrder(db, user.id), await insertOrder(db, user.id)];
  const zone = await insertZone(db);
  await putOnRun(db, await insertRun(db, { zoneId: zone.id, date: "2026-12-03" }), onDay);
  const found = async (filter: ExportFilter) =>
    (await fileOf({ q: user.email, ...filter })).map((row) => row["Order ID"]);
  expect(await found({ day: "2026-12-03" })).toEqual([onDay.id]);
  expect(await found({ day: "2026-12-03", delivery: zone.id })).toEqual([onDay.id]);
  expect(await found({ delivery: "none" })).toEqual([without.id]);
  // Counter sales have no day, but don't wait for one.
  const sold = await insertOrder(db, user.id, { channel: "counter" });
  expect(await found({ delivery: "none" })).toEqual([without.id]);
  expect(await found({ delivery: "counter" })).toEqual([sold.id]);
  expect((await found({ delivery: "placed" })).toSorted()).toEqual(
    [onDay.id, without.id].toSorted(),
  );
  await db.delete(orders).where(eq(orders.id, sold.id));
  expect(await found({ held: "new" })).toEqual([]);
  expect(await found({ day: "soon" })).toHaveLength(2);
  await db.delete(orders).where(eq(orders.customerId, user.id));
});

it("exports the status refused instead of delivered once all lines of an order were refused", async () => {
  const { db } = database;
  const { user } = await insertClient(db);
  const order = await insertOrder(db, user.id, { status: "delivered" });
  const lines = [
    await insertOrderItem(db, order.id, { packState: "packed", packedLb: "10.00" }),
    await insertOrderItem(db, order.id, { position: 1, packState: "packed", packedLb: "4.50" }),
  ];
  const stop = await putOnRun(db, await insertRun(db), order);
  const statuses = async () =>
    [...(await fileOf({ q: order.id })), ...(await linesOf({ q: order.id }))].map(
      ({ Status }) => Status,
    );
  for (const { id, packedLb } of lines) {
    expect(await statuses()).toEqual(["delivered", "delivered", "delivered"]);
    const line = { stopId: stop.id, orderItemId: id, lb: packedLb };
    await refuseLine(db, line, admin.userId);
  }
  expect(await statuses()).toEqual(["refused", "refused", "refused"]);
});

describe("columns for the accountant", () => {
  it("describe an order", async () => {
    const { order, user } = await insertSample();
    const { invoiceNumber } = await invoicedOrder(
      database.db,
      admin,
      order.id,
      sampleShop("https://shop.example"),
    );
    expect(await fileOf({ q: order.id })).toEqual([
      {
        "Order ID": order.id,
        Order: String(order.number),
        "Placed (Pacific)": "2026-05-01 22:30",
        "Placed (UTC)": "2026-05-02T05:30:00.000Z",
        Status: "fulfilled",
        "Client ID": user.id,
        Company: `'=HYPERLINK("https://evil.example","Côté")`,
        Contact: "'-2+3",
        Email: user.email,
        Lines: "2",
        "Weight (lb)": "15.00",
        "Total (CAD)": "374.85",
        "Invoice number": invoiceNumber,
        Notes: `'+Back door\r\n"after 6", please; thanks`,
        "Estimate (CAD)": "374.85",
        "PO number": "",
        "Delivery day": "",
        "Delivery or pickup": "",
        Zone: "",
        "Delivery fee (CAD)": "",
        "On hold": "",
        "Retail payment": "",
      },
    ]);
    const [first, second, ...more] = await linesOf({ q: order.id });
    expect(first).toMatchObject({
      Product: "Ribeye Steak",
      Status: "fulfilled",
      State: "packed",
      "Packed (lb)": "10.00",
      "Billed (CAD)": "249.90",
    });
    expect(second).toMatchObject({ Product: "'@Brisket", Line: "2", "Product ID": "" });
    expect(more).toEqual([]);
  });

  it("describe a line", async () => {
    const { order, product } = await insertSample();
    const [line] = await linesOf({ q: order.id });
    expect(line).toEqual({
      "Order ID": order.id,
      Order: String(order.number),
      Line: "1",
      "Placed (Pacific)": "2026-05-01 22:30",
      "Placed (UTC)": "2026-05-02T05:30:00.000Z",
      Status: "pending",
      Company: `'=HYPERLINK("https://evil.example","Côté")`,
      "Product ID": product.id,
      Product: "Ribeye Steak",
      "Quantity (lb)": "10.00",
      "Price per lb (CAD)": "24.99",
      "Subtotal (CAD)": "249.90",
      "Ordered pieces": "",
      "Packed (lb)": "",
      "Billed (CAD)": "",
      State: "open",
      "PO number": "",
    });
  });
});

describe("an export of more than one batch", () => {
  const statuses: OrderStatus[] = ["pending", "fulfilled", "cancelled"];
  let placed: string[];
  beforeAll(async () => {
    const { db } = database;
    const bistro = await insertClient(db, { profile: { companyName: "Bistro 50%_" } });
    const butcher = await insertClient(db, { profile: { companyName: "Butcher" } });
    // Ten orders per timestamp, so that batches end between orders of the same time.
    const values = Array.from({ length: 2_300 }, (_, index) => ({
      customerId: (index % 2 === 0 ? bistro : butcher).user.id,
      totalPrice: "10.00",
      status: statuses[index % 3],
      placedAt: new Date(Date.UTC(2020, 0, 1) + Math.floor(index / 10) * 60_000),
    }));
    const inserted = await db.insert(orders).values(values).returning({ id: orders.id });
    placed = inserted.map(({ id }) => id);
    const line = { productName: "Chuck", quantity: "1", pricePerLb: "10.00" };
    await db
      .insert(orderItems)
      .values(
        placed.flatMap((orderId) => [0, 1].map((position) => ({ ...line, orderId, position }))),
      );
  });

  const idsOf = (rows: Record<string, string>[]) => rows.map((row) => row["Order ID"] ?? "");

  async function listed(status: OrderStatus | undefined, search: string) {
    const ids: string[] = [];
    let page = await listOrdersForAdmin(database.db, admin, { status, search, limit: 100 });
    for (;;) {
      ids.push(...page.rows.map(({ id }) => id));
      if (!page.hasMore) return ids;
      const before = page.rows.at(-1);
      page = await listOrdersForAdmin(database.db, admin, { status, search, before, limit: 100 });
    }
  }

  it("has every order once, newest first", async () => {
    const ids = idsOf(await fileOf());
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(await listed(undefined, "")));
    expect(ids).toEqual(expect.arrayContaining(placed.slice(0, 20)));
  });

  it("has every line once, in the order of the orders", async () => {
    const lines = (await linesOf({ q: "Bu" })).map((row) => `${row["Order ID"]} ${row.Line}`);
    const expected = (await listed(undefined, "Bu")).flatMap((id) => [`${id} 1`, `${id} 2`]);
    expect(lines).toEqual(expected);
    expect(lines).toHaveLength(2_300);
  });

  it.each<[OrderStatus | undefined, string]>([
    ["pending", ""],
    [undefined, "bistro 50%_"],
    ["cancelled", "butcher"],
    [undefined, "no such company"],
  ])("is filtered by %s and %j as the list is", async (status, q) => {
    const expected = await listed(status, q);
    expect(idsOf(await fileOf({ status, q }))).toEqual(expected);
    expect(new Set(idsOf(await linesOf({ status, q })))).toEqual(new Set(expected));
  });

  it.each([{ status: "lost" }, { status: "" }, { q: " " }, { q: "\0" }])(
    "ignores an invalid filter: %o",
    async (filter) => {
      expect((await fileOf(filter)).length).toBeGreaterThanOrEqual(2_300);
    },
  );
});
