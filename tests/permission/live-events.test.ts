import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { orders } from "#db/schema/orders.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { insertMessage } from "#tests/setup/factories/inbox.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";

let shop: ShopWithin;
let ann: { id: string; cookie: string };
let bob: { id: string; cookie: string };
beforeAll(async () => {
  shop = await openShopWithin();
  ann = await account("ann@example.com");
  bob = await account("bob@example.com");
});
afterAll(() => shop.stop());

async function account(email: string) {
  const password = "long enough a password";
  const { id } = await ensureAccount(shop.db, { email, password, name: "S", profile: {} });
  return { id: id ?? "", cookie: await enter(shop.url, { email, password }) };
}

/** Listens to the stream; returns its events so far, without heartbeats. */
async function listenAs(cookie: string) {
  const leaving = new AbortController();
  const response = await fetch(`${shop.url}/api/events`, {
    headers: { cookie, "accept-encoding": "gzip, deflate, br" },
    signal: leaving.signal,
  });
  onTestFinished(() => leaving.abort());
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("content-encoding")).toBeNull();
  let said = "";
  (async () => {
    for await (const chunk of response.body ?? []) said += new TextDecoder().decode(chunk);
  })().catch(() => undefined);
  const told = () =>
    [...said.matchAll(/^event: (orders|inbox)\ndata: (.*)$/gm)].map(([, of, data]) => ({
      of,
      ...JSON.parse(data ?? ""),
    }));
  await expect.poll(() => said).toContain("event: heartbeat");
  return told;
}

test("a client gets events of their own orders, and an administrator of all", async () => {
  const toAnn = await listenAs(ann.cookie);
  const toBob = await listenAs(bob.cookie);
  const toAdmin = await listenAs(await enter(shop.url, shop.admin));

  const annOrder = await insertFilledOrder(shop.db, ann.id);
  const bobOrder = await insertOrder(shop.db, bob.id);
  await fulfilOrder(shop.db, await signedInAdmin(shop.db), annOrder.id, sampleShop(shop.url));
  await shop.db.delete(orders).where(eq(orders.id, bobOrder.id));

  const [ofAnn, ofBob] = [annOrder, bobOrder].map(({ id }) => ({ of: "orders", orderId: id }));
  await expect.poll(toAdmin).toEqual([ofAnn, ofBob, ofAnn, ofBob]);
  await expect.poll(toAnn).toEqual([ofAnn, ofAnn]);
  await expect.poll(toBob).toEqual([ofBob, ofBob]);
});

test("only an administrator gets events of the inbox", async () => {
  const toAnn = await listenAs(ann.cookie);
  const toAdmin = await listenAs(await enter(shop.url, shop.admin));
  await insertMessage(shop.db);
  const order = await insertOrder(shop.db, ann.id);
  const ofOrder = { of: "orders", orderId: order.id };
  await expect.poll(toAdmin).toEqual([{ of: "inbox" }, ofOrder]);
  await expect.poll(toAnn).toEqual([ofOrder]);
});

test("a visitor gets no events", async () => {
  for (const cookie of ["", "shop.session_token=made.up"]) {
    const answer = await ask(shop.url, "/api/events", { cookie });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(await answer.json()).toEqual({ error: expect.any(String) });
  }
});

test("an account can open 20 streams, and the next one replaces the oldest", async () => {
  const cleo = await account("cleo@example.com");
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const listen = () =>
    fetch(`${shop.url}/api/events`, { headers: { cookie: cleo.cookie }, signal: leaving.signal });
  const toAnn = await listenAs(ann.cookie);
  const streams: Response[] = [];
  for (let count = 0; count < 21; count += 1) streams.push(await listen());
  expect(streams.map(({ status }) => status)).toEqual(Array(21).fill(200));
  // It ends; the others continue.
  expect(await streams[0]?.text()).toMatch(/event: replaced\ndata: \{\}\n\n$/);
  const order = await insertOrder(shop.db, ann.id);
  await expect.poll(toAnn).toEqual([{ of: "orders", orderId: order.id }]);
});
