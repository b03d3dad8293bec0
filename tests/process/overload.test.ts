import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { sendRaw } from "#tests/setup/raw-request.ts";
import type { RunningShop } from "#tests/setup/shops/shop.ts";
import { openShop, usedShop } from "./own-shop.ts";
import { productsOn, visit } from "./visit.ts";

/** Far more than the shop processes at once. */
const crowd = 300;

/** Signs many people in at once, each from another address: every attempt takes CPU time. */
function rush({ url }: RunningShop) {
  return Promise.all(
    Array.from({ length: crowd }, (_, index) => {
      const body = Buffer.from(`email=${index}%40example.com&password=a+guess`);
      const headers = {
        origin: url,
        accept: "text/html",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
        "x-forwarded-for": `198.51.${index >> 8}.${index & 255}`,
      };
      return sendRaw(url, { method: "POST", path: "/login", headers, body });
    }),
  );
}

/** Sends an order repeatedly, as a person would, until the shop answers definitely. */
async function placeOrder({ url }: RunningShop, cookie: string, [product, price]: string[]) {
  const requestId = randomUUID();
  const fields = {
    intent: "place",
    requestId,
    notes: "placed in the rush",
    [`quantity.${product}`]: "12.5",
    [`price.${product}`]: price ?? "",
  };
  for (;;) {
    const answer = await send(url, "/api/orders", fields, { cookie });
    if (answer.status !== 503) return { status: answer.status, said: await answer.json() };
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    await answer.body?.cancel();
  }
}

test("rejects part of a crowd immediately, and completes and stores the requests that it accepts", async () => {
  const shop = await openShop({ ...(await usedShop()), TRUST_PROXY: "127.0.0.1,::1" });
  const cookie = await enter(shop.url, shop.demo);
  const pad = await (await ask(shop.url, "/dashboard/place-order", { cookie })).text();
  const [, product = "", price = ""] =
    /name="price\.([0-9a-f-]{36})" value="([\d.]+)"/.exec(pad) ?? [];
  expect(productsOn((await visit(shop.url, "/shop")).text)).toBeGreaterThan(0);

  const [answers, kept, order] = await Promise.all([
    rush(shop),
    // Cached pages take no place, and everybody gets them.
    visit(shop.url, "/shop"),
    placeOrder(shop, cookie, [product, price]),
  ]);

  const refused = answers.filter(({ status }) => status === 503);
  const accepted = answers.filter(({ status }) => status === 401);
  expect(refused.length).toBeGreaterThan(0);
  expect(accepted.length).toBeGreaterThan(0);
  expect(refused.length + accepted.length).toBe(crowd);
  for (const { headers, text } of refused) {
    expect(headers).toMatchObject({ "retry-after": "2", "cache-control": "no-store" });
    expect(text).toContain("The shop is very busy");
  }
  for (const { text } of accepted) expect(text).toMatch(/Invalid email or password.*<\/html>/s);
  expect(kept.status).toBe(200);
  expect(order.status).toBe(200);
  const path = `/dashboard/orders/${order.said.placed.id}`;
  expect((await visit(shop.url, path, cookie)).text).toContain("placed in the rush");

  const afterwards = await Promise.all(
    Array.from({ length: 20 }, () => visit(shop.url, "/search?q=loin")),
  );
  for (const { status } of afterwards) expect(status).toBe(200);
  // Rejected requests aren't logged as errors.
  expect(shop.log().filter(({ level }) => level >= 50)).toEqual([]);
  expect(shop.log().filter(({ msg }) => msg === "request turned away").length).toBeGreaterThan(0);
});
