import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { overload } from "./overload.ts";
import { parseProxies } from "./trusted-proxies.ts";

/** A shop that answers on command. */
function busyShop(atOnce: number, waiting = 0) {
  const held = Promise.withResolvers<void>();
  const app = new Hono().use(overload({ atOnce, waiting })).get("*", async (c) => {
    await held.promise;
    return c.text("done");
  });
  return { app, release: held.resolve };
}

/** Processes one request at a time; uploads give their place back and wait for their body. */
function uploads() {
  const body = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const app = new Hono<{ Variables: { leaveLine: (admitted: Client) => void } }>()
    .use(overload({ atOnce: 1, waiting: 0 }))
    .get("/page", (c) => c.text("done"))
    .get("/upload", async (c) => {
      c.var.leaveLine({} as Client);
      begun.resolve();
      await body.promise;
      return c.text("kept");
    });
  return { app, body, taken: begun.promise };
}

describe("overload", () => {
  test("processes requests up to its limit, rejects the others immediately, and recovers", async () => {
    const { app, release } = busyShop(3);
    const accepted = Array.from({ length: 3 }, () => app.request("/search"));
    const refused = await app.request("/search");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/busy/) });

    release();
    for (const answer of await Promise.all(accepted)) expect(answer.status).toBe(200);
    expect((await app.request("/search")).status).toBe(200);
  });

  test("queues a limited number of requests, first come, first served", async () => {
    const begun: string[] = [];
    const held = Promise.withResolvers<void>();
    const app = new Hono().use(overload({ atOnce: 1, waiting: 2 })).get("*", async (c) => {
      begun.push(c.req.path);
      await held.promise;
      return c.text("done");
    });
    const asked = ["/first", "/second", "/third"].map((path) => app.request(path));
    expect((await app.request("/fourth")).status).toBe(503);
    await expect.poll(() => begun).toEqual(["/first"]);
    held.resolve();
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
    expect(begun).toEqual(["/first", "/second", "/third"]);
  });

  test("lets networks take turns, and gives a new network the last place of the one with the most", async () => {
    const begun: string[] = [];
    const held = Promise.withResolvers<void>();
    const proxies = parseProxies("127.0.0.1") ?? undefined;
    const app = new Hono().use(overload({ atOnce: 1, waiting: 3, proxies })).get("*", async (c) => {
      begun.push(c.req.path);
      await held.promise;
      return c.text("done");
    });
    const incoming = { socket: { remoteAddress: "127.0.0.1", remoteFamily: "IPv4" } };
    const ask = (path: string, from: string) =>
      app.request(path, { headers: { "x-forwarded-for": from } }, { incoming });
    const greedy = ["/g1", "/g2", "/g3", "/g4"].map((path) => ask(path, "203.0.113.7"));
    await expect.poll(() => begun).toEqual(["/g1"]);
    expect((await ask("/g5", "203.0.113.7")).status).toBe(503);
    const visitor = ask("/visitor", "198.51.100.4");
    expect((await greedy[3])?.status).toBe(503);
    held.resolve();
    expect((await visitor).status).toBe(200);
    for (const kept of greedy.slice(0, 3)) expect((await kept).status).toBe(200);
    expect(begun).toEqual(["/g1", "/g2", "/visitor", "/g3"]);
    expect((await ask("/again", "203.0.113.7")).status).toBe(200);
  });

  test("limits one network's concurrent requests, and processes others' in the meantime", async () => {
    const begun: string[] = [];
    const held = Promise.withResolvers<void>();
    const proxies = parseProxies("127.0.0.1") ?? undefined;
    const app = new Hono()
      .use(overload({ atOnce: 4, ofNetwork: 2, waiting: 10, proxies }))
      .get("*", async (c) => {
        begun.push(c.req.path);
        await held.promise;
        return c.text("done");
      });
    const incoming = { socket: { remoteAddress: "127.0.0.1", remoteFamily: "IPv4" } };
    const ask = (path: string, from: string) =>
      app.request(path, { headers: { "x-forwarded-for": from } }, { incoming });
    const asked = ["/g1", "/g2", "/g3", "/g4"].map((path) => ask(path, "203.0.113.7"));
    await expect.poll(() => begun).toEqual(["/g1", "/g2"]);
    asked.push(ask("/visitor", "198.51.100.4"));
    await expect.poll(() => begun).toEqual(["/g1", "/g2", "/visitor"]);
    held.resolve();
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
    expect(begun).toEqual(["/g1", "/g2", "/visitor", "/g3", "/g4"]);
  });

  test("accepts new requests while CPU-bound pages are rendered", async () => {
    const seen: string[] = [];
    const app = new Hono().use(overload({ atOnce: 4, waiting: 0 })).get("*", (c) => {
      seen.push(c.req.path);
      return c.text("done");
    });
    const asked = ["/first", "/second", "/third"].map((path) => app.request(path));
    // Like an answer from the database: in the next turn of the loop.
    setImmediate(() => seen.push("an answer"));
    await Promise.all(asked);
    expect(seen.indexOf("an answer")).toBeLessThan(seen.indexOf("/second"));
  });

  test("answers a browser with a page", async () => {
    const { app, release } = busyShop(0);
    release();
    const refused = await app.request("/", { headers: { accept: "text/html,*/*" } });
    expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await refused.text()).toContain("The shop is very busy");
  });

  test("frees the place of a request that failed", async () => {
    const app = new Hono()
      .use(overload({ atOnce: 1, waiting: 0 }))
      .get("/fails", () => Promise.reject(new Error("broken")))
      .get("/works", (c) => c.text("ok"));
    app.onError((_, c) => c.text("failed", 500));
    expect((await app.request("/fails")).status).toBe(500);
    expect((await app.request("/works")).status).toBe(200);
  });

  test("frees the place of a long request, which still waits for its answer", async () => {
    const { app, body, taken } = uploads();
    const upload = app.request("/upload");
    await taken;
    await expect.poll(async () => (await app.request("/page")).status).toBe(200);
    body.resolve();
    expect(await (await upload).text()).toBe("kept");
  });

  test("rejects a long request like any other while there is no place", async () => {
    const { app, release } = busyShop(1);
    const page = app.request("/search");
    for (const path of ["/api/events", "/api/images", "/api/imagesX", "/admin/exports/x.csv"]) {
      expect((await app.request(path)).status).toBe(503);
    }
    release();
    expect((await page).status).toBe(200);
  });

  test("reports the failure of a long request after its place was freed", async () => {
    const { app, body, taken } = uploads();
    app.onError((_, c) => c.text("failed", 500));
    const upload = app.request("/upload");
    await taken;
    body.reject(new Error("cut off"));
    expect((await upload).status).toBe(500);
    expect((await app.request("/page")).status).toBe(200);
  });

  test("limits only the requests that its condition selects", async () => {
    const held = Promise.withResolvers<void>();
    const app = new Hono()
      .use(overload({ atOnce: 1, waiting: 0, when: (c) => c.req.path === "/login" }))
      .get("/login", async (c) => {
        await held.promise;
        return c.text("done");
      })
      .get("*", (c) => c.text("done"));
    const login = app.request("/login");
    expect((await app.request("/login")).status).toBe(503);
    expect((await app.request("/shop")).status).toBe(200);
    held.resolve();
    expect((await login).status).toBe(200);
  });
});
