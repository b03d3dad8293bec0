import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { createShopServer } from "./http-server.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Connects to a server with these limits, which echoes the request. */
async function connected(limits: Parameters<typeof createShopServer>[0]): Promise<Socket> {
  server = createShopServer({ look: 20, ...limits });
  server.on("request", (request, response) => request.pipe(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return connect((server.address() as AddressInfo).port, "127.0.0.1");
}

async function everything(socket: Socket): Promise<string> {
  let said = "";
  for await (const chunk of socket.setEncoding("utf8")) said += chunk;
  return said;
}

describe("a connection is closed", () => {
  test("when its headers do not end", async () => {
    const socket = await connected({ headers: 60 });
    socket.write("GET / HTTP/1.1\r\nHost: shop.invalid\r\nX-Slow: ");
    expect(await everything(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("when its request does not end", async () => {
    const socket = await connected({ headers: 50, request: 100 });
    socket.write("POST / HTTP/1.1\r\nHost: shop.invalid\r\nContent-Length: 9\r\n\r\nabc");
    expect(await everything(socket)).toMatch(/408 Request Timeout|abc/);
  });

  test("when it is silent", async () => {
    const socket = await connected({ silence: 60 });
    socket.write("POST / HTTP/1.1\r\nHost: shop.invalid\r\nContent-Length: 9\r\n\r\nabc");
    expect(await everything(socket)).not.toContain("abcdefghi");
  });
});

test("an upload of 20 MB at 300 kbit/s is not cut off", () => {
  server = createShopServer();
  expect(server.requestTimeout).toBeGreaterThan((maxUploadBytes * 8) / 300);
});

test("a proxy's connections stay open longer than its own limit of a minute", () => {
  server = createShopServer();
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
});
