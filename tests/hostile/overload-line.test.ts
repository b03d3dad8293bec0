import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { listedRoutes } from "#tests/permission/route-table.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { sendRaw } from "#tests/setup/raw-request.ts";
import { startWireDatabase, type WireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shop.ts";
import { nearMissesOf } from "./near-misses.ts";
import { scaled } from "./scale.ts";

// Nobody passes the line of edge/overload by how an address is written. The database says nothing any
// more, so that whoever is worked on stays, and the line is full for as long as the test needs.

let database: WireDatabase;
let shop: RunningShop;
let cookies: Record<"a visitor" | "a client" | "an administrator", string>;
/** Places of the line that have become free again. */
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

test("uploads that take their time leave their places to others", async () => {
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

describe("while the line is full", () => {
  beforeAll(() => database.fallSilent());

  /** As many as are answered before a place is free again, which takes 5 s at least. */
  const batch = 50;
  let network = 0;
  /** Asks for something that only the database knows, each time from another network. */
  async function search() {
    network += 1;
    const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
    const headers = { "x-forwarded-for": from };
    const asked = { method: "GET", path: `/api/search?q=zebra${network}`, headers };
    const { status, text } = await sendRaw(shop.url, { ...asked, body: Buffer.alloc(0) });
    return status === 503 && text.includes("very busy");
  }

  /** Asks until one is turned away; those that are let in stay, and say nothing for long. */
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

  /** Sends all; again where a place became free meanwhile, which anybody may take. */
  async function whileFull<Item, Answer>(items: Item[], send: (item: Item) => Promise<Answer>) {
    for (;;) {
      await fill();
      const before = freed;
      const answers = await Promise.race([Promise.all(items.map(send)), wait(5_000, null)]);
      if (answers && freed === before) return answers;
    }
  }

  const who = ["a visitor", "a client", "an administrator"] as const;
  test.each(who)("%s passes by no way of writing an address", async (name) => {
    const cookie = cookies[name];
    // Who is signed in might pass where something is for them.
    const isTried = (path: string) => !cookie || /^\/(?:admin|api|dashboard)/.test(path);
    const known = (await listedRoutes()).map(({ path }) => path).filter(isTried);
    // Each way of writing is tried on every third route, and on each of them by `test:hostile`.
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
        // Sent to where the line is, or refused as no address at all.
        if (status === 308) expect(to, asked).toMatch(/^\/(?!\/)/);
        else if (status !== 400)
          expect([status, text], asked).toEqual([503, expect.stringContaining("very busy")]);
      }
    }
  });

  test("a browser is told so in a page, on pages that are kept in memory too", async () => {
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
