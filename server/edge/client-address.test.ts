import { Hono } from "hono";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";
import { parseProxies } from "./trusted-proxies.ts";

const proxies = parseProxies("203.0.113.7") ?? undefined;
const app = new Hono();
app.get("/", (c) => c.text(clientAddress(c)));
app.get("/behind", (c) => c.text(clientAddress(c, proxies)));

const env = { incoming: { socket: { remoteAddress: "203.0.113.7" } } };
const claims = { "X-Forwarded-For": "198.51.100.1", Forwarded: "for=192.0.2.1" };

async function addressOf(env?: object, headers: Record<string, string> = {}, path = "/") {
  return (await app.request(path, { headers }, env)).text();
}

test("is the other end of the connection, whatever a header claims", async () => {
  expect(await addressOf(env, claims)).toBe("203.0.113.7");
});

test("is whom a trusted proxy names, by the one header that proxies add to", async () => {
  expect(await addressOf(env, claims, "/behind")).toBe("198.51.100.1");
});

test("is empty where nobody knows", async () => {
  expect(await addressOf()).toBe("");
  expect(await addressOf({ incoming: { socket: {} } })).toBe("");
});
