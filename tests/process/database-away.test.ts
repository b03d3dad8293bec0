import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { connect } from "#db/connect.ts";
import { runningServer } from "#db/embedded/leftover.ts";
import { startWireDatabase, type WireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openShop, ownProcess, usedShop } from "./own-shop.ts";
import { productsOn, sessionOf, signedIn, signIn, visit } from "./visit.ts";

const { serverUrl } = inject("processTest");

const internals =
  /wire-s3cret|ECONNREFUSED|terminated|failed query|drizzle|node_modules|"products"\./i;

/** Returns log lines of a request once it is complete. */
async function linesOf(shop: RunningShop, requestId: string | null) {
  await vi.waitFor(() => expect(mine().map(({ msg }) => msg)).toContainEqual(summary), {
    timeout: 30_000,
  });
  return mine();

  function mine() {
    return shop.log().filter((line) => line.requestId === requestId);
  }
}

const summary = expect.stringMatching(/^request( failed)?$/);

describe("a database", () => {
  let database: WireDatabase;
  let shop: RunningShop;
  let cookie: string;

  beforeAll(async () => {
    database = await startWireDatabase(serverUrl);
    shop = await startShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret });
    cookie = await signedIn(shop.url, shop.admin);
    // The one page that is cached before the database goes away.
    expect(productsOn((await visit(shop.url, "/shop/round")).text)).toBeGreaterThan(0);
    await database.goAway();
  });

  afterAll(async () => {
    await shop?.stop("SIGKILL");
    await database?.stop();
  });

  describe("while it is away", () => {
    test.each([
      // Also asks for its two images, and whether there is delivery, as the shop does.
      ["/", "Error loading products. Please try again later.", 4],
      ["/shop", "Failed to load products. Please try again later.", 2],
      ["/shop?category=loin", "Failed to load products. Please try again later.", 2],
      ["/shop/loin", "Error loading products. Please try again later."],
      ["/shop/loin/striploin-steak", "Error loading this product. Please try again later."],
      ["/search?q=zebra", "The search is not available right now."],
      ["/api/search?q=zebra", '{"products":[],"total":0}'],
      ["/api/cart?ids=00000000-0000-4000-8000-000000000000", '{"products":[]}'],
    ])("%s shows its own message", async (path, words, questions = 1) => {
      const { status, text, requestId, retryAfter } = await visit(shop.url, path);
      expect(status).toBe(503);
      expect(retryAfter).toMatch(/^\d+$/);
      expect(text).toContain(words);
      expect(text).not.toContain("Nothing in the shop");
      expect(text).not.toMatch(internals);

      const lines = await linesOf(shop, requestId);
      // One for each unanswered query, and one for the request.
      expect(lines.map(({ level }) => level)).toEqual(Array(questions + 1).fill(50));
      expect(lines[0]).toMatchObject({ err: { cause: { message: expect.any(String) } } });
    });

    test.each([
      ["/admin/orders/00000000-0000-4000-8000-000000000000", "tell whoever looks after the shop"],
      ["/dashboard/orders/00000000-0000-4000-8000-000000000000", "please call us at"],
    ])("%s is not available, which reveals nothing about the order", async (path, words) => {
      const { status, text, requestId, retryAfter } = await visit(shop.url, path, cookie);
      expect(status).toBe(503);
      expect(retryAfter).toMatch(/^\d+$/);
      expect(text).toContain("This page is not available right now");
      expect(text).toContain(words);
      expect(text).not.toMatch(/may not exist|not found|fault is ours/i);
      expect(text).not.toMatch(internals);
      const lines = await linesOf(shop, requestId);
      expect(lines.map(({ msg }) => msg)).toEqual(["reading a session failed", "request failed"]);
    });

    test("an API behind the sign-in answers with an error message", async () => {
      const { status, text } = await visit(shop.url, "/api/images", cookie);
      expect([status, JSON.parse(text)]).toEqual([
        503,
        { error: "The shop is not available right now. Please try again in a moment." },
      ]);
    });

    test("a page requested before is still served", async () => {
      const { status, text } = await visit(shop.url, "/shop/round");
      expect(status).toBe(200);
      expect(productsOn(text)).toBeGreaterThan(0);
    });

    test("pages without a database, and the process itself, still work", async () => {
      expect(await visit(shop.url, "/healthz")).toMatchObject({ status: 200, text: "ok" });
      expect((await visit(shop.url, "/shop/no-such-category")).status).toBe(404);
      expect((await visit(shop.url, "/no/such/page")).status).toBe(404);
      expect(await sessionOf(shop.url)).toBeNull();
    });

    test("signing in fails with a message and a log line", async () => {
      const response = await signIn(shop.url, shop.admin);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await response.json()).toEqual({
        message: "An unexpected error occurred. Please try again.",
      });
      const lines = await linesOf(shop, response.headers.get("x-request-id"));
      expect(lines.map(({ msg }) => msg)).toEqual(["unexpected error", "request failed"]);
    });

    test("no session, address, password or search text is in the log or on standard error", async () => {
      const { requestId } = await visit(shop.url, "/api/auth/get-session", cookie);
      await linesOf(shop, requestId);
      const token = /=([^.%]+)/.exec(cookie)?.[1] ?? "";
      expect(token.length).toBeGreaterThan(16);
      const written = shop.stdout() + shop.stderr();
      for (const secret of [token, shop.admin.email, shop.admin.password, "zebra", "wire-s3cret"]) {
        expect(written).not.toContain(secret);
      }
      expect(shop.stderr()).toBe("");
      const beside = shop
        .stdout()
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("{"));
      expect(beside).toEqual([`  The shop is open at ${shop.url}`]);
    });

    test("a start waits for it no longer than set, and names it in the error", async () => {
      const opening = connect({
        dataDir: "/nowhere/not-used",
        databaseUrl: database.url,
        log: silentLog,
        patience: 1,
      });
      const failure = await opening.then(() => "opened", String);
      expect(failure).toMatch(/^Error: Cannot use the database at 127\.0\.0\.1:\d+\/\w+: .+$/);
      expect(failure).not.toContain("s3cret");
    });
  });

  test("that is back makes the pages work again, with changes made in the meantime", async () => {
    await database.run("update products set price_per_lb = 123.45 where category = 'round'");
    await database.comeBack();
    for (const path of [
      "/",
      "/shop",
      "/shop/loin",
      "/shop/loin/striploin-steak",
      "/search?q=rib",
    ]) {
      const { status, text } = await visit(shop.url, path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain("try again later");
    }
    expect(await sessionOf(shop.url, cookie)).toMatchObject({ isAdmin: true });

    // The page cached until now: notifications may have been missed.
    await shop.says("listening to the database again");
    expect((await visit(shop.url, "/shop/round")).text).toContain("123.45");
  });
});

describe("a database that is not up yet", () => {
  test("a shop waits for it and then opens", async () => {
    const database = await startWireDatabase(serverUrl);
    onTestFinished(database.stop);
    await database.goAway();
    const shop = await ownProcess({ DATABASE_URL: database.url, AUTH_SECRET: authSecret });
    await shop.says("the database is not up yet, trying again");
    await database.comeBack();
    const { text } = await visit(await shop.opened, "/shop");
    expect(productsOn(text)).toBe(42);
    expect(shop.stderr()).toBe("");
    expect(shop.stdout()).not.toContain("s3cret");
  });
});

test("a killed embedded server is restarted automatically, and pages show a message in the meantime", async () => {
  const settings = await usedShop();
  const shop = await openShop(settings);
  const cookie = await signedIn(shop.url, shop.admin);
  const folder = join(settings.DATA_DIR, "db");
  const server = await runningServer(folder);
  // Away for long enough to be noticed: the first file that it needs is missing.
  const version = join(folder, "PG_VERSION");
  await rename(version, `${version}.aside`);
  process.kill(server?.pid ?? 0, "SIGKILL");
  await shop.says("the database server does not start");
  const away = await visit(shop.url, "/shop/loin");
  expect(away.status).toBe(503);
  expect(away.text).toContain("Error loading products. Please try again later.");
  expect((await visit(shop.url, "/healthz")).status).toBe(200);
  expect((await visit(shop.url, "/readyz")).status).toBe(503);

  await rename(`${version}.aside`, version);
  await shop.says("the database server is up again");
  await shop.says("listening to the database again");
  expect(productsOn((await visit(shop.url, "/shop/loin")).text)).toBeGreaterThan(0);
  expect(await sessionOf(shop.url, cookie)).toMatchObject({ isAdmin: true });
  await shop.stop("SIGTERM");
  expect(await shop.ended).toBe(0);
  expect(shop.stderr()).toBe("");
});
