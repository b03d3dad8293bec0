import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { browserLaunch } from "#tests/setup/browser.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { fillLargeShop, type LargeShop, priceLists } from "../catalogue-shop.ts";
import { openSlowPhone } from "../phone.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, median, type Section } from "../section.ts";
import { vitalsOf, watchVitals } from "../vitals.ts";

interface Filled extends LargeShop {
  shop: RunningShop;
  admin: Person;
  client: Person;
}

interface Asked {
  name: string;
  path: (shop: Filled) => string;
  by?: "admin" | "client";
}

const asked: Asked[] = [
  { name: "the shop", path: () => "/shop?x=1" },
  { name: "a category", path: () => "/shop/loin?x=1" },
  { name: "search, common word", path: () => "/search?q=steak" },
  { name: "a cart refreshed (100 products)", path: ({ inCart }) => `/api/cart?ids=${inCart}` },
  { name: "sitemap", path: () => "/sitemap.xml" },
  { name: "client: home", path: () => "/dashboard", by: "client" },
  { name: "client: order form", path: () => "/dashboard/place-order", by: "client" },
  { name: "the same, its data alone", path: () => "/dashboard/place-order.data", by: "client" },
  {
    name: "client: order again (40 lines)",
    path: ({ orderId }) => `/dashboard/place-order?again=${orderId}`,
    by: "client",
  },
  { name: "client: price list (PDF)", path: () => "/dashboard/prices.pdf", by: "client" },
  { name: "staff: overview", path: () => "/admin", by: "admin" },
  {
    name: "staff: order form",
    path: ({ client }) => `/admin/orders/new/${client.userId}`,
    by: "admin",
  },
  { name: "staff: products", path: () => "/admin/products", by: "admin" },
  { name: "staff: prices", path: () => "/admin/prices", by: "admin" },
  {
    name: "staff: a client's prices",
    path: ({ client }) => `/admin/clients/${client.userId}/prices`,
    by: "admin",
  },
  { name: "export: products", path: () => "/admin/exports/products.csv", by: "admin" },
  { name: "export: prices", path: () => "/admin/exports/prices.csv", by: "admin" },
];

/** Screens in a browser, and the interaction measured there. */
interface Screen extends Asked {
  device: "phone" | "computer";
  box: string;
}

const form = { path: () => "/dashboard/place-order", by: "client" as const };
const pounds = "main li input[inputmode]";
const screens: Screen[] = [
  { name: "the shop", path: () => "/shop", device: "phone", box: "main a[href^='/shop/']" },
  { name: "client: order form", ...form, device: "phone", box: pounds },
  { name: "client: order form", ...form, device: "computer", box: pounds },
  {
    name: "staff: order form",
    path: ({ client }) => `/admin/orders/new/${client.userId}`,
    by: "admin",
    device: "computer",
    box: pounds,
  },
  {
    name: "staff: prices",
    path: () => "/admin/prices",
    by: "admin",
    device: "computer",
    box: "input[data-cell]",
  },
  {
    name: "staff: a client's prices",
    path: ({ client }) => `/admin/clients/${client.userId}/prices`,
    by: "admin",
    device: "computer",
    box: "main input[name=q]",
  },
];

const runs = 5;

/** Measures every page that lists products, in a shop with 1,000 of them and 100 price lists. */
export async function catalogue(places: Place[]): Promise<Section[]> {
  const pages: string[][] = [];
  const seen: string[][] = [];
  for (const place of places) {
    let large: LargeShop | undefined;
    const { admin, clients } = await furnish(place, 1, async (db, [client]) => {
      if (client) large = await fillLargeShop(db, client);
    });
    const [client] = clients;
    if (!client || !large) throw new Error("The shop is empty");
    const shop = await startShop({ ...place.settings });
    const { launchOptions } = await browserLaunch();
    const browser = await chromium.launch(launchOptions);
    try {
      const filled = { ...large, shop, admin, client };
      for (const page of asked) pages.push(await weigh(page, filled));
      for (const screen of screens) seen.push(await look(browser, screen, filled));
    } finally {
      await browser.close();
      await shop.stop();
    }
  }
  return [
    {
      title: "1,000 products: what is sent",
      head: ["page", "ms", "kB sent", "kB unpacked"],
      rows: pages,
      notes: [
        `1,009 products, 241 clients, 24,000 orders, ${priceLists} price lists with every product, delivery every day; the client has two lists, of which the first ends in five days, and 20 own prices. Medians of ${runs}, one visitor, nothing of the storefront's pages from memory.`,
      ],
    },
    {
      title: "1,000 products: in a browser",
      head: ["page", "on", "usable after s", "interaction ms", "elements"],
      rows: seen,
      notes: [
        "A slow phone as in “Pages on a slow phone”, or a computer without limits; medians of three. Usable: the page is hydrated and its first box can be typed into. The interaction is the longest while four keys are typed into it, or with a card's link in focus.",
      ],
    },
  ];
}

async function weigh({ name, path, by }: Asked, filled: Filled): Promise<string[]> {
  const cookie = by ? filled[by].cookie : "";
  const waited: number[] = [];
  let sizes: number[] = [];
  for (let round = -2; round < runs; round++) {
    const begin = performance.now();
    const body = await packed(filled.shop.url + path(filled), cookie);
    if (round >= 0) waited.push(performance.now() - begin);
    sizes = [body.sent, body.unpacked];
  }
  return [name, figure(median(waited)), ...sizes.map((size) => figure(size / 1000))];
}

function packed(url: string, cookie: string): Promise<{ sent: number; unpacked: number }> {
  return new Promise((done, failed) => {
    get(url, { headers: { cookie, "accept-encoding": "gzip" } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        if (answer.statusCode !== 200) failed(new Error(`${url} answered ${answer.statusCode}`));
        const body = Buffer.concat(chunks);
        const isPacked = answer.headers["content-encoding"] === "gzip";
        done({ sent: body.length, unpacked: isPacked ? gunzipSync(body).length : body.length });
      });
    }).on("error", failed);
  });
}

/** Measures the wait until the page's first field takes input, and the wait for that input. */
async function look(browser: Browser, screen: Screen, filled: Filled): Promise<string[]> {
  const visits: { usable: number; interaction: number; elements: number }[] = [];
  while (visits.length < 4) visits.push(await visit(browser, screen, filled));
  // Discard the first one, which warms the caches of both sides.
  const middle = (of: keyof (typeof visits)[number]) => median(visits.slice(1).map((it) => it[of]));
  return [
    screen.name,
    screen.device,
    (middle("usable") / 1000).toFixed(2),
    middle("interaction").toFixed(0),
    middle("elements").toLocaleString("en-CA"),
  ];
}

async function visit(browser: Browser, { path, by, device, box }: Screen, filled: Filled) {
  const page =
    device === "phone"
      ? (await openSlowPhone(browser)).page
      : await (await browser.newContext()).newPage();
  try {
    const { url } = filled.shop;
    const [name = "", value = ""] = (by ? filled[by].cookie : "").split("=");
    if (name) await page.context().addCookies([{ name, value, url }]);
    await watchVitals(page);
    const begin = performance.now();
    await page.goto(url + path(filled), { waitUntil: "commit" });
    const first = page.locator(box).first();
    await first.waitFor({ timeout: 60_000 });
    // React marks what it has hydrated.
    await page.waitForFunction(
      (selector) => {
        const found = document.querySelector(selector);
        return found && Object.keys(found).some((key) => key.startsWith("__reactProps"));
      },
      box,
      { timeout: 60_000 },
    );
    const usable = performance.now() - begin;
    await page.waitForLoadState("load");
    await first.focus();
    await page.keyboard.type("12.5");
    const { interactions } = await vitalsOf(page);
    const elements = await page.evaluate(() => document.querySelectorAll("*").length);
    return { usable, interaction: Math.max(0, ...interactions), elements };
  } finally {
    await page.context().close();
  }
}
