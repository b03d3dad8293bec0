import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { listedRoutes, staffInterfaces } from "./route-table.ts";

// Walks app/routes.ts, so that each new route is refused to a visitor, or listed here as public.

const forEverybody = /^routes\/(storefront|account)\/|^routes\/api\/(search|cart|checkout)\.ts$/;
/** Open to anyone with the unguessable link; they have their own tests. */
const forLinkHolders = /^routes\/(invoices|run)\//;

const all = (await listedRoutes()).filter(({ file }) => !forLinkHolders.test(file));
const guarded = all.filter(({ file }) => !forEverybody.test(file));
const isForStaff = (file: string) => file.startsWith("routes/admin/") || staffInterfaces.test(file);
const forAdmins = guarded.filter(({ file }) => isForStaff(file));
const forClients = guarded.filter(({ file }) => !isForStaff(file));
const pages = (routes: typeof all) => routes.filter(({ path }) => !path.startsWith("/api/"));
const interfaces = (routes: typeof all) => routes.filter(({ path }) => path.startsWith("/api/"));

/** Pages that redirect everyone who may open them. */
const leadOn = new Map([
  ["routes/admin/not-found.ts", "/admin?no-page=%2Fadmin%2Fnothing-here"],
  // The tests' accounts have confirmed theirs.
  ["routes/dashboard/confirm-email.tsx", "/dashboard/account"],
  ["routes/dashboard/mail-choice.ts", "/dashboard/account"],
  ["routes/dashboard/team/switch-customer.ts", "/dashboard"],
]);

let shop: RunningShop;
let client: string;
let admin: string;
beforeAll(async () => {
  shop = await startShop();
  client = await enter(shop.url, shop.demo);
  admin = await enter(shop.url, shop.admin);
});
afterAll(() => shop.stop());

/** Returns status and destination of an answer, without its body, since a stream has no end. */
async function answerTo(path: string, cookie?: string, method = "GET") {
  const answer = await ask(shop.url, path, { cookie, method });
  await answer.body?.cancel();
  return { status: answer.status, to: answer.headers.get("location") };
}

/** Returns where the router's own data request leads; undefined if it gets the data. */
async function leadsTo(path: string, cookie?: string, method = "GET") {
  const answer = await ask(shop.url, `${path}.data`, { cookie, method });
  const text = await answer.text();
  return /"redirect","([^"]*)"/.exec(text)?.[1];
}

async function withAll<Item>(items: Item[], check: (item: Item) => Promise<void>) {
  await Promise.all(items.map(check));
}

function expectLetIn({ status, to }: Awaited<ReturnType<typeof answerTo>>, file: string) {
  expect(to).toBe(leadOn.get(file) ?? null);
  expect(leadOn.has(file) ? [302] : [200, 404, 405]).toContain(status);
}

const login = (path: string) => `/login?${new URLSearchParams({ next: path })}`;
const denied = "/dashboard?denied";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

test("the table contains the guarded routes", () => {
  const paths = guarded.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["/dashboard", "/admin", "/admin/nothing-here"]));
});

describe("a visitor", () => {
  test.each(pages(guarded))("is sent from $path to sign in", async ({ path }) => {
    await withAll(methods, async (method) => {
      const answer = await answerTo(path, undefined, method);
      expect(answer, method).toEqual({ status: 302, to: login(path) });
      expect(await leadsTo(path, undefined, method), method).toBe(login(path));
    });
  });

  test.each(interfaces(guarded))("is refused at $path", async ({ path }) => {
    await withAll(methods, async (method) => {
      const answer = await ask(shop.url, path, { method });
      expect(answer.status, method).toBe(401);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    });
  });

  test("returns to the requested page, query included", async () => {
    const path = "/dashboard/orders?page=2&q=a+b";
    expect(await answerTo(path)).toEqual({ status: 302, to: login(path) });
  });
});

describe("a client", () => {
  test.each(pages(forAdmins))("is sent from $path to the dashboard", async ({ path }) => {
    await withAll(methods, async (method) => {
      expect(await answerTo(path, client, method), method).toEqual({ status: 302, to: denied });
      expect(await leadsTo(path, client, method), method).toBe(denied);
    });
  });

  test.each(interfaces(forAdmins))("is refused at $path", async ({ path }) => {
    await withAll(methods, async (method) => {
      expect((await answerTo(path, client, method)).status, method).toBe(403);
    });
  });

  test.each(forClients)("is let in at $path", async ({ path, file }) => {
    expectLetIn(await answerTo(path, client), file);
  });
});

describe("an administrator", () => {
  test.each(guarded)("is let in at $path", async ({ path, file }) => {
    expectLetIn(await answerTo(path, admin), file);
  });
});

describe("an invalid session", () => {
  test.each(["made.up", "", "x".repeat(10_000), "%00", "a.b; shop.session_token=c.d"])(
    "%j opens nothing",
    async (value) => {
      const cookie = `shop.session_token=${value}`.slice(0, 8_000);
      expect(await answerTo("/dashboard", cookie)).toEqual({
        status: 302,
        to: login("/dashboard"),
      });
    },
  );
});

describe("a guarded page", () => {
  test.each(pages(guarded))("is not cached: $path", async ({ path }) => {
    for (const asked of [path, `${path}.data`]) {
      const answer = await ask(shop.url, asked, { cookie: admin });
      if (answer.status === 302 || answer.status === 202) continue;
      expect(answer.headers.get("cache-control"), asked).toContain("no-store");
    }
  });
});

describe("another site", () => {
  test.each(all)("can send nothing to $path", async ({ path }) => {
    await withAll([undefined, client, admin], async (cookie) => {
      for (const method of methods.slice(1)) {
        const foreign = { cookie, method, origin: "https://evil.example" };
        expect((await ask(shop.url, path, foreign)).status, method).toBe(403);
      }
      const form = { "sec-fetch-site": "cross-site", "content-type": "text/plain" };
      const navigated = { cookie, method: "POST", origin: "null", headers: form };
      expect((await ask(shop.url, path, navigated)).status).toBe(403);
    });
  });

  test.each(["/api/auth/sign-in/email", "/api/auth/sign-out", "/api/auth/update-user"])(
    "can send nothing to %s",
    async (path) => {
      const foreign = { cookie: client, method: "POST", origin: "https://evil.example" };
      expect((await ask(shop.url, path, foreign)).status).toBe(403);
      expect((await answerTo("/dashboard", client)).status).toBe(200);
    },
  );
});

test("an ID that a header can't hold is a client error, also in forms", async () => {
  const withParameters = guarded.filter(({ pattern }) => pattern.includes("/:"));
  expect(withParameters.length).toBeGreaterThan(30);
  await withAll(withParameters, async ({ pattern, file }) => {
    const path = pattern.replace(/:\w+\??/g, encodeURIComponent("店🥩"));
    const cookie = forAdmins.some((route) => route.file === file) ? admin : client;
    const forms: Record<string, string>[] = [{}, { intent: "save" }];
    for (const fields of forms) {
      const answer = await send(shop.url, path, fields, { cookie });
      await answer.body?.cancel();
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
    }
  });
});
