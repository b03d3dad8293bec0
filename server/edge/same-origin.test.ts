import { Hono } from "hono";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { sameOrigin } from "./same-origin.ts";

const shop = "https://shop.example";

/** Sends a request through the middleware to an app that answers every request. */
function ask(
  method: string,
  headers: Record<string, string>,
  { url = `${shop}/login`, siteUrl = shop, loopback = false } = {},
) {
  const app = new Hono<{ Variables: { log: pino.Logger } }>();
  app.use(async (c, next) => {
    c.set("log", pino({ level: "silent" }));
    await next();
  });
  app.use(sameOrigin({ siteUrl, loopback }));
  app.all("*", (c) => c.text("reached"));
  return app.request(url, { method, headers });
}

const status = async (...of: Parameters<typeof ask>) => (await ask(...of)).status;

describe("sameOrigin", () => {
  it.each(["GET", "HEAD", "OPTIONS"])("allows %s from anywhere", async (method) => {
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await status(method, foreign)).toBe(200);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])(
    "allows %s only from the shop's origin",
    async (method) => {
      expect(await status(method, { origin: shop })).toBe(200);
      expect(await status(method, { origin: "https://evil.example" })).toBe(403);
    },
  );

  it.each([
    "https://evil.example",
    "http://shop.example",
    "https://shop.example:8443",
    "https://shop.example.evil.example",
    "https://sub.shop.example",
    "https://SHOP.example.",
    "shop.example",
    "",
  ])("refuses the origin %j", async (origin) => {
    expect(await status("POST", { origin, "sec-fetch-site": "same-origin" })).toBe(403);
  });

  it("refuses a request that the browser marks as from elsewhere, even with the shop's origin", async () => {
    for (const site of ["cross-site", "same-site"]) {
      expect(await status("POST", { origin: shop, "sec-fetch-site": site })).toBe(403);
    }
  });

  it("accepts a form that is resubmitted by reloading", async () => {
    expect(await status("POST", { origin: shop, "sec-fetch-site": "none" })).toBe(200);
  });

  it.each<Record<string, string>>([{}, { origin: "null" }])(
    "with the headers %j, requires Sec-Fetch-Site: same-origin",
    async (headers) => {
      expect(await status("POST", { ...headers, "sec-fetch-site": "same-origin" })).toBe(200);
      expect(await status("POST", { ...headers })).toBe(403);
      expect(await status("POST", { ...headers, "sec-fetch-site": "none" })).toBe(403);
      expect(await status("POST", { ...headers, "sec-fetch-site": "cross-site" })).toBe(403);
    },
  );

  it("compares with SITE_URL behind a proxy, not with the address the proxy requests", async () => {
    const behind = { url: "http://127.0.0.1:3000/login" };
    expect(await status("POST", { origin: shop }, behind)).toBe(200);
    expect(await status("POST", { origin: "http://127.0.0.1:3000" }, behind)).toBe(403);
  });

  it("accepts any loopback address on the same port if SITE_URL is not set", async () => {
    const siteUrl = "http://localhost:3000";
    for (const own of [siteUrl, "http://127.0.0.1:3000", "http://[::1]:3000"]) {
      const options = { url: `${own}/login`, siteUrl, loopback: true };
      expect(await status("POST", { origin: own }, options)).toBe(200);
      expect(await status("POST", { origin: "http://localhost:8080" }, options)).toBe(403);
      expect(await status("POST", { origin: "http://127.0.0.1" }, options)).toBe(403);
    }
    const rebound = { url: "http://evil.example:3000/login", siteUrl, loopback: true };
    expect(await status("POST", { origin: "http://evil.example:3000" }, rebound)).toBe(403);
  });

  it("explains the refusal in JSON", async () => {
    const response = await ask("POST", { origin: "https://evil.example" });
    expect(await response.json()).toEqual({ error: expect.stringContaining("our own pages") });
  });
});
