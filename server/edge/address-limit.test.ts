import { Hono } from "hono";
import { expect, test } from "vitest";
import { addressLimit } from "./address-limit.ts";

const app = new Hono();
app.use(addressLimit);
app.all("*", (c) => c.text("matched"));

const statusOf = async (path: string) =>
  (await app.request(`http://shop.example.com${path}`)).status;

test("an address as long as the shop's longest is answered", async () => {
  expect(await statusOf("/")).toBe(200);
  expect(await statusOf(`/${"x".repeat(1_023)}`)).toBe(200);
  expect(await statusOf(`/${"x".repeat(1_023)}?${"y".repeat(12_287)}`)).toBe(200);
  expect(await statusOf(`${"/x".repeat(64)}?a=${"/".repeat(100)}`)).toBe(200);
});

test("a longer or deeper path or a longer query is refused before it is matched", async () => {
  expect(await statusOf(`/${"/".repeat(1_023)}x`)).toBe(414);
  expect(await statusOf(`/shop?${"y".repeat(12_288)}`)).toBe(414);
  expect(await statusOf("/x".repeat(65))).toBe(414);
  // An escaped question mark does not make a path shorter.
  expect(await statusOf(`/${"%3f".repeat(350)}`)).toBe(414);
});
