import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { connect } from "#db/connect.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { startWireDatabase, type WireDatabase } from "#tests/setup/wire-database.ts";
import { ownProcess } from "./own-shop.ts";
import { productsOn, sessionOf, signedIn, signIn, visit } from "./visit.ts";

const { serverUrl } = inject("processTest");

/** What nobody but the log may be told. */
const internals =
  /wire-s3cret|ECONNREFUSED|terminated|failed query|drizzle|node_modules|"products"\./i;

/** What the log says of a request, when it has said all. */
async function linesOf(shop: RunningShop, requestId: string | null) {
  await vi.waitFor(() => expect(mine().map(({ msg }) => msg)).toContainEqual(summary), {
    timeout: 30_000,
  });
  return mine();

  function mine() {
    return shop.log().filter((line) => line.requestId === requestId);
  }
}

/** The line with which every request ends. */
const summary = expect.stringMatching(/^request( failed)?$/);

const databases: [string, string | undefined][] = [
  ["the embedded engine, over the wire", undefined],
];
if (serverUrl) databases.push(["PostgreSQL", serverUrl]);

describe.each(databases)("%s", (_name, server) => {
  let database: WireDatabase;
  let shop: RunningShop;
  let cookie: string;

  beforeAll(async () => {
    database = await startWireDatabase(server);
    shop = await startShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret });
    cookie = await signedIn(shop.url, shop.admin);
    // The one page that somebody has looked at before the database goes away.
    expect(productsOn((await visit(shop.url, "/shop/round")).text)).toBeGreaterThan(0);
    await database.goAway();
  });

  afterAll(async () => {
    await shop?.stop("SIGKILL");
    await database?.stop();
  });

  describe("while it is away", () => {
    test.each([
      // Asks for its pictures too.
      ["/", "Error loading products. Please try again later.", 2],
      ["/shop", "Failed to load products. Please try again later."],
      ["/shop?category=loin", "Failed to load products. Please try again later."],
      ["/shop/loin", "Error loading products. Please try again later."],
      ["/shop/loin/striploin-steak", "Error loading this product. Please try again later."],
      ["/search?q=zebra", "No products found"],
      ["/api/search?q=zebra", '{"products":[]}'],
      ["/api/cart?ids=00000000-0000-4000-8000-000000000000", '{"products":[]}'],
    ])("%s says so in its own words", async (path, words, questions = 1) => {
      const { status, text, requestId } = await visit(shop.url, path);
      expect(status).toBe(503);
      expect(text).toContain(words);
      expect(text).not.toMatch(internals);

      const lines = await linesOf(shop, requestId);
      // One for each question that went unanswered, and one for the request.
      expect(lines.map(({ level }) => level)).toEqual(Array(questions + 1).fill(50));
      expect(lines[0]).toMatchObject({ err: { cause: { message: expect.any(String) } } });
    });

    test("a page that was looked at before is still there", async () => {
      const { status, text } = await visit(shop.url, "/shop/round");
      expect(status).toBe(200);
      expect(productsOn(text)).toBeGreaterThan(0);
    });

    test("pages that need no database, and the process itself, are well", async () => {
      expect(await visit(shop.url, "/healthz")).toMatchObject({ status: 200, text: "ok" });
      expect((await visit(shop.url, "/shop/no-such-category")).status).toBe(404);
      expect((await visit(shop.url, "/no/such/page")).status).toBe(404);
      expect(await sessionOf(shop.url)).toBeNull();
    });

    test("signing in fails in words, with a line in the log", async () => {
      const response = await signIn(shop.url, shop.admin);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        message: "An unexpected error occurred. Please try again.",
      });
      const lines = await linesOf(shop, response.headers.get("x-request-id"));
      expect(lines.map(({ msg }) => msg)).toEqual(["unexpected error", "request failed"]);
    });

    test("no session, address, password or searched word is in the log, and nothing beside it", async () => {
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

    test("whoever opens it at the start waits no longer than told, and says which it was", async () => {
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

  test("when it is back so are the pages, with what has changed meanwhile", async () => {
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

    // The page that was kept until now: notifications may have been missed.
    await shop.says("listening to the database again");
    expect((await visit(shop.url, "/shop/round")).text).toContain("123.45");
  });
});

describe.each(databases)("%s that is not up yet", (_name, server) => {
  test("a shop waits for it and then opens", async () => {
    const database = await startWireDatabase(server);
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
