import { Hono } from "hono";
import { compress } from "hono/compress";
import { describe, expect, it, test } from "vitest";
import { knownLength, securityHeaders } from "./response-headers.ts";

describe("security headers", () => {
  const expected = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };

  const app = new Hono();
  app.use(securityHeaders({ https: false }));
  app.get("/text", (c) => c.text("ok"));
  app.get("/own", () => new Response("made elsewhere"));

  test.each(["/text", "/own", "/nowhere"])("are all on %s", async (path) => {
    const { headers } = await app.request(path);
    expect(Object.fromEntries(headers)).toMatchObject(expected);
  });

  test("include HSTS for a year in a shop on HTTPS", async () => {
    const secure = new Hono().use(securityHeaders({ https: true }));
    const { headers } = await secure.request("/text");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  });

  test("don't replace an answer's own stricter headers", async () => {
    const stricter = new Hono().use(securityHeaders({ https: false }));
    const headers = { "Referrer-Policy": "no-referrer" };
    stricter.get("/secret", () => new Response("for you alone", { headers }));
    const answer = await stricter.request("/secret");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...expected,
      "referrer-policy": "no-referrer",
    });
  });

  test("include neither HSTS over HTTP nor a server name", async () => {
    const { headers } = await app.request("/text");
    expect(headers.has("strict-transport-security")).toBe(false);
    expect(headers.has("x-powered-by")).toBe(false);
  });
});

describe("the length of JSON", () => {
  const long = { text: "beef ".repeat(1000) };
  const app = new Hono();
  app.use(compress());
  app.use(knownLength);
  app.get("/short", () =>
    Response.json({ id: 1 }, { status: 409, headers: { "Retry-After": "3" } }),
  );
  app.get("/long", () => Response.json(long));
  app.get("/none", () => new Response(null, { status: 204 }));
  app.get("/events", () => new Response("x", { headers: { "content-type": "text/event-stream" } }));

  async function ask(path: string) {
    const headers = { "accept-encoding": "gzip" };
    const answer = await app.request(path, { headers });
    const facts = ["content-encoding", "content-length"].map((name) => answer.headers.get(name));
    return { answer, facts };
  }

  it("sends short JSON unchanged with its length", async () => {
    const { answer, facts } = await ask("/short");
    expect(facts).toEqual([null, "8"]);
    expect(answer.status).toBe(409);
    expect(answer.headers.get("retry-after")).toBe("3");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ id: 1 });
  });

  it("compresses long JSON", async () => {
    const { answer, facts } = await ask("/long");
    expect(facts).toEqual(["gzip", null]);
    const plain = answer.body?.pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(plain).json()).toEqual(long);
  });

  it("ignores types other than JSON", async () => {
    expect((await ask("/none")).facts).toEqual([null, null]);
    expect((await ask("/events")).facts[1]).toBeNull();
  });
});
