import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter } from "#tests/setup/browserless.ts";
import { type RawRequest, sendRaw } from "#tests/setup/raw-request.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// Compares the CPU cost of requests crafted to be expensive in the shop's one thread with that of
// an ordinary client page. tests/linear-time.test.ts covers parsers of single texts.

/** A request may cost this many ordinary pages, since its answer may be a page itself. */
const allowance = 3;

let shop: ShopWithin;
let cookie: string;
let honest: number;
beforeAll(async () => {
  shop = await openShopWithin();
  cookie = await enter(shop.url, shop.demo);
  const page = get("/dashboard/place-order");
  // Warms up: the first pages cost more.
  for (let time = 0; time < 5; time += 1) await costOf(page);
  honest = await leastCostOf(page, 5);
});
afterAll(() => shop.stop());

function get(path: string, headers: Record<string, string> = {}): RawRequest {
  return { method: "GET", path, headers: { cookie, ...headers }, body: Buffer.alloc(0) };
}

function post(path: string, text: string, type = "application/x-www-form-urlencoded"): RawRequest {
  const body = Buffer.from(text);
  const said = { "content-type": type, "content-length": `${body.length}` };
  return { method: "POST", path, headers: { cookie, origin: shop.url, ...said }, body };
}

/** Returns the CPU time until a request is answered or its connection is cut (ms). */
async function costOf(request: RawRequest): Promise<number> {
  await setTimeout(5);
  const before = process.cpuUsage();
  await sendRaw(shop.url, request).catch(() => undefined);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function leastCostOf(request: RawRequest, times: number): Promise<number> {
  const costs = [];
  for (let time = 0; time < times; time += 1) costs.push(await costOf(request));
  return Math.min(...costs);
}

async function expectCheap(request: RawRequest) {
  for (const times of [1, 3, 10]) {
    if ((await leastCostOf(request, times)) <= allowance * honest) return;
  }
  expect.fail(`costs more than ${allowance} honest pages`);
}

const fields = (count: number) =>
  Array.from({ length: count }, (_, field) => `quantity.${field}=1`).join("&");

const json = "application/json";
const order = "/dashboard/place-order";

const forms: [string, () => RawRequest][] = [
  ["more fields than a form may have", () => post(order, fields(16_000))],
  ["as many lines as a form may have", () => post(order, fields(2_000))],
  ["the same, sent to be placed", () => post("/api/orders", fields(2_000))],
  ["nothing but separators", () => post("/login", "&".repeat(250_000))],
  ["a weight of zeros", () => post(order, `quantity.1=${"0".repeat(250_000)}x`)],
  ["a weight of thousands", () => post(order, `quantity.1=${"1%2C000".repeat(30_000)}x`)],
  ["notes of line breaks", () => post(order, `intent=pick&notes=${"%0D".repeat(80_000)}`)],
  ["a message of spaces", () => post("/contact", `message=${"+".repeat(250_000)}x`)],
  ["a message of broken escapes", () => post("/contact", `message=${"%".repeat(250_000)}`)],
  ["an endless telephone number", () => post("/wholesale", `phone=${"1".repeat(250_000)}`)],
  ["an endless email address", () => post("/login", `email=${"a.".repeat(120_000)}@&password=x`)],
  ["an endless password", () => post("/login", `email=a@b.ca&password=${"é".repeat(80_000)}`)],
  ["nested JSON", () => post("/api/auth/sign-in/email", "[".repeat(250_000), json)],
  ["JSON as long as it may be", () => post("/api/auth/sign-in/email", "[".repeat(32_768), json)],
  [
    "a multipart form of many parts",
    () => {
      const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
      return post("/api/orders", part.repeat(4_000), "multipart/form-data; boundary=x");
    },
  ],
];

const addresses: [string, () => RawRequest][] = [
  ["a path of slashes", () => get(`${"/".repeat(15_000)}x`)],
  ["a path as deep as it may be", () => get("/a".repeat(64))],
  ["a deeper path", () => get("/a".repeat(512))],
  ["a query of separators", () => get(`/search?${"&".repeat(8_000)}`)],
  ["a search of spaces", () => get(`/search?q=${"+".repeat(8_000)}x`)],
  ["a cart of ids", () => get(`/api/cart?ids=${`${crypto.randomUUID()},`.repeat(215)}`)],
  ["a cart of commas", () => get(`/api/cart?ids=${",".repeat(8_000)}`)],
  ["a cursor", () => get(`/dashboard/orders?before=${"_".repeat(8_000)}`)],
  ["an address to go to next", () => get(`/login?next=/${"/.".repeat(4_000)}`)],
  ["a list of routes", () => get(`/search.data?q=a&_routes=${"a,".repeat(4_000)}`)],
  ["a manifest of many paths", () => get(`/__manifest?paths=${"/a,".repeat(2_600)}`)],
];

const headers: [string, () => RawRequest][] = [
  ["cookies", () => get("/dashboard", { cookie: "a=b;".repeat(3_700) })],
  ["a cookie of spaces", () => get("/dashboard", { cookie: `${" ".repeat(14_000)}x` })],
  ["encodings", () => get("/search?q=a", { "accept-encoding": "br;q=0,".repeat(2_000) })],
  ["an encoding of spaces", () => get("/shop", { "accept-encoding": `br${" ".repeat(14_000)}x` })],
  ["types", () => get("/search?q=a", { accept: "a/b;q=1,".repeat(1_800) })],
  ["addresses", () => get("/search?q=a", { "x-forwarded-for": "1,".repeat(7_000) })],
  ["ranges", () => get("/photos/products/x.webp", { range: `bytes=${"1-,".repeat(4_500)}` })],
  ["tags", () => get("/shop", { "if-none-match": 'W/"x",'.repeat(2_000) })],
  ["a content type", () => post("/contact", "a=1", `text/plain;${" ".repeat(14_000)}x`)],
];

test.each([...forms, ...addresses, ...headers])("%s cost no more than pages", async (_, make) => {
  await expectCheap(make());
});

test("a body of single bytes costs no more than pages", async () => {
  const head = [
    "POST /contact HTTP/1.1",
    ...["Host: localhost", `Origin: ${shop.url}`, "Transfer-Encoding: chunked"],
    "Content-Type: application/x-www-form-urlencoded",
  ].join("\r\n");
  const sent = `${head}\r\n\r\n${"1\r\nx\r\n".repeat(60_000)}0\r\n\r\n`;
  const costs = [];
  for (let time = 0; time < 5; time += 1) {
    const before = process.cpuUsage();
    const connection = connect(Number(new URL(shop.url).port), "127.0.0.1");
    connection.on("error", () => undefined).resume();
    connection.write(sent);
    await once(connection, "close");
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  expect(Math.min(...costs)).toBeLessThanOrEqual(allowance * honest);
});
