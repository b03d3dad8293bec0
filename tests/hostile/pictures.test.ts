import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureLimits } from "#app/domain/pictures/upload/decoder-limits.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { hugeClaim, sampleJpeg, slowJpeg, slowSvg } from "#tests/setup/images/sample-images.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { scaled } from "./scale.ts";

// A client sends images that keep a decoder busy for minutes, while others must not wait for them.

let shop: RunningShop;
let client: string;
let admin: string;
beforeAll(async () => {
  shop = await startShop({ DEMO: "1" });
  client = await enter(shop.url, shop.demo);
  admin = await enter(shop.url, shop.admin);
});
afterAll(() => shop.stop());

const post = (path: string, cookie: string, body: Uint8Array | string) =>
  fetch(shop.url + path, {
    method: "POST",
    body: typeof body === "string" ? body : new Uint8Array(body),
    headers: { cookie, origin: shop.url },
  });
const photo = (body: Uint8Array) => post(`/dashboard/attachments/${randomUUID()}`, client, body);

test("refuses slow images in time, and neither pages nor other files wait for them", async () => {
  // Each keeps a decoder busy for more than a minute.
  const bombs = Array.from({ length: scaled(2, 6) }, () => slowJpeg(7_000, 15_000));
  const began = performance.now();
  let isOver = false;
  const sent = Promise.all(bombs.map(photo)).finally(() => {
    isOver = true;
  });
  const product = /\/photos\/[^" ]+\/320\.webp[^" ]*/.exec(
    await (await ask(shop.url, "/shop")).text(),
  );
  const pages = ["/", "/shop", "/login", "/readyz", product?.[0].replaceAll("&amp;", "&") ?? ""];
  for (const page of pages) expect((await ask(shop.url, page)).status, page).toBe(200);
  const csv = "Name,Price per lb (CAD)\nSample cut,12.50\n";
  const files = await post("/api/import-files?kind=products&name=cuts.csv", admin, csv);
  expect(files.status).toBe(201);
  expect(isOver).toBe(false);

  const answers = await sent;
  expect(performance.now() - began).toBeLessThan((pictureLimits.time + 5_000) * bombs.length);
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toContain("takes too long");
  }
  expect((await photo(await sampleJpeg())).status).toBe(201);
});

test("refuses invalid and oversized images before decoding them", async () => {
  const polyglots = ["GIF89a", "\x89PNG\r\n\x1a\n", "RIFF\0\0\0\0WEBP", "\xff\xd8\xff\xe0"].map(
    (head) => Buffer.concat([Buffer.from(head, "latin1"), slowSvg()]),
  );
  for (const file of [slowSvg(), hugeClaim(), ...polyglots]) {
    const began = performance.now();
    expect((await photo(file)).status).toBe(400);
    expect(performance.now() - began).toBeLessThan(5_000);
  }
});

test("logs no error of the shop", () => {
  expect(shop.log().filter(({ level }) => level >= 50)).toEqual([]);
  expect(shop.stderr()).toBe("");
});
