import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bodyLimit } from "./body-limit.ts";

let server: Server;
let origin: string;
let seen: number;

beforeEach(async () => {
  seen = 0;
  const app = new Hono();
  app.use("/late", bodyLimit({ patience: 300 }));
  app.use(bodyLimit({ bytes: 1000 }));
  app.all("*", async (c) => {
    seen++;
    return c.text(await c.req.text());
  });
  server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends pieces of a body without saying how long it is, and leaves it open unless told to end. */
function sendInPieces(path: string, pieces: string[], end: boolean) {
  const sending = request(origin + path, { method: "POST" });
  for (const piece of pieces) sending.write(piece);
  if (end) sending.end();
  return new Promise<{ status: number; text: string }>((done, failed) => {
    sending.once("error", failed);
    sending.once("response", async (answer) => {
      let text = "";
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      done({ status: answer.statusCode ?? 0, text });
    });
  });
}

test("what is small enough arrives as it was sent", async () => {
  const body = "x".repeat(1000);
  const whole = await fetch(`${origin}/contact`, { method: "POST", body });
  expect(await whole.text()).toBe(body);
  expect(await sendInPieces("/contact", ["ab", "cd"], true)).toEqual({ status: 200, text: "abcd" });
});

test("what says that it is too large is refused at once", async () => {
  const answer = await fetch(`${origin}/contact`, { method: "POST", body: "x".repeat(1001) });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({ error: "What was sent is too large." });
  expect(seen).toBe(0);
});

test("what turns out to be too large is refused without its end", async () => {
  const answer = await sendInPieces("/contact", ["x".repeat(600), "x".repeat(600)], false);
  expect(answer.status).toBe(413);
  expect(seen).toBe(0);
});

test("what does not arrive in time is given up", async () => {
  const answer = await sendInPieces("/late", ["x"], false);
  expect(answer.status).toBe(408);
  expect(seen).toBe(0);
});

test("a picture is looked at by those who take pictures", async () => {
  const picture = { method: "POST", body: "x".repeat(5000) };
  expect((await fetch(`${origin}/api/images?folder=products`, picture)).status).toBe(200);
});
