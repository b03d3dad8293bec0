import { Hono } from "hono";
import { requestId } from "hono/request-id";
import type { Logger } from "pino";
import { beforeEach, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createAddresses, readAddress } from "./address.ts";
import { requestLog, unexpectedError } from "./request-log.ts";

let lines: Record<string, unknown>[];
let app: Hono<{ Variables: { requestId: string; log: Logger } }>;

beforeEach(() => {
  lines = [];
  const log = createLog("info", { write: (line) => lines.push(JSON.parse(line)) });
  app = new Hono();
  app.onError(unexpectedError);
  app.use(requestId());
  app.use(readAddress(createAddresses({ own: { id: "own", path: "own" } })));
  app.use(requestLog(log));
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/own", () => new Response("made elsewhere", { headers: { "X-Own": "kept" } }));
  app.get("/down", (c) => c.text("later", 503));
  app.get("/broken", () => {
    throw new Error("select s3cret");
  });
  app.get("/loud", (c) => {
    c.var.log.info({ fact: 1 }, "something happened");
    return c.text("ok");
  });
});

test("a request is one line, without its query", async () => {
  const response = await app.request("/own?q=what+people+typed");
  expect(lines).toMatchObject([
    { level: 30, msg: "request", method: "GET", path: "/own", status: 200, ms: expect.any(Number) },
  ]);
  expect(JSON.stringify(lines)).not.toContain("typed");
  expect(await response.text()).toBe("made elsewhere");
  expect(response.headers.get("X-Own")).toBe("kept");
});

test("an address that cannot be decoded is not logged", async () => {
  await app.request("/own/s3cret%zz");
  expect(lines).toMatchObject([{ path: "(unreadable)", status: 404 }]);
});

test("every answer has the id of its log lines", async () => {
  for (const path of ["/own", "/loud", "/down", "/broken", "/nowhere", "/healthz"]) {
    lines = [];
    const id = (await app.request(path)).headers.get("X-Request-Id");
    expect(id).toMatch(/^[\w-]{16,}$/);
    expect(lines.every((line) => line.requestId === id)).toBe(true);
  }
});

test("a visitor who left before the answer is not logged as a failure", async () => {
  const visit = new AbortController();
  app.get("/slow", (c) => {
    visit.abort();
    return c.text("given up", 500);
  });
  await app.request(new Request("http://shop.invalid/slow", { signal: visit.signal }));
  expect(lines).toMatchObject([{ level: 30, msg: "request abandoned", status: 499 }]);
});

test("the request's own logger adds the id too", async () => {
  await app.request("/loud");
  expect(lines.map(({ msg }) => msg)).toEqual(["something happened", "request"]);
});

test("a server failure is logged as an error, a client's is not", async () => {
  await app.request("/down");
  await app.request("/nowhere");
  expect(lines).toMatchObject([
    { level: 50, msg: "request failed", status: 503 },
    { level: 30, msg: "request", status: 404 },
  ]);
});

test("health checks are not logged", async () => {
  await app.request("/healthz");
  expect(lines).toEqual([]);
});

test("an uncaught error is logged, and answered without its message", async () => {
  const response = await app.request("/broken");
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    message: "An unexpected error occurred. Please try again.",
  });
  expect(lines).toMatchObject([
    { level: 50, msg: "unexpected error", err: { message: "select s3cret" } },
    { level: 50, msg: "request failed", path: "/broken", status: 500 },
  ]);
});
