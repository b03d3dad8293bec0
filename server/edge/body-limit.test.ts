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
  app.use(bodyLimit({ bytes: 1000, isReadElsewhere: (c) => c.req.path === "/api/images" }));
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

/** Sends pieces of a body of the given length, or in chunks without one, and does not end it. */
function sendInPieces(path: string, pieces: string[], length?: number) {
  const headers = length === undefined ? {} : { "content-length": String(length) };
  const sending = request(origin + path, { method: "POST", headers });
  for (const piece of pieces) sending.write(piece);
  return new Promise<{ status: number; text: string }>((done, failed) => {
    sending.once("error", failed);
    sending.once("response", async (answer) => {
      let text = "";
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      done({ status: answer.statusCode ?? 0, text });
    });
  });
}

test("a small body arrives unchanged", async () => {
  const body = "x".repeat(1000);
  const whole = await fetch(`${origin}/contact`, { method: "POST", body });
  expect(await whole.text()).toBe(body);
  expect(await sendInPieces("/contact", ["ab", "cd"], 4)).toEqual({ status: 200, text: "abcd" });
});

test("a body that declares too large a length is refused immediately", async () => {
  const answer = await fetch(`${origin}/contact`, { method: "POST", body: "x".repeat(1001) });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({ error: "The request is too large." });
  expect(seen).toBe(0);
});

test("a body in chunks is refused without its end", async () => {
  const answer = await sendInPieces("/contact", ["x"]);
  expect(answer.status).toBe(411);
  expect(seen).toBe(0);
});

test("a body that does not arrive in time is abandoned", async () => {
  const answer = await sendInPieces("/late", ["x"], 10);
  expect(answer.status).toBe(408);
  expect(seen).toBe(0);
});

test("an image is left to the handler that accepts images", async () => {
  const image = { method: "POST", body: "x".repeat(5000) };
  expect((await fetch(`${origin}/api/images?folder=products`, image)).status).toBe(200);
});

const formType = { "content-type": "application/x-www-form-urlencoded" };

test("a form with as many fields as our largest is read, and one with more is refused", async () => {
  const app = new Hono();
  app.use(bodyLimit());
  app.all("*", async (c) => c.text(String([...(await c.req.formData())].length)));
  const sendForm = (fields: number) => {
    const body = Array.from({ length: fields }, (_, field) => `f${field}=1`).join("&");
    return app.request("/", { method: "POST", headers: formType, body });
  };
  expect(await (await sendForm(2_000)).text()).toBe("2000");
  const refused = await sendForm(2_001);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toEqual({ error: "This form has too many fields." });
});

test("only a form's body may be long, and multipart is refused", async () => {
  const app = new Hono();
  app.use(bodyLimit());
  app.all("*", (c) => c.text("read"));
  const statusOf = async (type: string, length: number) => {
    const headers = { "content-type": type };
    const request = { method: "POST", headers, body: "x".repeat(length) };
    return (await app.request("/", request)).status;
  };
  expect(await statusOf("Application/X-WWW-Form-Urlencoded; charset=UTF-8", 200_000)).toBe(200);
  expect(await statusOf("application/json", 32 * 1024)).toBe(200);
  expect(await statusOf("application/json", 32 * 1024 + 1)).toBe(413);
  expect(await statusOf("", 32 * 1024 + 1)).toBe(413);
  expect(await statusOf(" Multipart/form-data; boundary=x", 10)).toBe(415);
});
