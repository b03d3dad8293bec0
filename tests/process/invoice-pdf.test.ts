import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { signedIn, visit } from "./visit.ts";

let shop: RunningShop;
let path: string;

beforeAll(async () => {
  shop = await startShop();
  const cookie = await signedIn(shop.url, shop.demo);
  const { text } = await visit(shop.url, "/dashboard/invoices", cookie);
  path = /href="(\/invoices\/[^"]+)"/.exec(text)?.[1] ?? "";
  expect(path).toMatch(/^\/invoices\/[\w-]{32}$/);
});
afterAll(() => shop.stop());

describe("anyone with the link", () => {
  test("gets the invoice as a PDF, to view or to save under its number", async () => {
    const response = await fetch(shop.url + path);
    expect(response.status).toBe(200);
    const pdf = await response.bytes();
    // A copy, since the reader detaches the buffer.
    const { text } = await extractText(pdf.slice(), { mergePages: true });
    const number = /Invoice (INV-\d{6})/.exec(text)?.[1];
    expect(text).toContain("Sample Bistro (demo)");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="invoice-${number}.pdf"`,
      "content-length": String(pdf.length),
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(await (await fetch(shop.url + path)).bytes()).toEqual(pdf);
  });

  test("may request only its headers", async () => {
    const response = await fetch(shop.url + path, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect((await response.bytes()).length).toBe(0);
  });

  test("can open it without the link appearing in the log", async () => {
    await visit(shop.url, path);
    await expect
      .poll(() => shop.log().map((line) => line.path), { timeout: 30_000 })
      .toContain("/invoices/*");
    expect(shop.stdout()).not.toContain(path.slice("/invoices/".length));
  });
});

describe("a guess", () => {
  test.each([
    ["another token", () => "/invoices/abcdefghijklmnopqrstuvwxyzABCDEF"],
    ["one letter more", () => `${path}A`],
    ["one letter less", () => path.slice(0, -1)],
    ["the other case", () => path.toUpperCase().replace("/INVOICES", "/invoices")],
    ["a number", () => "/invoices/INV-000001"],
    [
      "a pattern",
      () => "/invoices/%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25",
    ],
    ["an injection", () => `/invoices/${encodeURIComponent("' or '1'='1' or '1'='1")}`],
    ["a zero byte", () => `${path}%00`],
    ["a way out of the folder", () => "/invoices/..%2f..%2fserver.ts"],
    ["a novel", () => `/invoices/${"x".repeat(1000)}`],
  ])("gets the site's own page: %s", async (_, guess) => {
    const response = await fetch(shop.url + guess());
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("x-robots-tag")).toContain("noindex");
    expect(await response.text()).toContain("Page not found");
  });

  test("changes nothing by another method", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const response = await fetch(shop.url + path, { method, headers: { origin: shop.url } });
      expect(response.headers.get("content-type")).not.toBe("application/pdf");
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  });
});
