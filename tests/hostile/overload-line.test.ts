import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { listedRoutes } from "#tests/permission/route-table.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { sendRaw } from "#tests/setup/raw-request.ts";
import { startWireDatabase, type WireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { nearMissesOf } from "./near-misses.ts";
import { scaled } from "./scale.ts";

// The queue of edge/overload can't be bypassed by the spelling of an address. The database no
// longer answers, so that requests stay in progress and the queue is full for as long as needed.

let database: WireDatabase;
let shop: RunningShop;
let cookies: Record<"a visitor" | "a client" | "an administrator", string>;
/** Number of freed places of the queue. */
let freed = 0;

beforeAll(async () => {
  database = await startWireDatabase(inject("processTest").serverUrl);
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: authSecret, DEMO: "1" };
  shop = await startShop({ ...settings, TRUST_PROXY: "127.0.0.1,::1" });
  cookies = {
    "a visitor": "",
    "a client": await enter(shop.url, shop.demo),
    "an administrator": await enter(shop.url, shop.admin),
  };
});
afterAll(async () => {
  await shop.stop("SIGKILL");
  await database.stop();
});

test("slow uploads occupy no places of the queue", async () => {
  const cookie = cookies["an administrator"];
  const uploads = Array.from({ length: 15 }, () => {
    const headers = { cookie, origin: shop.url, "content-length": "1000000" };
    const path = `${shop.url}/api/images?folder=products&name=slow.jpg`;
    const upload = request(path, { method: "POST", headers, agent: false });
    upload.on("error", () => undefined).write("x");
    return upload;
  });
  const begun = () => ask(shop.url, "/search?q=loin").then(({ status }) => status);
  for (let times = 0; times < 3; times += 1) expect(await begun()).toBe(200);
  for (const upload of uploads) upload.destroy();
});

describe("while the queue is full", () => {
  beforeAll(() => database.fallSilent());

  /** The number answered before a place is freed, which takes at least 5 s. */
  const batch = 50;
  let network = 0;
  /** Requests something that needs the database, each time from another network. */
  async function search() {
    network += 1;
    const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
    const headers = { "x-forwarded-for": from };
    const asked = { method: "GET", path: `/api/search?q=zebra${network}`, headers };
    const { status, text } = await sendRaw(shop.url, { ...asked, body: Buffer.alloc(0) });
    return status === 503 && text.includes("very busy");
  }

  /** Sends requests until one is turned away; those let in stay open. */
  async function fill() {
    for (let count = 120; ; count = 12) {
      const answers = Array.from({ length: count }, search);
      for (const answer of answers) {
        answer.then(
          (isRefused) => {
            if (!isRefused) freed += 1;
          },
          () => undefined,
        );
      }
      const refused = answers.map(async (answer) => (await answer) || Promise.reject());
      const isFull = Promise.any(refused).catch(() => false);
      if (await Promise.race([isFull, wait(2_000, false)])) return;
    }
  }

  /** Sends all; repeats those during which a place was freed, which anybody may take. */
  async function whileFull<Item, Answer>(items: Item[], send: (item: Item) => Promise<Answer>) {
    for (;;) {
      await fill();
      const before = freed;
      const answers = await Promise.race([Promise.all(items.map(send)), wait(5_000, null)]);
      if (answers && freed === before) return answers;
    }
  }

  const who = ["a visitor", "a client", "an administrator"] as const;
  test.each(who)("%s can't bypass it by spelling an address differently", async (name) => {
    const cookie = cookies[name];
    // Signed-in users might bypass it on their own routes.
    const isTried = (path: string) => !cookie || /^\/(?:admin|api|dashboard)/.test(path);
    const known = (await listedRoutes()).map(({ path }) => path).filter(isTried);
    // Each spelling is tried on every third route, and on each route by `test:hostile`.
    const step = scaled(3, 1);
    const tried = known.map((path, route) =>
      nearMissesOf(path).filter((_, way) => (route + way) % step === 0),
    );
    const paths = [...new Set(tried.flat())];
    const methods = ["GET", "POST"].slice(0, scaled(1, 2));
    const asked = paths.flatMap((path) => methods.map((method) => ({ path, method })));
    for (let start = 0; start < asked.length; start += batch) {
      const some = asked.slice(start, start + batch);
      const answers = await whileFull(some, async ({ path, method }) => {
        const headers = { origin: shop.url, cookie };
        const sent = { method, path, headers, body: Buffer.alloc(0) };
        const { status, text, headers: said } = await sendRaw(shop.url, sent);
        return { asked: `${method} ${path}`, status, text, to: said.location };
      });
      for (const { asked, status, text, to } of answers) {
        // Redirected to a limited address, or refused as invalid.
        if (status === 308) expect(to, asked).toMatch(/^\/(?!\/)/);
        else if (status !== 400)
          expect([status, text], asked).toEqual([503, expect.stringContaining("very busy")]);
      }
    }
  });

  test("a browser gets the refusal as a page, even for cached pages", async () => {
    const [kept, data, made] = await whileFull(
      ["/shop/chuck", "/shop/chuck.data", "/search?q=rib"],
      (path) => {
        const headers = { accept: "text/html,application/xhtml+xml" };
        return sendRaw(shop.url, { method: "GET", path, headers, body: Buffer.alloc(0) });
      },
    );
    for (const page of [kept, made]) {
      expect(page?.status).toBe(503);
      expect(page?.headers).toMatchObject({ "retry-after": "2", "cache-control": "no-store" });
      expect(page?.headers["content-type"]).toMatch(/^text\/html/);
      expect(page?.text).toContain("<h1>One moment, please</h1>");
    }
    expect(data?.headers["content-type"]).toMatch(/^application\/json/);
  });
});
