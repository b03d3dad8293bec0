import { stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { browserLaunch } from "#tests/setup/browser.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { publicRoutes } from "../public-routes.ts";

/**
 * Prints the gzip download size of each public route, loaded in a real browser until the network is
 * idle: `npm run bench:weight`. The budget is JavaScript ≤ 115 kB (docs/decisions/0003) and HTML
 * < 22 kB (docs/decisions/0091).
 */

const client = join(import.meta.dirname, "../../../build/client");
const budget = 115;

const shop = await startShop();
const { launchOptions } = await browserLaunch();
const browser = await chromium.launch(launchOptions);
let heaviest = 0;
process.stdout.write(
  "route                              script kB   style kB   fonts kB   page kB\n",
);
for (const route of publicRoutes) {
  const page = await browser.newPage();
  const loaded = new Map<string, string>();
  page.on("request", (request) => loaded.set(request.url(), request.resourceType()));
  await page.goto(shop.url + route, { waitUntil: "networkidle" });
  const html = await (await fetch(shop.url + route)).text();
  const kB = { script: 0, stylesheet: 0, font: 0 };
  for (const [url, type] of loaded) {
    if (type === "script" || type === "stylesheet") kB[type] += await size(`${pathOf(url)}.gz`);
    if (type === "font") kB.font += await size(pathOf(url));
  }
  heaviest = Math.max(heaviest, kB.script);
  const columns = [
    kB.script,
    kB.stylesheet,
    kB.font,
    gzipSync(html, { level: 9 }).byteLength / 1000,
  ];
  process.stdout.write(
    `${route.padEnd(32)}${columns.map((n) => n.toFixed(1).padStart(11)).join("")}\n`,
  );
  await page.close();
}
process.stdout.write(`\nheaviest ${heaviest.toFixed(1)} kB of script, budget ${budget} kB\n`);
await browser.close();
await shop.stop();

function pathOf(url: string) {
  return join(client, new URL(url).pathname);
}

async function size(file: string) {
  return (await stat(file)).size / 1000;
}
