import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { countTraffic, openSlowPhone } from "./phone.ts";
import { vitalsOf, watchVitals } from "./vitals.ts";

const clientFiles = join(import.meta.dirname, "../../build/client");

/** One visit to one page; times in ms, sizes in kB. */
export interface Visit {
  lcp: number;
  cls: number;
  /** The longest interaction; with fewer than 50 that is the INP. */
  inp: number;
  scriptKB: number;
  pageKB: number;
  requests: number;
}

/**
 * Loads a page on the slow phone until the network is idle, then does what people do on every page:
 * opens and closes the menu, searches, adds what can be added, opens the cart.
 */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const { page, cdp } = await openSlowPhone(browser);
  try {
    const traffic = countTraffic(cdp);
    const scripts = new Set<string>();
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
    });
    await watchVitals(page);
    await page.goto(url, { waitUntil: "networkidle" });
    const { lcp } = await vitalsOf(page);
    const { requests, bytes } = { ...traffic };
    const sizes = await Promise.all([...scripts].map(gzipSize));
    await interact(page);
    const { cls, interactions } = await vitalsOf(page);
    const scriptKB = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    const inp = Math.max(0, ...interactions);
    return { lcp, cls, inp, scriptKB, pageKB: bytes / 1000, requests };
  } finally {
    await page.context().close();
  }
}

async function interact(page: Page): Promise<void> {
  const bar = page.getByRole("banner");
  const menu = bar.locator("summary").filter({ hasText: "Menu" });
  await menu.tap();
  await menu.tap();
  await bar.getByRole("button", { name: "Search", exact: true }).tap();
  await page.getByRole("combobox", { name: "Search for products..." }).pressSequentially("rib");
  await page.getByRole("listbox", { name: "Products" }).getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  const add = page.getByRole("main").getByRole("button", { name: /to cart/i });
  if ((await add.count()) > 0) await add.first().tap();
  await bar.getByRole("button", { name: /^Cart/ }).tap();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** As compressed by the build; browsers that accept brotli download less. */
async function gzipSize(path: string): Promise<number> {
  return (await stat(join(clientFiles, `${path}.gz`))).size;
}
