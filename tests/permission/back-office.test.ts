import { eq } from "drizzle-orm";
import { matchPath } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profiles } from "#db/schema/accounts.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { tableDigests } from "#tests/setup/tables/table-digests.ts";
import { type BackOfficeThings, backOfficeThings, exportedLists } from "./back-office-things.ts";
import { listedRoutes, staffInterfaces } from "./route-table.ts";
import { desks, leadsOn, lesserRoles, maySee, maySend, misses } from "./staff-matrix.ts";

// Requests every back office address with real ids, every download and every form, as people
// without permission: nothing is seen or changed. Reads app/routes.ts, so that a new route can't be
// forgotten; one with a new parameter needs values here.

/** Routes only for the designated administrator. */
const ofImages = /^routes\/admin\/image/;
const all = await listedRoutes();
const routes = all.filter(({ pattern }) => /^\/admin(\/|$)/.test(pattern));
/** Staff interfaces besides the pages. */
const interfaces = all.filter(({ file }) => staffInterfaces.test(file));

let shop: ShopWithin;
let things: BackOfficeThings;
const cookies = {
  visitor: "",
  client: "",
  "other administrator": "",
  owner: "",
  packer: "",
  driver: "",
  office: "",
  counter: "",
  bookkeeper: "",
  catalogue: "",
};
beforeAll(async () => {
  shop = await openShopWithin();
  const other = { email: "other-admin@example.com", password: "long enough a password" };
  await ensureAccount(shop.db, { ...other, name: "Other", profile: { isAdmin: true } });
  cookies.client = await enter(shop.url, shop.demo);
  cookies["other administrator"] = await enter(shop.url, other);
  cookies.owner = await enter(shop.url, shop.admin);
  for (const role of lesserRoles) {
    const account = { email: `${role}@example.com`, password: "long enough a password" };
    const { id = "" } = await ensureAccount(shop.db, { ...account, name: role, profile: {} });
    await shop.db.update(profiles).set({ staffRole: role }).where(eq(profiles.id, id));
    cookies[role] = await enter(shop.url, account);
  }
  things = await backOfficeThings(shop);
});
afterAll(() => shop.stop());

/** Returns the addresses of a route, with every value of its parameters. */
function addressesOf(pattern: string): string[] {
  const [, withParameter] = /^\/admin\/(.*[:*].*)$/.exec(pattern) ?? [];
  if (!withParameter) return [pattern];
  const filled = things.addresses[withParameter];
  if (!filled) throw new Error(`Say in back-office-things.ts what ${pattern} is to be tried with`);
  return filled.map((address) => `/admin/${address}`);
}

/** Returns an address as a page and as the router's data, whole or of this route alone. */
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

test("the table contains the guarded routes", () => {
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
    // Every form of the page itself; at other spellings those that belong there, or any one.
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

/** Amounts and the data fields that contain them, which a packer never gets. */
const pricesAnywhere = /\$\d|pricePerLb|promisedAmount|finalAmount|subtotal|totalPrice/i;

function patternOf(page: string): string {
  const [path = ""] = page.split("?");
  const found =
    routes.find(({ pattern }) => addressesOf(pattern).includes(path)) ??
    routes.find(({ pattern }) => !pattern.endsWith("*") && matchPath(pattern, path));
  if (!found) throw new Error(`There is no route of ${page}`);
  return found.pattern;
}

describe.each(lesserRoles)("a %s", (role) => {
  const cookie = () => cookies[role];
  const denied = new RegExp(`^${desks[role]}\\?denied$`);

  test.each(routes)("sees only the role's part of $pattern", async (route) => {
    const id = route.file.replace(/\.tsx?$/, "");
    for (const path of addressesOf(route.pattern)) {
      const answers = await Promise.all(
        [path, `${path}.data`, `${path}.data?_routes=${encodeURIComponent(id)}`].map(
          async (asked) => ({ asked, answer: await ask(shop.url, asked, { cookie: cookie() }) }),
        ),
      );
      for (const { asked, answer } of answers) {
        if (leadsOn(route.pattern)) {
          await expectRefused(answer, /^\/admin(\/\w+)?(\?no-page=[^&]*)?$/, asked);
        } else if (maySee(role, route.pattern, path)) {
          const text = await answer.text();
          const led = answer.headers.get("location") ?? dataRedirect.exec(text)?.[1];
          expect(led, asked).toBeUndefined();
          if (asked === path) expect(answer.status, asked).toBe(200);
          expect(text.slice(0, 2_000_000), asked).not.toContain("Something went wrong");
          // Printed documents come from the same data.
          const isPaper = answer.headers.get("content-type") === "application/pdf";
          if (role === "packer" && !isPaper) expect(text, asked).not.toMatch(pricesAnywhere);
        } else if (misses(role, route.pattern)) {
          const text = await answer.text();
          expect(text, asked).toContain("There is no such image");
        } else await expectRefused(answer, denied, asked);
      }
    }
  });

  test("can't send forms of other roles from any page", async () => {
    const before = await tableDigests(shop.db);
    const own = things.forms.filter(({ page }) => page && !maySend(role, patternOf(page)));
    expect(own.length).toBeGreaterThan(10);
    for (const { name, page, fields } of own) {
      for (const path of [page ?? "", page?.replace(/(\?|$)/, ".data$1") ?? ""]) {
        const answer = await send(shop.url, path, fields, { cookie: cookie() });
        await expectRefused(answer, denied, `${name} at ${path}`);
      }
    }
    // Nor at pages without a form.
    for (const { pattern } of routes.filter((one) => !maySend(role, one.pattern))) {
      // A file, which accepts no form.
      if (leadsOn(pattern) || pattern === "/admin/exports/:list") continue;
      const [path = ""] = addressesOf(pattern);
      const answer = await send(shop.url, path, { intent: "save" }, { cookie: cookie() });
      await expectRefused(answer, denied, path);
    }
    expect(await tableDigests(shop.db)).toEqual(before);
  });

  test.each(interfaces)("gets only the role's part of $path", async ({ path, pattern }) => {
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const answer = await ask(shop.url, path, { cookie: cookie(), method });
      await answer.body?.cancel();
      const isOpen = method === "GET" ? maySee(role, pattern, path) : maySend(role, pattern);
      if (isOpen) expect([200, 400, 404, 405], `${method} ${path}`).toContain(answer.status);
      else expect(answer.status, `${method} ${path}`).toBe(403);
    }
  });

  test("gets a menu of only the role's pages", async () => {
    const page = await (await ask(shop.url, desks[role], { cookie: cookie() })).text();
    const menu = /<nav aria-label="Back office".*?<\/nav>/s.exec(page)?.[0] ?? "";
    const links = [...menu.matchAll(/href="(\/admin[^"]*)"/g)].map(([, href = ""]) => href);
    expect(links).toContain(desks[role]);
    for (const link of links) expect(maySee(role, patternOf(link), link), link).toBe(true);
  });
});

test.each([
  ["visitor", /^\/login\?next=%2Ffaq/],
  ["client", /^\/dashboard\?denied/],
] as const)("a %s previews no texts", async (who, to) => {
  for (const path of ["/faq?preview-words", "/faq.data?preview-words", "/?preview-words=1"]) {
    const answer = await ask(shop.url, path, { cookie: cookies[who] });
    if (path.startsWith("/faq")) await expectRefused(answer, to, path);
    else expect(answer.status).toBe(302);
  }
});

describe("an administrator who is not the designated one", () => {
  const cookie = () => cookies["other administrator"];

  test.each(routes)("is let in at $pattern, except for images", async ({ pattern, file }) => {
    for (const path of addressesOf(pattern)) {
      const answer = await ask(shop.url, path, { cookie: cookie() });
      const target = answer.headers.get("location");
      await answer.body?.cancel();
      if (ofImages.test(file)) expect(target, path).toBe("/login?denied");
      else {
        expect(target ?? "/admin", path).toMatch(/^\/admin(\?no-page=[^&]*)?$/);
        // A page that is missing for everybody would guard nothing.
        if (!pattern.endsWith("*")) expect([200, 302], path).toContain(answer.status);
      }
    }
  });

  test.each(exportedLists)("downloads %s, which is logged and never cached", async (name) => {
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

  test("has every form accepted, sent by a lesser role if one may send it", async () => {
    for (const { name, page, fields } of things.forms) {
      if (page === null) continue;
      const before = await tableDigests(shop.db);
      const worker = lesserRoles.find((role) => maySend(role, patternOf(page)));
      const by = worker ? cookies[worker] : cookie();
      const answer = await send(shop.url, page, fields, { cookie: by });
      const refusal = /role="alert".{0,300}/s.exec(await answer.text())?.[0];
      expect(answer.status, `${name}: ${refusal}`).toBeLessThan(400);
      expect(await tableDigests(shop.db), name).not.toEqual(before);
    }
  });

  test("previews texts that neither others nor caches see", async () => {
    const preview = things.forms.find(({ name }) => name === "preview texts");
    const page = "/admin/settings/words/faq";
    await send(shop.url, page, { ...preview?.fields }, { cookie: cookie() });
    const own = await ask(shop.url, "/faq?preview-words", { cookie: cookie() });
    expect(own.headers.get("cache-control")).toContain("no-store");
    expect(own.headers.get("x-robots-tag")).toContain("noindex");
    expect(await own.text()).toContain(">Secret</h1>");
    for (const [path, who] of [
      ["/faq?preview-words", "owner"],
      ["/faq", "other administrator"],
    ] as const) {
      const answer = await ask(shop.url, path, { cookie: cookies[who] });
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain(">Secret</h1>");
    }
  });

  test.each([
    ["/admin/settings/words/%C3%A9", {}, 404],
    ["/admin/settings/words/constructor", {}, 404],
    ["/admin/settings/words/faq", { intent: "save", version: "é" }, 400],
    ["/admin/settings/words/faq", { intent: "remove:questions.é" }, 400],
    ["/admin/settings/words/faq", { intent: "save", title: "a".repeat(1024 ** 2) }, 413],
    ["/admin/settings/claims", { claim: "é", intent: "open" }, 400],
    ["/admin/settings/claims", { note: "a".repeat(501) }, 400],
    ["/admin/settings/claims", { claim: "top-2-percent", digest: "other" }, 409],
  ])("is refused invalid input at %s: %#", async (path, fields, status) => {
    const answer = await send(shop.url, path, fields, { cookie: cookie() });
    expect(answer.status).toBe(status);
  });
});

test("the packing station sends a packer no prices", async () => {
  const [path = ""] = things.addresses["packing/:id"] ?? [];
  const api = `${shop.url}/api/${path}`;
  const answer = await fetch(api, {
    method: "POST",
    headers: { cookie: cookies.packer, origin: shop.url, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "claim" }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toMatch(pricesAnywhere);
});
