import { Hono } from "hono";
import { describe, expect, it, test } from "vitest";
import { askedFrom, clientAddress, parseProxies } from "./trusted-proxies.ts";

const proxies = parseProxies("127.0.0.1, 10.0.0.0/8, fd00::/8") ?? undefined;

describe("askedFrom", () => {
  it.each([
    ["a visitor without a proxy", "203.0.113.7", undefined, "203.0.113.7"],
    ["a visitor who forges the header", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["a visitor whom a proxy names", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["a proxy that names nobody", "127.0.0.1", undefined, "127.0.0.1"],
    [
      "a visitor behind a proxy with an IPv4-mapped address",
      "::ffff:127.0.0.1",
      "198.51.100.1",
      "198.51.100.1",
    ],
    [
      "a visitor whom a proxy behind a proxy names",
      "127.0.0.1",
      "198.51.100.1, 10.1.2.3",
      "198.51.100.1",
    ],
    [
      "a visitor who sends the header to the proxy",
      "127.0.0.1",
      "1.2.3.4, 198.51.100.1",
      "198.51.100.1",
    ],
    [
      "a visitor who claims to be behind a proxy",
      "127.0.0.1",
      "10.9.9.9, 198.51.100.1",
      "198.51.100.1",
    ],
    ["a proxy that makes its own request", "127.0.0.1", "10.1.2.3", "10.1.2.3"],
    ["a visitor whom a proxy names with a port", "127.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
    ["a visitor whom a proxy names by IPv6", "127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"],
    ["a visitor behind a proxy in a private IPv6 network", "fd00::1", "2001:db8::1", "2001:db8::1"],
    [
      "the last valid proxy if the next entry is no address",
      "127.0.0.1",
      "198.51.100.1, unknown, 10.1.2.3",
      "10.1.2.3",
    ],
    ["a proxy whose header is empty", "127.0.0.1", ",", "127.0.0.1"],
    ["nobody if there is no connection", "", "198.51.100.1", ""],
  ])("returns the address of %s", (_who, connected, forwarded, from) => {
    expect(askedFrom(proxies, connected, forwarded)).toBe(from);
  });

  it("trusts no header if no proxy is configured", () => {
    expect(askedFrom(undefined, "127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  });
});

describe("a list of proxies", () => {
  it.each([
    "proxy.example.com",
    "10.0.0.0/33",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "::/129",
    "127.0.0.1,",
    "*",
  ])("is refused with %j", (list) => {
    expect(parseProxies(list)).toBeNull();
  });
});

describe("a client's address", () => {
  const proxies = parseProxies("203.0.113.7") ?? undefined;
  const app = new Hono();
  app.get("/", (c) => c.text(clientAddress(c)));
  app.get("/behind", (c) => c.text(clientAddress(c, proxies)));

  const env = { incoming: { socket: { remoteAddress: "203.0.113.7" } } };
  const claims = { "X-Forwarded-For": "198.51.100.1", Forwarded: "for=192.0.2.1" };

  async function addressOf(env?: object, headers: Record<string, string> = {}, path = "/") {
    return (await app.request(path, { headers }, env)).text();
  }

  test("is the peer of the connection if no proxy is trusted, whatever a header claims", async () => {
    expect(await addressOf(env, claims)).toBe("203.0.113.7");
  });

  test("is the one that a trusted proxy adds to X-Forwarded-For", async () => {
    expect(await addressOf(env, claims, "/behind")).toBe("198.51.100.1");
  });

  test("is empty if it is unknown", async () => {
    expect(await addressOf()).toBe("");
    expect(await addressOf({ incoming: { socket: {} } })).toBe("");
  });
});
