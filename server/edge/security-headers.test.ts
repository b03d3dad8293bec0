import { Hono } from "hono";
import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

const expected = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const app = new Hono();
app.use(securityHeaders({ https: false }));
app.get("/text", (c) => c.text("ok"));
app.get("/own", () => new Response("made elsewhere"));

test.each(["/text", "/own", "/nowhere"])("%s carries every one of them", async (path) => {
  const { headers } = await app.request(path);
  expect(Object.fromEntries(headers)).toMatchObject(expected);
});

test("a shop on HTTPS is on nothing else for a year", async () => {
  const secure = new Hono().use(securityHeaders({ https: true }));
  const { headers } = await secure.request("/text");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
});

test("an answer that is stricter stays so", async () => {
  const stricter = new Hono().use(securityHeaders({ https: false }));
  const headers = { "Referrer-Policy": "no-referrer" };
  stricter.get("/secret", () => new Response("for you alone", { headers }));
  const answer = await stricter.request("/secret");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...expected,
    "referrer-policy": "no-referrer",
  });
});

test("nothing is said about HTTPS without it, nor about what the server is", async () => {
  const { headers } = await app.request("/text");
  expect(headers.has("strict-transport-security")).toBe(false);
  expect(headers.has("x-powered-by")).toBe(false);
});
