import { Hono } from "hono";
import type { Logger } from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { createAddresses } from "./address.ts";
import { bodyLimit } from "./body-limit.ts";
import { policyReportBytes, policyReports } from "./policy-reports.ts";

const warn = vi.fn();
let app: Hono<{ Variables: { log: Logger } }>;

beforeEach(() => {
  warn.mockClear();
  app = new Hono();
  app.use(async (c, next) => {
    c.set("log", { warn } as unknown as Logger);
    await next();
  });
  app.use(bodyLimit({ bytesOfOthers: policyReportBytes }));
  const routes = { own: { id: "own", path: "/orders/:token" } };
  app.post("/reports", policyReports(createAddresses(routes)));
});

const send = (body: string, from = "192.0.2.1") =>
  app.request(
    "/reports",
    {
      method: "POST",
      body,
      headers: { "content-type": "application/csp-report", "content-length": `${body.length}` },
    },
    { incoming: { socket: { remoteAddress: from, remotePort: 1, remoteFamily: "IPv4" } } },
  );

function reportOf(fields: Record<string, unknown>): string {
  const page = { "document-uri": "https://shop.example/orders/secret-token?mail=me@example.com" };
  return JSON.stringify({ "csp-report": { ...page, "effective-directive": "img-src", ...fields } });
}

test.each([
  ["https://evil.example/collect?cookie=1", "https://evil.example"],
  ["inline", "inline"],
  ["data", "data"],
  ["blob:https://shop.example/1", "blob:"],
])("a report of %s logs %s, without path or token", async (uri, blocked) => {
  expect((await send(reportOf({ "blocked-uri": uri }))).status).toBe(204);
  expect(warn).toHaveBeenCalledWith(
    { page: expect.any(String), directive: "img-src", blocked },
    "a page's policy was broken",
  );
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/secret-token|me@example/);
});

test("answers an invalid report the same way, and doesn't log it", async () => {
  for (const body of ["", "{", "[]", "null", JSON.stringify({ "csp-report": { a: 1 } })]) {
    expect((await send(body)).status).toBe(204);
  }
  expect((await send("x".repeat(policyReportBytes + 1))).status).toBe(413);
  expect(warn).not.toHaveBeenCalled();
});

test("logs at most 20 reports of one network", async () => {
  for (let sent = 0; sent < 50; sent += 1) {
    expect((await send(reportOf({ "blocked-uri": "inline" }))).status).toBe(204);
  }
  expect(warn).toHaveBeenCalledTimes(20);
});

test("logs at most 100 reports of all networks together, each of limited length", async () => {
  const uri = `x:${"x".repeat(3_000)}`;
  const page = `https://shop.example/${"p".repeat(3_000)}`;
  const body = reportOf({ "blocked-uri": uri, "document-uri": page });
  for (let network = 0; network < 20; network += 1) {
    for (let sent = 0; sent < 10; sent += 1) await send(body, `198.51.100.${network}`);
  }
  expect(warn).toHaveBeenCalledTimes(100);
  const longest = Math.max(...warn.mock.calls.map((call) => JSON.stringify(call).length));
  expect(longest).toBeLessThan(2_000);
});
