import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchRequests } from "./stop.ts";

/** Longer than any test may take, so that nothing here happens because of it. */
const patience = 600_000;

let server: Server;
let stop: ReturnType<typeof watchRequests>;
let agent: Agent;
let port: number;

beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  server = createServer();
  stop = watchRequests(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

function get(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", agent }, resolve).once("error", reject).end();
  });
}

async function bytesOf(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes;
}

test("without connections it stops immediately", async () => {
  expect(await stop(patience)).toBe(0);
});

test("connections without a request do not delay it", async () => {
  server.on("request", (_request, response) => response.end("ok"));
  await bytesOf(await get());
  const accepted = once(server, "connection");
  const silent = connect(port, "127.0.0.1");
  await accepted;
  const hungUp = once(silent.resume(), "close");
  expect(await stop(patience)).toBe(0);
  await hungUp;
});

test("a request that is being answered gets its whole answer, and its connection ends", async () => {
  const arrived = once(server, "request");
  const answer = get();
  const [, response] = await arrived;
  const stopped = stop(patience);
  await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
  response.end("done");
  const received = await answer;
  expect(received.headers.connection).toBe("close");
  expect(await bytesOf(received)).toBe(4);
  expect(await stopped).toBe(0);
});

test("an answer that is read slowly is read to its end", async () => {
  const size = 64 * 1024 * 1024;
  server.on("request", (_request, response) => response.end(Buffer.alloc(size)));
  // Not read until the server is stopping, so most of it is still in the server.
  const received = await get();
  const stopped = stop(patience);
  expect(await bytesOf(received)).toBe(size);
  expect(await stopped).toBe(0);
});

test("the second of two requests on one connection is waited for too", async () => {
  const socket = connect(port, "127.0.0.1");
  const received = text(socket);
  const requests: ServerResponse[] = [];
  const both = new Promise<void>((arrived) => {
    server.on("request", (_request, response) => {
      requests.push(response);
      if (requests.length === 2) arrived();
    });
  });
  socket.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(2));
  await both;
  const stopped = stop(patience);
  requests[0]?.end("first");
  requests[1]?.end("second");
  expect(await stopped).toBe(0);
  expect(await received).toMatch(/first.*second/s);
});

test("with a grace period for a proxy, an idle connection gets one more answer and then ends", async () => {
  server.on("request", (_request, response) => response.end("answered"));
  await bytesOf(await get());
  const stopped = stop(patience, patience);
  const last = await get();
  expect(last.headers.connection).toBe("close");
  await bytesOf(last);
  expect(await stopped).toBe(0);
});

test("a connection that stays idle is closed after the grace period", async () => {
  server.on("request", (_request, response) => response.end("answered"));
  await bytesOf(await get());
  expect(await stop(patience, 1)).toBe(0);
});

test("after its time limit it ends, and returns how many requests were cut off", async () => {
  const arrived = once(server, "request");
  const answer = get();
  await arrived;
  const refused = expect(answer).rejects.toThrow("socket hang up");
  expect(await stop(1)).toBe(1);
  await refused;
});
