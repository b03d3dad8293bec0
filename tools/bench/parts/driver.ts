import type { Browser } from "@playwright/test";
import { administrator } from "#tests/e2e/client-area.ts";
import { makeRun } from "#tests/e2e/driver/driver-page.ts";
import { openShopWithin } from "#tests/setup/shops/shop-within.ts";
import { countTraffic, openSlowPhone } from "../phone.ts";
import { median, type Section } from "../section.ts";
import { vitalsOf, watchVitals } from "../vitals.ts";

const stops = 60;

/** Measures the driver's page for a run of 60 stops on the slow phone, online and offline. */
export async function driversPage(browser: Browser, visits: number): Promise<Section> {
  const shop = await openShopWithin();
  try {
    const run = await makeRun(shop.db, await administrator(shop), stops);
    const url = shop.url + run.path;
    await visitRun(browser, url);
    const seen: Awaited<ReturnType<typeof visitRun>>[] = [];
    while (seen.length < visits) seen.push(await visitRun(browser, url));
    const middle = (of: keyof (typeof seen)[number]) => median(seen.map((one) => one[of]));
    return {
      title: "The driver's page on a slow phone",
      head: ["", "stops seen s", "kept s", "all kB", "again, without network s"],
      rows: [
        ["goal", "≤ 1.00", "", "", "≤ 1.00"],
        [
          `${stops} stops`,
          (middle("seen") / 1000).toFixed(2),
          (middle("kept") / 1000).toFixed(2),
          middle("kB").toFixed(0),
          (middle("again") / 1000).toFixed(2),
        ],
      ],
      notes: [
        `The phone above; medians of ${visits}. Seen: the largest part of the list is painted. Kept: everything is on the phone, and it needs no network from then on.`,
      ],
    };
  } finally {
    await shop.stop();
  }
}

async function visitRun(browser: Browser, url: string) {
  const { page, cdp } = await openSlowPhone(browser);
  try {
    const traffic = countTraffic(cdp);
    await watchVitals(page);
    const start = performance.now();
    await page.goto(url);
    await page.getByText("works without network").waitFor();
    const kept = performance.now() - start;
    const { lcp: seen } = await vitalsOf(page);
    const kB = traffic.bytes / 1000;
    await page.context().setOffline(true);
    const offline = performance.now();
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("link", { name: "Sample Kitchen 60" }).waitFor();
    return { seen, kept, kB, again: performance.now() - offline };
  } finally {
    await page.context().close();
  }
}
