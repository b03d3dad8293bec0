import { Hono } from "hono";
import { compress } from "hono/compress";
import { expect, it } from "vitest";
import { knownLength } from "./known-length.ts";

const long = { text: "beef ".repeat(1000) };
const app = new Hono();
app.use(compress());
app.use(knownLength);
app.get("/short", () => Response.json({ id: 1 }, { status: 409, headers: { "Retry-After": "3" } }));
app.get("/long", () => Response.json(long));
app.get("/none", () => new Response(null, { status: 204 }));
app.get("/events", () => new Response("x", { headers: { "content-type": "text/event-stream" } }));

async function ask(path: string) {
  const headers = { "accept-encoding": "gzip" };
  const answer = await app.request(path, { headers });
  const facts = ["content-encoding", "content-length"].map((name) => answer.headers.get(name));
  return { answer, facts };
}

it("sends short JSON as it is, with its length and everything else of the answer", async () => {
  const { answer, facts } = await ask("/short");
  expect(facts).toEqual([null, "8"]);
  expect(answer.status).toBe(409);
  expect(answer.headers.get("retry-after")).toBe("3");
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toEqual({ id: 1 });
});

it("has long JSON compressed", async () => {
  const { answer, facts } = await ask("/long");
  expect(facts).toEqual(["gzip", null]);
  const plain = answer.body?.pipeThrough(new DecompressionStream("gzip"));
  expect(await new Response(plain).json()).toEqual(long);
});

it("leaves alone what is no JSON", async () => {
  expect((await ask("/none")).facts).toEqual([null, null]);
  expect((await ask("/events")).facts[1]).toBeNull();
});
