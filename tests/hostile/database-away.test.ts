import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listedRoutes } from "#tests/permission/route-table.ts";
import { enter } from "#tests/setup/browserless.ts";
import { sendRaw } from "#tests/setup/raw-request.ts";
import { startWireDatabase, type WireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";

// Without the database, no answer looks like a bug: routes that need it say when to come back.

let database: WireDatabase;
let shop: RunningShop;
let cookies: string[];
beforeAll(async () => {
  database = await startWireDatabase(inject("processTest").serverUrl);
  shop = await startShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret, DEMO: "1" });
  cookies = ["", await enter(shop.url, shop.demo), await enter(shop.url, shop.admin)];
  await database.goAway();
});
afterAll(async () => {
  await shop?.stop("SIGKILL");
  await database?.stop();
});

const beside = [
  ...["/api/auth/get-session", "/api/auth/sign-out", "/api/auth/sign-in/email"],
  ...["/reset-password?token=abc", "/confirm-email?token=abc", "/invoices/abc", "/search?q=rib"],
  "/admin/exports/orders.csv",
];
const paths = [...(await listedRoutes()).map(({ path }) => path), ...beside];

test.each(paths)("%s", async (path) => {
  for (const cookie of cookies) {
    for (const asked of [path, path.replace(/(?=\?|$)/, ".data")]) {
      for (const method of ["GET", "POST"]) {
        const body = Buffer.from(
          method === "GET" ? "" : "email=a%40example.com&password=long+enough",
        );
        const headers = {
          cookie,
          origin: shop.url,
          "content-length": `${body.length}`,
          "content-type": "application/x-www-form-urlencoded",
        };
        const { status, headers: said } = await sendRaw(shop.url, {
          method,
          path: asked,
          headers,
          body,
        });
        const what = `${method} ${asked} ${cookie.length}`;
        expect(status, what).not.toBe(500);
        if (status === 503) expect(said["retry-after"], what).toMatch(/^\d+$/);
        // Signed-in users aren't sent to the sign-in, or told that there is nothing.
        if (cookie && /^\/(?:admin|dashboard|api\/orders)/.test(path))
          expect(status, what).toBe(503);
      }
    }
  }
});
