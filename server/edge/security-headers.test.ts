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
app.use(securityHeaders);
app.get("/text", (c) => c.text("ok"));
app.get("/own", () => new Response("made elsewhere"));

test.each(["/text", "/own", "/nowhere"])("%s carries every one of them", async (path) => {
  const { headers } = await app.request(path);
  expect(Object.fromEntries(headers)).toMatchObject(expected);
});

test("nothing is said about HTTPS, nor about what the server is", async () => {
  const { headers } = await app.request("/text");
  expect(headers.has("strict-transport-security")).toBe(false);
  expect(headers.has("x-powered-by")).toBe(false);
});
