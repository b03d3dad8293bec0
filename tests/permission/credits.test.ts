import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { members } from "#db/schema/customers.ts";
import { attachments, creditRequests } from "#db/schema/money/credits.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import type { MemberRole } from "#db/schema/values/customers.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { slowSvg } from "#tests/setup/images/sample-images.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// Requests, photos and decisions of credits, by plain requests.

let shop: ShopWithin;
let orderId: string;
let item: string;
const cookies: Record<"admin" | "owner" | "stranger" | "buyer" | "viewer", string> = {
  admin: "",
  owner: "",
  stranger: "",
  buyer: "",
  viewer: "",
};

async function memberOf(customerId: string, role: MemberRole): Promise<string> {
  const account = { email: `${role}@example.com`, password: "long enough a password" };
  const { id } = await ensureAccount(shop.db, { ...account, name: role, profile: {} });
  await shop.db
    .update(members)
    .set({ customerId, role })
    .where(eq(members.userId, `${id}`));
  return enter(shop.url, account);
}

beforeAll(async () => {
  shop = await openShopWithin();
  const { db, url } = shop;
  cookies.admin = await enter(url, shop.admin);
  cookies.owner = await enter(url, shop.demo);
  const account = { email: "stranger@example.com", password: "a stranger's password" };
  await ensureAccount(db, { ...account, name: "S", profile: { companyName: "Stranger" } });
  cookies.stranger = await enter(url, account);
  const [sample] = await db.select().from(orders).limit(1);
  const customerId = sample?.customerId ?? "";
  const order = await insertOrder(db, customerId);
  item = (await insertOrderItem(db, order.id)).id;
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  orderId = order.id;
  cookies.buyer = await memberOf(customerId, "buyer");
  cookies.viewer = await memberOf(customerId, "viewer");
});
afterAll(() => shop.stop());

const form = (fields: Record<string, string> = {}) => ({
  requestId: randomUUID(),
  item,
  reason: "short",
  lb: "1",
  ...fields,
});
const asking = () => `/dashboard/orders/${orderId}/credit`;
const photo = () =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: "#7a2020" } })
    .jpeg()
    .toBuffer();

function sendPhoto(cookie: string, id: string, body: Buffer, to = `/dashboard/attachments/${id}`) {
  return fetch(shop.url + to, {
    method: "POST",
    headers: { cookie, origin: shop.url, "Content-Type": "image/jpeg" },
    body: new Uint8Array(body),
    redirect: "manual",
  });
}

test("only members who may order request a credit", async () => {
  for (const [cookie, status] of [
    ["", 302],
    [cookies.stranger, 404],
    [cookies.viewer, 403],
  ] as const) {
    expect((await send(shop.url, asking(), form(), { cookie })).status).toBe(status);
  }
  const elsewhere = { cookie: cookies.owner, origin: "https://evil.example" };
  expect((await send(shop.url, asking(), form(), elsewhere)).status).toBe(403);
  expect((await ask(shop.url, asking(), { cookie: cookies.stranger })).status).toBe(404);
  expect(await shop.db.$count(creditRequests, eq(creditRequests.orderId, orderId))).toBe(0);
});

test("an invalid claim is refused, and the input stays", async () => {
  const cookie = cookies.owner;
  const wrong: Record<string, string>[] = [
    { lb: "10.01" },
    { lb: "" },
    { lb: "1", amount: "1" },
    { item: randomUUID() },
    { photoId: randomUUID() },
    { reason: "x" },
    { requestId: "x" },
  ];
  for (const fields of wrong) {
    const note = "Typed at length";
    const answer = await send(shop.url, asking(), { ...form(), ...fields, note }, { cookie });
    expect(answer.status, JSON.stringify(fields)).toBe(400);
    expect(await answer.text()).toContain(note);
  }
});

test("a photo is scaled down, and seen only by its sender and by staff", async () => {
  const { db, url } = shop;
  const id = randomUUID();
  expect((await sendPhoto("", id, await photo())).status).toBe(302);
  expect((await sendPhoto(cookies.viewer, id, await photo())).status).toBe(403);
  expect((await sendPhoto(cookies.buyer, id, Buffer.from("no image"))).status).toBe(400);
  const drawings = Array.from({ length: 4 }, () =>
    sendPhoto(cookies.buyer, randomUUID(), slowSvg()),
  );
  for (const refused of await Promise.all(drawings)) {
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining("SVG files") });
  }
  expect((await sendPhoto(cookies.buyer, id, Buffer.alloc(21 * 1024 * 1024))).status).toBe(413);
  expect((await sendPhoto(cookies.buyer, id, await photo())).status).toBe(201);
  expect((await sendPhoto(cookies.stranger, id, await photo())).status).toBe(400);
  const [stored] = await db.select().from(attachments).where(eq(attachments.id, id));
  expect(stored).toMatchObject({ width: 1600, height: 800, contentType: "image/webp" });
  const own = `/dashboard/attachments/${id}`;
  for (const [path, cookie, status] of [
    [own, cookies.buyer, 200],
    [own, cookies.owner, 200],
    [own, cookies.stranger, 404],
    [own, "", 302],
    [`/admin/attachments/${id}`, cookies.admin, 200],
    [`/admin/attachments/${id}`, cookies.buyer, 302],
  ] as const) {
    expect((await ask(url, path, { cookie })).status, path).toBe(status);
  }
  const claim = form({ photoId: id, lb: "2" });
  expect((await send(url, asking(), claim, { cookie: cookies.owner })).status).toBe(400);
  expect((await send(url, asking(), claim, { cookie: cookies.buyer })).status).toBe(302);
  expect((await send(url, asking(), claim, { cookie: cookies.buyer })).status).toBe(302);
  expect(await db.$count(creditRequests, eq(creditRequests.orderId, orderId))).toBe(1);
});

test("only staff decide, once, and roles without invoices get no address", async () => {
  const { db, url } = shop;
  const [request] = await db
    .select()
    .from(creditRequests)
    .where(eq(creditRequests.orderId, orderId));
  const path = `/admin/credits/${request?.id}`;
  const approve = { intent: "approve", "lb-0": "1.5" };
  for (const cookie of ["", cookies.stranger, cookies.owner]) {
    expect((await send(url, path, approve, { cookie })).status).toBe(302);
    expect((await ask(url, "/admin/credits", { cookie })).status).toBe(302);
  }
  const [untouched] = await db
    .select()
    .from(creditRequests)
    .where(eq(creditRequests.orderId, orderId));
  expect(untouched?.status).toBe("open");
  const cookie = cookies.admin;
  expect((await send(url, path, { intent: "decline" }, { cookie })).status).toBe(400);
  expect((await send(url, path, { intent: "approve", "lb-0": "11" }, { cookie })).status).toBe(409);
  expect((await send(url, path, approve, { cookie })).status).toBe(302);
  expect((await send(url, path, approve, { cookie })).status).toBe(409);
  expect((await send(url, `/admin/credits/${randomUUID()}`, approve, { cookie })).status).toBe(400);
  for (const unknown of [randomUUID(), "x", "%00"]) {
    expect((await ask(url, `/admin/credits/${unknown}`, { cookie })).status).toBe(404);
  }
  const seen = async (who: string, page: string) => (await ask(url, page, { cookie: who })).text();
  const order = `/dashboard/orders/${orderId}`;
  expect(await seen(cookies.owner, order)).toMatch(/CN-0\d+/);
  expect(await seen(cookies.owner, "/dashboard/invoices")).toMatch(/CN-0\d+/);
  expect(await seen(cookies.buyer, order)).not.toMatch(/\/invoices\/[\w-]{22}/);
  expect(await seen(cookies.stranger, "/dashboard/invoices")).not.toMatch(/CN-0\d+/);
});

test("staff record a credit on any invoiced order", async () => {
  const path = `/admin/orders/${orderId}/credit`;
  const cookie = cookies.admin;
  expect((await ask(shop.url, path, { cookie })).status).toBe(200);
  const photoId = randomUUID();
  const photoTo = (order: string) => `/admin/attachments/${photoId}?order=${order}`;
  for (const [who, order, status] of [
    ["", orderId, 302],
    [cookies.owner, orderId, 302],
    [cookie, randomUUID(), 404],
    [cookie, "", 404],
    [cookie, orderId, 201],
  ] as const) {
    const sent = await sendPhoto(who, photoId, await photo(), photoTo(order));
    expect(sent.status, order).toBe(status);
  }
  const claim = form({ lb: "", amount: "5", photoId });
  const answer = await send(shop.url, path, claim, { cookie });
  const credit = answer.headers.get("location");
  expect(credit).toMatch(/^\/admin\/credits\/[\w-]{36}$/);
  const seen = async (page: string, who = cookie) =>
    (await ask(shop.url, page, { cookie: who })).text();
  expect(await seen(`${credit}`)).toContain(`/admin/attachments/${photoId}`);
  const listed = await seen(`/admin/orders/${orderId}`);
  expect(listed).toContain(`href="${credit}"`);
  expect(listed).toMatch(/CN-0\d+/);
  expect(await seen("/admin")).toContain("credit request");
  const own = `/dashboard/attachments/${photoId}`;
  expect((await ask(shop.url, own, { cookie: cookies.owner })).status).toBe(200);
  expect((await ask(shop.url, own, { cookie: cookies.buyer })).status).toBe(404);
  expect((await ask(shop.url, own, { cookie: cookies.stranger })).status).toBe(404);
  const [pending] = await shop.db.select().from(orders).where(eq(orders.status, "pending"));
  const [line] = await shop.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, `${pending?.id}`));
  const early = form({ item: `${line?.id}` });
  const refused = await send(shop.url, `/admin/orders/${pending?.id}/credit`, early, { cookie });
  expect(refused.status).toBe(409);
});
