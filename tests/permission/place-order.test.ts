import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { emptyDraft, type OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { writeOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { user } from "#db/schema/accounts.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { impossibleDays, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { orderTraces } from "#tests/setup/ordering.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// What plain requests can and cannot do to orders.

let shop: ShopWithin;
let client: { id: string; cookie: string };
let stranger: { id: string; cookie: string };
let ribeye: typeof products.$inferSelect;

beforeAll(async () => {
  shop = await openShopWithin();
  client = await account("client@example.com");
  stranger = await account("stranger@example.com");
  const [found] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!found) throw new Error("The shop sells no ribeye");
  ribeye = found;
});
afterAll(() => shop.stop());

async function account(email: string) {
  const password = "long enough a password";
  const profile = { phone: "604-555-0142", address: "100 Sample Street, Abbotsford, BC" };
  const { id } = await ensureAccount(shop.db, { email, password, name: "S", profile });
  return { id: id ?? "", cookie: await enter(shop.url, { email, password }) };
}

let form: Record<string, string>;
beforeEach(() => {
  form = fieldsOf({
    ...emptyDraft,
    requestId: randomUUID(),
    lines: [
      {
        key: ribeye.id,
        productId: ribeye.id,
        wish: noWish,
        name: "Ribeye Steak",
        quantity: "2.5",
        seenUnit: "lb",
        seenPricePerLb: ribeye.pricePerLb,
      },
    ],
  });
});

function fieldsOf(draft: OrderDraft): Record<string, string> {
  return Object.fromEntries(
    [...writeOrderForm(draft, "place")].map(([name, value]) => [name, String(value)]),
  );
}

const place = (fields: Record<string, string>, cookie = client.cookie) =>
  send(shop.url, "/api/orders", fields, { cookie });

async function stored(requestId: string | undefined) {
  return shop.db
    .select()
    .from(orders)
    .where(eq(orders.requestId, requestId ?? ""));
}

describe("an order sent", () => {
  test("belongs to its sender and is pending, at the shop's prices, whatever else is sent", async () => {
    const answer = await place({
      ...form,
      user_id: stranger.id,
      userId: stranger.id,
      customerId: stranger.id,
      customer_id: stranger.id,
      status: "fulfilled",
      total_price: "0.01",
      totalPrice: "0.01",
      placed_at: "2001-01-01",
      subtotal: "0.01",
      is_admin: "true",
      [`subtotal.${ribeye.id}`]: "0.01",
      [`status.${ribeye.id}`]: "fulfilled",
    });
    expect(answer.status).toBe(200);
    const { placed } = await answer.json();
    const [order] = await stored(form.requestId);
    expect(order).toMatchObject({
      id: placed.id,
      customerId: client.id,
      placedBy: client.id,
      status: "pending",
    });
    const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, placed.id));
    expect(item).toMatchObject({ pricePerLb: ribeye.pricePerLb, quantity: "2.50" });
    expect(order?.totalPrice).toBe(item?.subtotal);
    expect(order?.placedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await shop.db.$count(documentOrders, eq(documentOrders.orderId, placed.id))).toBe(0);
  });

  test("shows its destination on its page, also without a day", async () => {
    const { placed } = await (await place(form)).json();
    const page = await ask(shop.url, `/dashboard/orders/${placed.id}`, { cookie: client.cookie });
    expect(await page.text()).toMatch(/Deliver to<[\s\S]*?100 Sample Street, Abbotsford, BC/);
  });

  test("at a made-up price is not placed", async () => {
    const before = await orderTraces(shop.db);
    for (const price of ["0.01", "0", "-1", "free", ""]) {
      const answer = await place({ ...form, [`price.${ribeye.id}`]: price });
      expect([400, 409], price).toContain(answer.status);
      expect((await answer.json()).refused.draft.lines).toHaveLength(1);
    }
    expect(await orderTraces(shop.db)).toEqual(before);
  });

  test("many times concurrently is placed once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(form)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const ids = await Promise.all(answers.map(async (it) => (await it.json()).placed.id));
    expect(new Set(ids).size).toBe(1);
    expect(await stored(form.requestId)).toHaveLength(1);
  });

  test("twice as a page's form leads to one order", async () => {
    const page = () => send(shop.url, "/dashboard/place-order", form, client);
    const answers = [await page(), await page()];
    const [order, ...others] = await stored(form.requestId);
    expect(others).toEqual([]);
    for (const { status, headers } of answers) {
      expect(status).toBe(302);
      expect(headers.get("location")).toBe(`/dashboard/place-order/placed/${order?.id}`);
    }
  });

  test("by a visitor, or with an invalid session, is not placed", async () => {
    const before = await orderTraces(shop.db);
    for (const cookie of ["", "shop.session_token=made.up"]) {
      const answer = await place(form, cookie);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
      const page = await send(shop.url, "/dashboard/place-order", form, { cookie });
      expect(page.headers.get("location")).toMatch(/^\/login\?/);
    }
    expect(await orderTraces(shop.db)).toEqual(before);
  });

  test("from another site is not placed", async () => {
    const before = await orderTraces(shop.db);
    const visit = { cookie: client.cookie, origin: "https://evil.example" };
    for (const path of ["/api/orders", "/dashboard/place-order"]) {
      expect((await send(shop.url, path, form, visit)).status).toBe(403);
    }
    expect(await orderTraces(shop.db)).toEqual(before);
  });

  test("with somebody else's request id reveals nothing about their order", async () => {
    const theirs = await (await place(form, stranger.cookie)).json();
    const before = await orderTraces(shop.db);
    const answer = await place(form);
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).not.toContain(theirs.placed.id);
    expect(text).toContain("Please reload the page and try again.");
    expect(await orderTraces(shop.db)).toEqual(before);
  });

  test("with nonsense is refused, and never causes a server error", async () => {
    const before = await orderTraces(shop.db);
    const quantity = `quantity.${ribeye.id}`;
    const nonsense: Record<string, string>[] = [
      {},
      { requestId: form.requestId ?? "" },
      { ...form, requestId: "1' or '1'='1" },
      { ...form, [quantity]: "NaN" },
      { ...form, [quantity]: "1e400" },
      { ...form, [quantity]: "9".repeat(10_000) },
      { ...form, [quantity]: "\u0000" },
      { ...form, notes: "n".repeat(6_000) },
      { ...form, [`unit.${ribeye.id}`]: "piece 0.00" },
      { ...form, [`unit.${ribeye.id}`]: "piece 1.25'; drop table orders" },
      { ...form, [`unit.${ribeye.id}`]: "piece 1.25", [quantity]: "0.5" },
      { ...form, [`price.${ribeye.id}`]: "8bec2a91" },
      { ...form, [`price.${ribeye.id}`]: "", [quantity]: "NaN" },
      { ...form, "quantity.__proto__": "1", "price.__proto__": "1" },
      { ...form, "quantity.": "1" },
      { ...form, [`quantity.${randomUUID()}`]: "1" },
    ];
    for (const fields of nonsense) {
      const sent = JSON.stringify(fields).slice(0, 200);
      expect((await place(fields)).status, sent).toBe(400);
      const page = await send(shop.url, "/dashboard/place-order", fields, client);
      expect(page.status, sent).toBe(400);
      expect(await page.text(), sent).not.toMatch(/Something went wrong|violates|syntax/);
    }
    expect(await orderTraces(shop.db)).toEqual(before);
  });

  test("without any form is refused", async () => {
    for (const [type, body, status] of [
      ["application/json", JSON.stringify(form), 400],
      ["multipart/form-data; boundary=x", "--x\r\nnonsense", 415],
      ["text/plain", "requestId=1", 400],
      ["", "", 400],
    ] as const) {
      const answer = await fetch(`${shop.url}/api/orders`, {
        method: "POST",
        headers: { cookie: client.cookie, origin: shop.url, ...(type && { "content-type": type }) },
        body,
      });
      expect(answer.status, type).toBe(status);
    }
  });

  test("by anything but POST is refused", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await ask(shop.url, "/api/orders", { cookie: client.cookie, method });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST");
    }
  });
});

describe("an order of somebody else's", () => {
  test("fills no form and shows no confirmation", async () => {
    const { placed } = await (await place(form, stranger.cookie)).json();
    const again = `/dashboard/place-order?again=${placed.id}`;
    for (const path of [again, again.replace("?", ".data?")]) {
      const own = await (await ask(shop.url, path, { cookie: stranger.cookie })).text();
      expect(own, path).toContain(placed.id.slice(0, 8));
      const other = await ask(shop.url, path, { cookie: client.cookie });
      expect(other.status).toBe(200);
      expect(await other.text(), path).not.toContain(placed.id.slice(0, 8));
    }
    for (const path of [placed.id, `${placed.id}.data`]) {
      const confirmation = `/dashboard/place-order/placed/${path}`;
      const own = await ask(shop.url, confirmation, { cookie: stranger.cookie });
      expect(own.status, path).toBe(200);
      const other = await ask(shop.url, confirmation, { cookie: client.cookie });
      expect(other.status, path).toBe(404);
      expect(await other.text()).not.toMatch(/stranger@example\.com|\$\d+\.\d\d/);
    }
  });

  test("is not found by an invalid id", async () => {
    const { cookie } = client;
    for (const id of ["unicorn", "%00", "'", "..%2f..", "x".repeat(5_000)]) {
      const again = await ask(shop.url, `/dashboard/place-order?again=${id}`, { cookie });
      expect(again.status, id).toBe(200);
      const placed = await ask(shop.url, `/dashboard/place-order/placed/${id}`, { cookie });
      // 308: to the canonical form of the address.
      expect([308, 400, 404, 414], id.slice(0, 50)).toContain(placed.status);
    }
  });
});

test("a deleted account places nothing", async () => {
  const gone = await account("gone@example.com");
  await shop.db.delete(user).where(eq(user.id, gone.id));
  const before = await orderTraces(shop.db);
  expect((await place(form, gone.cookie)).status).toBe(401);
  expect(await orderTraces(shop.db)).toEqual(before);
});

test("an order for an unavailable day needs another day", async () => {
  const zone = await insertServedZone(shop.db, { kind: "pickup", place: "100 Sample Road" });
  const before = await orderTraces(shop.db);
  const page = "/dashboard/place-order";
  for (const date of impossibleDays) {
    const day = runKey(zone.id, date);
    expect((await place({ ...form, day })).status, date).toBe(400);
    const [shown, placed] = await Promise.all(
      ["review", "place"].map((intent) => send(shop.url, page, { ...form, day, intent }, client)),
    );
    expect([shown?.status, placed?.status], date).toEqual([400, 400]);
    expect(await placed?.text()).toContain("Choose a day.");
  }
  expect(await orderTraces(shop.db)).toEqual(before);
});
