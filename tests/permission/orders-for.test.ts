import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { emptyDraft } from "#app/domain/drafts/order-draft.ts";
import { productNames } from "#app/domain/guides/product-names.server.ts";
import { writeOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { user } from "#db/schema/accounts.ts";
import { shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { enter, send } from "#tests/setup/browserless.ts";
import { impossibleDays, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { orderTraces } from "#tests/setup/ordering.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// Orders for a client by plain requests: clients are refused, and so are unknown clients and sites.

let shop: ShopWithin;
let admin: string;
let client: { id: string; cookie: string };
let stranger: { id: string; cookie: string };
beforeAll(async () => {
  shop = await openShopWithin();
  admin = await enter(shop.url, shop.admin);
  client = await account("client@example.com");
  stranger = await account("stranger@example.com");
});
afterAll(() => shop.stop());

async function account(email: string) {
  const password = "long enough a password";
  const profile = { phone: "604-555-0142", address: "100 Sample Street, Abbotsford, BC" };
  const { id } = await ensureAccount(shop.db, { email, password, name: "S", profile });
  return { id: id ?? "", cookie: await enter(shop.url, { email, password }) };
}

async function form() {
  const [ribeye] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!ribeye) throw new Error("The shop sells no ribeye");
  const { id: productId, name, pricePerLb: seenPricePerLb } = ribeye;
  const line = {
    key: productId,
    productId,
    name,
    wish: noWish,
    quantity: "2.5",
    seenUnit: "lb",
    seenPricePerLb,
  };
  const draft = { ...emptyDraft, requestId: randomUUID(), lines: [line] };
  return Object.fromEntries(writeOrderForm(draft, "place"));
}

const forms = (whom: string) => [`/api/orders-for/${whom}`, `/admin/orders/new/${whom}`];

test("a client can't order for another client, nor for themselves as staff", async () => {
  const before = await orderTraces(shop.db);
  for (const whom of [client.id, stranger.id]) {
    const [api = "", page = ""] = forms(whom);
    expect((await send(shop.url, api, await form(), { cookie: client.cookie })).status).toBe(403);
    const { status, headers } = await send(shop.url, page, await form(), client);
    expect([status, headers.get("location")]).toEqual([302, "/dashboard?denied"]);
  }
  expect(await orderTraces(shop.db)).toEqual(before);
});

test("an administrator orders for a client, even if the form names another", async () => {
  const foreign = { customerId: stranger.id, placedBy: stranger.id, siteId: randomUUID() };
  const fields = { ...(await form()), ...foreign };
  const answer = await send(shop.url, `/api/orders-for/${client.id}`, fields, { cookie: admin });
  expect(answer.status).toBe(200);
  const { placed } = await answer.json();
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, placed.id));
  expect(order).toMatchObject({ customerId: client.id, status: "pending" });
  const [staff] = await shop.db.select().from(user).where(eq(user.email, shop.admin.email));
  expect(order?.placedBy).toBe(staff?.id);
});

test("unknown clients and sites are answered 404, and nothing is placed", async () => {
  const before = await orderTraces(shop.db);
  const [theirs] = await shop.db.select().from(shipTos).where(eq(shipTos.customerId, stranger.id));
  if (!theirs) throw new Error("The stranger has no site");
  const nobodies = ["nobody", randomUUID(), "%00", "'or'1", `${client.id}/${theirs.id}`];
  for (const whom of [...nobodies, `${client.id}/nowhere`, `${client.id}/%00`]) {
    for (const path of forms(whom)) {
      const answer = await send(shop.url, path, await form(), { cookie: admin });
      expect(answer.status, path).toBe(404);
    }
  }
  expect(await orderTraces(shop.db)).toEqual(before);
});

test("a client's names for products are stored only by them and by staff", async () => {
  const [ribeye] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  const fields = (name: string) => ({ name, product: ribeye?.id ?? "" });
  const keep = async (path: string, name: string, who: { cookie?: string }) =>
    (await send(shop.url, path, fields(name), who)).status;
  const [own, theirs] = ["/api/product-names", `/api/product-names-for/${client.id}`];
  expect(await keep(own, "mine", client)).toBe(204);
  expect(await keep(theirs, "by telephone", { cookie: admin })).toBe(204);
  expect(await keep(theirs, "forged", stranger)).toBe(403);
  expect(await keep(theirs, "forged", client)).toBe(403);
  expect(await keep(own, "forged", {})).toBe(401);
  expect(await keep(theirs, "forged", {})).toBe(401);
  expect(await keep(`/api/product-names-for/${randomUUID()}`, "forged", { cookie: admin })).toBe(
    404,
  );
  const known = await productNames(shop.db, { customerId: client.id });
  expect(Object.keys(known).sort()).toEqual(["by telephone", "mine"]);
  expect(await productNames(shop.db, { customerId: stranger.id })).toEqual({});
  const get = await fetch(`${shop.url}${own}`, { headers: { cookie: client.cookie } });
  expect(get.status).toBe(405);
});

test("unavailable days are refused, for a new order and for a move", async () => {
  const zone = await insertServedZone(shop.db, { kind: "pickup", place: "100 Sample Road" });
  const [order] = await shop.db.select().from(orders).where(eq(orders.customerId, client.id));
  const before = await orderTraces(shop.db);
  for (const date of impossibleDays) {
    const day = { day: runKey(zone.id, date) };
    for (const path of [...forms(client.id), `/admin/orders/${order?.id}/day`]) {
      const answer = await send(shop.url, path, { ...(await form()), ...day }, { cookie: admin });
      expect(answer.status, `${path} ${date}`).toBe(400);
      expect(await answer.text()).toContain("Choose a day.");
    }
  }
  expect(await orderTraces(shop.db)).toEqual(before);
});
