import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureAccount } from "#db/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shop-within.ts";
import { tableDigests } from "#tests/setup/tables/table-digests.ts";
import { type BackOfficeThings, backOfficeThings, exportedLists } from "./back-office-things.ts";
import { listedRoutes } from "./route-table.ts";

// Every address of the back office with real ids in it, every download and every form that its pages
// send, as those who may not: nothing is seen, nothing is changed. From app/routes.ts, so that a new
// route cannot be forgotten; one with a new parameter asks to be given values.

/** For the designated administrator alone (specification, section 6). */
const ofImages = /^routes\/admin\/image/;
const routes = (await listedRoutes()).filter(({ pattern }) => /^\/admin(\/|$)/.test(pattern));

let shop: ShopWithin;
let things: BackOfficeThings;
const cookies = { visitor: "", client: "", "other administrator": "", owner: "" };
beforeAll(async () => {
  shop = await openShopWithin();
  const other = { email: "other-admin@example.com", password: "long enough a password" };
  await ensureAccount(shop.db, { ...other, name: "Other", profile: { isAdmin: true } });
  cookies.client = await enter(shop.url, shop.demo);
  cookies["other administrator"] = await enter(shop.url, other);
  cookies.owner = await enter(shop.url, shop.admin);
  things = await backOfficeThings(shop);
});
afterAll(() => shop.stop());

/** The addresses of a route, with everything that can stand in the place of its parameters. */
function addressesOf(pattern: string): string[] {
  const [, withParameter] = /^\/admin\/(.*[:*].*)$/.exec(pattern) ?? [];
  if (!withParameter) return [pattern];
  const filled = things.addresses[withParameter];
  if (!filled) throw new Error(`Say in back-office-things.ts what ${pattern} is to be tried with`);
  return filled.map((address) => `/admin/${address}`);
}

/** As a page, as the router's data, whole and of this route alone, filtered and not. */
function variantsOf({ pattern, file }: { pattern: string; file: string }): string[] {
  const id = file.replace(/\.tsx?$/, "");
  return addressesOf(pattern).flatMap((path) => [
    path,
    `${path}?q=&status=pending&category=loin&edit=${things.productId}&add`,
    `${path}?index`,
    `${path}.data`,
    `${path}.data?_routes=${encodeURIComponent(id)}`,
    `${path}.data?_routes=root`,
  ]);
}

const dataRedirect = /"redirect","([^"]*)"/;

/** An answer that tells nothing but where to go instead. */
async function expectRefused(answer: Response, to: RegExp, what: string) {
  const text = await answer.text();
  const seen = { status: answer.status, text };
  const target = answer.headers.get("location") ?? dataRedirect.exec(text)?.[1];
  expect(target, `${what}: ${JSON.stringify(seen).slice(0, 300)}`).toMatch(to);
  expect([302, 202], what).toContain(answer.status);
  expect(answer.headers.get("content-disposition"), what).toBeNull();
  for (const secret of things.secrets)
    expect(text.replaceAll(target ?? "", ""), what).not.toContain(secret);
}

test("the table has what is to be guarded", () => {
  const patterns = routes.map(({ pattern }) => pattern);
  expect(patterns).toEqual(
    expect.arrayContaining(["/admin", "/admin/orders/:id", "/admin/exports/:list", "/admin/*"]),
  );
});

describe.each([
  ["visitor", /^\/login\?next=/],
  ["client", /^\/dashboard\?denied/],
] as const)("a %s", (who, to) => {
  test.each(routes)("sees nothing of $pattern", async (route) => {
    for (const path of variantsOf(route)) {
      for (const method of ["GET", "HEAD"]) {
        if (method === "HEAD" && path.includes(".data")) continue;
        const answer = await ask(shop.url, path, { cookie: cookies[who], method });
        await expectRefused(answer, to, `${method} ${path}`);
      }
    }
  });

  test.each(routes)("changes nothing at $pattern", async (route) => {
    const before = await tableDigests(shop.db);
    const variants = variantsOf(route);
    const pages = new Set(addressesOf(route.pattern));
    // Every form at the page itself; at its other spellings those that belong there, or any one.
    const own = things.forms.filter(({ page }) => page !== null && variants.includes(page));
    const elsewhere = own.length > 0 ? own : things.forms.slice(0, 1);
    for (const path of variants) {
      const forms = pages.has(path) ? things.forms : elsewhere;
      for (const { name, fields } of forms) {
        const answer = await send(shop.url, path, fields, { cookie: cookies[who] });
        await expectRefused(answer, to, `${name} at ${path}`);
      }
    }
    expect(await tableDigests(shop.db)).toEqual(before);
  });
});

describe("an administrator who is not the designated one", () => {
  const cookie = () => cookies["other administrator"];

  test.each(routes)("is let in at $pattern, but for images", async ({ pattern, file }) => {
    for (const path of addressesOf(pattern)) {
      const answer = await ask(shop.url, path, { cookie: cookie() });
      const target = answer.headers.get("location");
      await answer.body?.cancel();
      if (ofImages.test(file)) expect(target, path).toBe("/login?denied");
      else {
        expect(target === null || target === "/admin", path).toBe(true);
        // What is tried above exists: a page that is missing for everybody guards nothing.
        if (!pattern.endsWith("*")) expect([200, 302], path).toContain(answer.status);
      }
    }
  });

  test.each(exportedLists)("takes %s away, which is logged and kept by no cache", async (name) => {
    const path = `/admin/exports/${name}.csv`;
    const answer = await ask(shop.url, path, { cookie: cookie() });
    expect(answer.status).toBe(200);
    const day = /\d{4}-\d{2}-\d{2}/.source;
    expect(answer.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${name}-${day}\\.csv"$`),
    );
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const head = await ask(shop.url, path, { cookie: cookie(), method: "HEAD" });
    expect(head.status).toBe(200);
    expect((await send(shop.url, path, { a: "b" }, { cookie: cookie() })).status).toBe(405);
  });

  test.each(["accounts.csv", "orders", "orders.csv.csv", "__proto__.csv", ".csv"])(
    "finds no list called %s",
    async (name) => {
      const answer = await ask(shop.url, `/admin/exports/${name}`, { cookie: cookie() });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    },
  );

  test("does with the very forms what a client could not", async () => {
    for (const { name, page, fields } of things.forms) {
      if (page === null) continue;
      const before = await tableDigests(shop.db);
      const answer = await send(shop.url, page, fields, { cookie: cookie() });
      const refusal = /role="alert".{0,300}/s.exec(await answer.text())?.[0];
      expect(answer.status, `${name}: ${refusal}`).toBeLessThan(400);
      expect(await tableDigests(shop.db), name).not.toEqual(before);
    }
  });
});
