import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openFirefox } from "./firefox.ts";
import { Visitor } from "./visitor.ts";
import { openWebKit } from "./webkit.ts";

let shop: ShopWithin;
let visitor: Visitor;

beforeAll(async () => {
  shop = await openShopWithin();
  await shop.db.update(paymentSettings).set({ takesDoor: true });
  await insertServedZone(shop.db, {
    name: "Sample counter",
    kind: "pickup",
    weekdays: [5],
    place: "100 Sample Road, Abbotsford, BC",
    day: { windowFrom: "10:00", windowTo: "17:00" },
  });
});
afterAll(() => shop.stop());

/** The screens of a phone and of a packer's tablet. */
const phone = 360;
const tablet = 768;

const engines = [
  ["Firefox", openFirefox],
  ["WebKit", openWebKit],
] as const;

describe.each(engines)("in %s", (_name, openBrowser) => {
  let width: number;
  beforeEach(async ({ task }) => {
    width = task.name.startsWith("a packer") ? tablet : phone;
    visitor = new Visitor(await openBrowser(width));
  });
  afterEach(async () => {
    const errors = await visitor.errors();
    const beyond = await visitor.widthBeyondScreen();
    await visitor.close();
    expect({ errors, beyond }).toEqual({ errors: [], beyond: 0 });
  });

  const go = (path: string) => visitor.open(`${shop.url}${path}`);

  const signIn = async (account: { email: string; password: string }, path: string) => {
    await go(`/login?next=${encodeURIComponent(path)}`);
    await visitor.fill("Email", account.email);
    await visitor.fillPassword(account.password);
    await visitor.press("button", "Sign in");
  };

  test("a home cook orders for pickup without an account", async () => {
    const email = `${randomUUID()}@example.com`;
    await go("/shop?show=steaks");
    await visitor.press("link", /^Bavette Steak/);
    await visitor.fill(/^Quantity/, "3");
    await visitor.press("button", "Add to Cart");
    await visitor.press("button", "View cart");
    await visitor.press("button", "Checkout");
    await visitor.finds("heading", "Where and when");
    await visitor.press("radio", /^Friday/);
    await visitor.press("button", "Continue");
    await visitor.fill("Name", "Jo Cook");
    await visitor.fill("Email", email);
    await visitor.fill("Phone", "604-555-0155");
    await visitor.press("radio", /^At pickup/);
    await visitor.press("button", "Review order");
    await visitor.press("button", "Place the order");
    await visitor.finds("heading", "Thank you");
    await visitor.sees(/We have your order \d+/);
    const [order] = await shop.db.select().from(orders).orderBy(desc(orders.placedAt)).limit(1);
    expect(order).toMatchObject({ status: "pending", channel: "retail", paymentWay: "door" });
  });

  test("a chef types an order, reviews and places it", async () => {
    const account = { email: `${randomUUID()}@example.com`, password: "staple beef sample" };
    const { id } = await ensureAccount(shop.db, {
      ...account,
      name: "Harbour Kitchen",
      profile: {
        companyName: "Harbour Kitchen",
        contactName: "Sample Contact",
        phone: "604-555-0142",
        address: "100 Sample Street, Abbotsford, BC",
      },
    });
    await signIn(account, "/dashboard/place-order");
    await visitor.fill("Pounds of Ribeye Steak", "12,5");
    await visitor.press("button", "Review order");
    await visitor.press("radio", /^Friday/);
    await visitor.press("button", "Place order");
    await visitor.finds("heading", "Order placed");
    const placed = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.customerId, String(id)));
    expect(placed).toMatchObject([{ status: "pending", totalPrice: "349.88" }]);
  });

  test("a packer weighs by keyboard and finishes", async () => {
    const { user } = await insertClient(shop.db);
    const order = await insertOrder(shop.db, user.id);
    const { id: productId } = await insertProduct(shop.db, {
      name: "Sample Brisket",
      pricePerLb: "10.00",
    });
    await insertOrderItem(shop.db, order.id, {
      productId,
      productName: "Sample Brisket",
      quantity: "10.00",
      pricePerLb: "10.00",
    });
    await signIn(shop.admin, `/admin/packing/${order.id}`);
    await visitor.isAt(/^Weight in/);
    await visitor.type("4.2");
    await visitor.key("Enter");
    await visitor.sees("packed 4.2 lb");
    await visitor.type("5,8");
    await visitor.key("Enter");
    await visitor.sees("packed 10 lb");
    await visitor.press("button", "Finish the order");
    await visitor.press("button", "Finish and invoice");
    const stored = () =>
      shop.db
        .select({ status: orders.status, lb: packages.netLb })
        .from(packages)
        .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
        .innerJoin(orders, eq(orders.id, orderItems.orderId))
        .where(eq(orders.id, order.id))
        .orderBy(packages.packedAt);
    await expect.poll(stored).toEqual([
      { status: "fulfilled", lb: "4.20" },
      { status: "fulfilled", lb: "5.80" },
    ]);
  });

  test("a driver delivers a stop", async () => {
    const admin = await signedInAdmin(shop.db);
    const { user } = await insertClient(shop.db);
    const run = await insertRun(shop.db, { driver: "Sam", bookedStops: 1 });
    const token = await makeRunLink(shop.db, admin, run.id);
    const { stopId, order } = await insertStop(shop.db, run, user.id, { rank: 0 });
    await insertOrderItem(shop.db, order.id);
    await issueFor(shop.db, order);
    await shop.db
      .update(orders)
      .set({ status: "fulfilled", deliveryName: "Sample Kitchen" })
      .where(eq(orders.id, order.id));
    await go(`/run/${token}`);
    await visitor.press("link", /Sample Kitchen/);
    await visitor.press("button", "Delivered");
    await visitor.fill("Received by", "Kim Sample");
    await visitor.press("button", "Confirm delivery");
    await visitor.sees(/Kim Sample|Delivered: 1/);
    await expect
      .poll(() => shop.db.select().from(stopEvents).where(eq(stopEvents.stopId, stopId)))
      .toMatchObject([{ kind: "delivered", receivedBy: "Kim Sample" }]);
  });
});
