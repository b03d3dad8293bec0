import { stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { publicRoutes } from "../../tools/bench/public-routes.ts";
import { openShop, usedShop } from "./own-shop.ts";
import { visit } from "./visit.ts";

const client = join(import.meta.dirname, "../../build/client");

/** In bytes of gzipped JavaScript of a public page (docs/decisions/0003). */
const budget = 115_000;

/** In bytes of a public page's gzipped HTML (docs/decisions/0091). */
const pageBudget = 22_000;

test("no public page exceeds the JavaScript budget", async () => {
  const shop = await openShop(await usedShop());
  for (const route of publicRoutes) {
    const { text } = await visit(shop.url, route);
    const [, list = ""] = /for \(const href of (\[.*?\])\)/.exec(text) ?? [];
    const scripts = new Set<string>(JSON.parse(list));
    expect(scripts.size, route).toBeGreaterThan(5);
    const files = await Promise.all([...scripts].map((path) => stat(`${client}${path}.gz`)));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    expect(bytes, route).toBeLessThanOrEqual(budget);
  }
});

test("no public page exceeds the HTML budget, and each contains its styles", async () => {
  const shop = await openShop(await usedShop());
  for (const route of publicRoutes) {
    const { text } = await visit(shop.url, route);
    expect(text, route).toContain("<style ");
    expect(gzipSync(text, { level: 9 }).byteLength, route).toBeLessThan(pageBudget);
  }
});
