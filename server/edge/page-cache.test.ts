import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";

let rendered: Request[];
let make: (request: Request) => Response | Promise<Response>;
let pages: PageCache;
let server: Server;
let origin: string;

const html = (text: string, init: ResponseInit = {}) =>
  new Response(text, { ...init, headers: { "Content-Type": "text/html", ...init.headers } });

beforeEach(async () => {
  rendered = [];
  make = () => html(`page ${rendered.length}`);
  pages = createPageCache({
    render(request) {
      rendered.push(request);
      return make(request);
    },
    origin: "https://shop.example.com",
    log: createLog("silent"),
  });
  server = createServer((request, response) => {
    if (!pages.answers(request, response)) response.writeHead(200).end("not from the cache");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((done) => server.close(done)));

async function text(path: string, init?: RequestInit) {
  return (await fetch(origin + path, init)).text();
}

describe("a public page", () => {
  test("is rendered once for concurrent requests, and kept", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => text("/shop")));
    expect(new Set(answers)).toEqual(new Set(["page 1"]));
    expect(await text("/shop?utm_source=mail")).toBe("page 1");
    expect(rendered).toHaveLength(1);
  });

  test("is rendered without anything of the first visitor", async () => {
    await text("/shop?utm_source=mail", {
      headers: { cookie: "shop.session_token=secret", authorization: "Bearer secret" },
    });
    expect(rendered[0]?.url).toBe("https://shop.example.com/shop");
    expect([...(rendered[0]?.headers ?? [])]).toEqual([["accept", "text/html"]]);
    await text("/shop.data");
    expect([...(rendered[1]?.headers ?? [])]).toEqual([]);
  });

  test("keeps its headers, except those of the single request", async () => {
    const headers = { "X-Frame-Options": "DENY", "Set-Cookie": "a=b", "X-Request-Id": "first" };
    make = () => html("page", { headers });
    for (let times = 0; times < 2; times++) {
      const answer = await fetch(`${origin}/shop`);
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    }
  });

  test("is rendered again after a change, even one during rendering", async () => {
    expect(await text("/shop")).toBe("page 1");
    pages.drop();
    expect(await text("/shop")).toBe("page 2");

    const held = Promise.withResolvers<Response>();
    make = () => held.promise;
    pages.drop();
    const early = text("/shop");
    await expect.poll(() => rendered.length).toBe(3);
    pages.drop();
    make = () => html("after the change");
    expect(await text("/shop")).toBe("after the change");
    held.resolve(html("before the change"));
    expect(await early).toBe("before the change");
    expect(await text("/shop")).toBe("after the change");
  });

  test("is served stale while the shop cannot render it", async () => {
    expect(await text("/shop")).toBe("page 1");
    pages.drop();
    make = () => html("no database", { status: 503 });
    expect(await text("/shop")).toBe("page 1");
    make = () => html("page 2");
    expect(await text("/shop")).toBe("page 2");
  });
});

describe("an answer that is not a page", () => {
  test.each([404, 503, 301])("with status %i is passed on and not kept", async (status) => {
    make = () => html("nothing", { status, headers: { Location: "/elsewhere" } });
    for (let times = 1; times <= 2; times++) {
      const answer = await fetch(`${origin}/shop/loin/unicorn`, { redirect: "manual" });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("location")).toBe("/elsewhere");
      expect(await answer.text()).toBe("nothing");
      expect(rendered).toHaveLength(times);
    }
  });

  test("is sent to all who waited for it", async () => {
    make = () => html("nothing", { status: 404 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => text("/shop/unicorn")));
    expect(answers).toEqual(Array(5).fill("nothing"));
  });

  test("because the render itself failed is a 500 without the error's message", async () => {
    make = () => Promise.reject(new Error("select secrets"));
    const answer = await fetch(`${origin}/shop`);
    expect(answer.status).toBe(500);
    const words = await answer.text();
    expect(words).toContain("<h1>Something went wrong</h1>");
    expect(words).not.toContain("secrets");
  });
});

describe("the representation", () => {
  const ask = (encoding: string, more: Record<string, string> = {}) =>
    fetch(`${origin}/shop`, { headers: { "accept-encoding": encoding, ...more } });

  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
    ["gzip;q=0", null],
  ])("for %j is %j", async (accepted, encoding) => {
    const answer = await ask(accepted);
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(await answer.text()).toBe("page 1");
  });

  test("has its own ETag, and a request with that gets a 304", async () => {
    const tags = new Set<string>();
    for (const encoding of ["br", "gzip", "identity"]) {
      const etag = (await ask(encoding)).headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]+"$/);
      tags.add(etag);
      for (const asked of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await ask(encoding, { "if-none-match": asked });
        expect(again.status).toBe(304);
        expect(again.headers.get("etag")).toBe(etag);
        expect(await again.text()).toBe("");
      }
      expect((await ask(encoding, { "if-none-match": '"other"' })).status).toBe(200);
    }
    expect(tags.size).toBe(3);
  });

  test("of HEAD has the headers of GET and no body", async () => {
    const { headers } = await ask("br");
    const head = await fetch(`${origin}/shop`, {
      method: "HEAD",
      headers: { "accept-encoding": "br" },
    });
    expect(head.headers.get("content-length")).toBe(headers.get("content-length"));
    expect(await head.text()).toBe("");
  });

  test("decompresses to the same page", async () => {
    const { createConnection } = await import("node:net");
    const raw = await new Promise<Buffer>((done) => {
      const chunks: Buffer[] = [];
      const socket = createConnection(Number(new URL(origin).port), "127.0.0.1");
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("close", () => done(Buffer.concat(chunks)));
      socket.write(
        "GET /shop HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n",
      );
    });
    const body = raw.subarray(raw.indexOf("\r\n\r\n") + 4);
    expect(brotliDecompressSync(body).toString()).toBe("page 1");
  });
});

describe("a request that is not a GET or HEAD of a public page", () => {
  test.each(["/login", "/dashboard", "/admin.data", "/search?q=rib", "/shop?x=1"])(
    "to %s is passed on",
    async (path) => {
      expect(await text(path)).toBe("not from the cache");
    },
  );

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("by %s is passed on", async (method) => {
    expect(await text("/shop", { method })).toBe("not from the cache");
    expect(rendered).toEqual([]);
  });
});
