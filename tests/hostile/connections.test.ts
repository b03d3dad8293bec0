import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { scaled } from "./scale.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

/** Sends a text unchanged over a connection of its own; resolves when the shop has ended that. */
async function sendOver(text: string): Promise<string> {
  const { port } = new URL(shop.url);
  const socket = connect(Number(port), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (part) => {
    received += part;
  });
  // A connection that ends with unread requests may be reset.
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return received;
}

test("doesn't begin thousands of pipelined requests, and serves others in the meantime", async () => {
  const connections = 8;
  const ahead = "GET /sent-ahead HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(scaled(1_000, 24_000));
  const attacks = Array.from({ length: connections }, () => sendOver(ahead));
  const health = await Promise.all(
    Array.from({ length: 20 }, () => ask(shop.url, "/healthz").then(({ status }) => status)),
  );
  await Promise.all(attacks);
  expect(new Set(health)).toEqual(new Set([200]));
  const begun = () => shop.log().filter(({ path }) => path === "/sent-ahead").length;
  await expect.poll(begun).toBeGreaterThan(0);
  expect(begun()).toBeLessThanOrEqual(connections * 32);
});

test("refuses an invalid or repeated Host, also for cached pages", async () => {
  for (const path of ["/shop", "/search?q=rib", "/healthz", "/login"]) {
    for (const hosts of [["1.2.3.256"], ["x:99999"], ["a.example", "b.example"], []]) {
      const lines = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), "", ""];
      expect(await sendOver(lines.join("\r\n"))).toMatch(/^HTTP\/1\.1 400 /);
    }
  }
  expect(shop.log().filter(({ level }) => level > 40)).toEqual([]);
});
