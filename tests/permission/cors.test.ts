import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, enter } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { listedRoutes } from "./route-table.ts";

// No other site's scripts may read an answer: a browser allows that only if a header says so.

let shop: RunningShop;
let admin: string;
beforeAll(async () => {
  shop = await startShop();
  admin = await enter(shop.url, shop.admin);
});
afterAll(() => shop.stop());

const other = "https://evil.example";
const paths = (await listedRoutes()).flatMap(({ path }) => [path, `${path}.data`]);
const edge = [
  "/healthz",
  "/readyz",
  "/api/auth/get-session",
  "/photos/products/x.webp",
  "/favicon.ico",
];

test.each([...paths, ...edge])("no other site reads %s", async (path) => {
  const asked = { origin: other };
  const wanted = { ...asked, "access-control-request-method": "POST" };
  for (const visit of [
    { headers: asked },
    { headers: asked, cookie: admin },
    { headers: wanted, method: "OPTIONS", origin: other },
  ]) {
    const answer = await ask(shop.url, path, visit);
    await answer.body?.cancel();
    const said = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(said).toEqual([]);
  }
});
