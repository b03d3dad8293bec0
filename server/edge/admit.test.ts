import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { admit } from "./admit.ts";

let server: Server;
let asked: string[];
let lines: Record<string, unknown>[];

beforeEach(async () => {
  asked = [];
  lines = [];
  const log = createLog("info", { write: (line) => lines.push(JSON.parse(line)) });
  const answer = admit(({ url = "" }, response) => {
    asked.push(url);
    response.end(`answer to ${url}`);
  }, log);
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns everything received over one connection until the shop ends it. */
async function sent(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (part) => {
    received += part;
  });
  // A connection ended with unread requests may be reset.
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return received;
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, ...headers, "", ""].join("\r\n");

describe("the Host", () => {
  test.each(["localhost", "shop.example.com:8080", "127.0.0.1", "[::1]:3000", "my_shop"])(
    "%s is accepted",
    async (host) => {
      const answer = await sent(get("/shop", `Host: ${host}`, "Connection: close"));
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test.each([
    ...["", "1.2.3.256", "x:99999", "x:", "[::1", "[::1]x", "a b", "user@host", "a/b", "a\\b"],
    ...["ex%41mple.com", "h\u00e9llo", "a,b", "[::g]"],
  ])("%j is refused", async (host) => {
    expect(await sent(get("/shop", `Host: ${host}`))).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).toEqual([]);
    expect(lines.filter(({ level }) => level !== 30)).toEqual([]);
  });

  test.each([
    ["twice", ["Host: a.example", "Host: b.example"]],
    ["twice and alike", ["Host: a.example", "hOST: a.example"]],
    ["not at all", []],
  ])("sent %s is refused", async (_, headers) => {
    expect(await sent(get("/shop", ...headers))).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).toEqual([]);
  });

  test("is also required of HTTP/1.0, which does not require it", async () => {
    expect(await sent("GET /shop HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("pipelined requests on one connection", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => get(`/${index + 1}`, "Host: shop")).join("");

  test("are answered in order while there are at most 32", async () => {
    const answers = await sent(many(20) + get("/last", "Host: shop", "Connection: close"));
    expect(answers.match(/answer to \S+?(?=HTTP|$)/g)).toHaveLength(21);
    expect(answers).toMatch(/answer to \/last$/);
  });

  test("end the connection after the 32nd, and the rest is not begun", async () => {
    const answers = await sent(many(5_000));
    expect(asked).toHaveLength(32);
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(32);
    expect(answers.match(/^Connection: close/gim)).toHaveLength(1);
    expect(lines).toMatchObject([{ level: 40, requests: 32 }]);
  });
});
