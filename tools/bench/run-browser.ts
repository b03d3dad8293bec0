import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { browserLaunch } from "#tests/setup/browser.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { machine, writeFigures } from "./figures.ts";
import { clickToPaint } from "./parts/click.ts";
import { driversPage } from "./parts/driver.ts";
import { publicRoutes } from "./public-routes.ts";
import { asMarkdown, figure, median, type Section } from "./section.ts";
import { type Visit, visit } from "./visit.ts";

/**
 * Measures pages on a slow phone, a click and the driver's page in a real browser:
 * `npm run bench:browser`, or only some pages with `npm run bench:browser -- / /shop`. `--runs=1`
 * gives a quick look; `--write` writes the results to docs/benchmarks.md.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5" },
    write: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const routes = positionals.length > 0 ? positionals : publicRoutes;

const shop = await startShop();
const { launchOptions } = await browserLaunch();
const browser = await chromium.launch(launchOptions);
try {
  // Warm-up: the first request creates an image's variants, which is not typical.
  for (const route of routes) await visit(browser, shop.url + route);
  const sections = [await phone(browser), await click(browser), await driversPage(browser, runs)];
  process.stdout.write(`${machine()}\n\n${sections.map(asMarkdown).join("\n\n")}\n`);
  if (values.write) await writeFigures("browser", sections);
} finally {
  await browser.close();
  await shop.stop();
}

async function phone(browser: Browser): Promise<Section> {
  const rows: string[][] = [];
  for (const route of routes) {
    const visits: Visit[] = [];
    while (visits.length < runs) visits.push(await visit(browser, shop.url + route));
    const middle = (of: keyof Visit) => median(visits.map((one) => one[of]));
    rows.push([
      `\`${route}\``,
      (middle("lcp") / 1000).toFixed(2),
      middle("cls").toFixed(3),
      middle("inp").toFixed(0),
      middle("scriptKB").toFixed(1),
      middle("pageKB").toFixed(0),
      middle("requests").toFixed(0),
    ]);
  }
  return {
    title: "Pages on a slow phone",
    head: ["page", "LCP s", "CLS", "INP ms", "JavaScript kB gzip", "all kB", "requests"],
    rows: [["goal", "≤ 0.80", "0.000", "≤ 100", "≤ 125", "", ""], ...rows],
    notes: [
      `412 × 823 at 1.75, processor 4 times slower, 150 ms, 1.6 Mbps down, 750 kbps up; each visit in a context of its own; medians of ${runs}.`,
      "The visit: menu open and shut, three letters into the search, add to cart where one can, cart open and shut.",
      "Kilobytes and requests until the network is quiet, before anything is touched; “all” as they came over the line.",
    ],
  };
}

async function click(browser: Browser): Promise<Section> {
  const times: number[] = [];
  while (times.length < runs) times.push(await clickToPaint(browser, shop.url));
  return {
    title: "From a click on a product to its page",
    head: ["", "ms"],
    rows: [
      ["goal", "≤ 100"],
      [`median of ${runs}, unthrottled`, figure(median(times))],
    ],
  };
}
