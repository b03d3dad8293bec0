import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, cookieOf, enter, send } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { newAccount } from "./new-account.ts";

// Every address in emails, opened while signed out, as on another device weeks later.

const someId = "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e10";

const addresses = [
  ...new Set(
    globSync("app/**/*.ts", { exclude: (name) => name.endsWith(".test.ts") })
      .map((name) => readFileSync(name, "utf8"))
      .flatMap((text) => [
        ...text.matchAll(/siteUrl\}(\/[a-z][^`]*)/g),
        ...(text.includes("composeMail(")
          ? text.matchAll(/"(\/(?:dashboard|admin|forgot)[^"]*)"/g)
          : []),
      ])
      .map(([, path = ""]) => path)
      .map((path) => path.replace(/\?.*/, "").replace(/\$\{[^}]*\}/g, someId))
      // Addresses that mail programs call themselves aren't pages.
      .filter((path) => !path.startsWith("/api/")),
  ),
].sort();

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

test("emails link to pages of the shop, the client area and the back office", () => {
  expect(addresses).toEqual(
    expect.arrayContaining([
      `/admin/orders/${someId}`,
      "/confirm-email",
      `/dashboard/orders/${someId}`,
      "/dashboard/invoices",
      "/dashboard/invoices/statement.pdf",
      "/reset-password",
      "/shop",
    ]),
  );
});

test("each linked address is a page, directly or after signing in", async () => {
  const { cookie: _, ...client } = await newAccount(shop.url);
  for (const path of addresses) {
    const answer = await ask(shop.url, path);
    const isBehind = /^\/(dashboard|admin)\b/.test(path);
    if (!isBehind) {
      // Without its token, a page of its own says that the link does not work.
      expect([200, 404, 410], `${path}: ${answer.status}`).toContain(answer.status);
      continue;
    }
    const login = answer.headers.get("location") ?? "";
    expect(login, path).toBe(`/login?${new URLSearchParams({ next: path })}`);
    const { email, password } = path.startsWith("/admin") ? shop.admin : client;
    const signedIn = await send(shop.url, login, { email, password });
    expect(signedIn.headers.get("location"), path).toBe(path);
    const page = await ask(shop.url, path, { cookie: cookieOf(signedIn) });
    // Made-up ids aren't found; all other pages answer.
    expect(path.includes(someId) ? [200, 404] : [200], path).toContain(page.status);
  }
  expect(await enter(shop.url, client)).not.toBe("");
});
