import { eq, inArray } from "drizzle-orm";
import { openPostgres } from "#db/postgres.ts";
import { user } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { runOnServer } from "#tests/setup/servers/server-database.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { behindProxy, someAddress } from "../crowd.ts";
import { fillBooks, rareProduct } from "../fill.ts";
import { emptyPlace, furnish, type Person, type Place } from "../place.ts";
import { figure, median, type Section } from "../section.ts";

const times = 1000;

interface Sized {
  place: Place;
  shop: RunningShop;
  admin: Person;
  client: Person;
  orderId: string;
}

interface Asked {
  name: string;
  path: (shop: Sized) => string;
  by?: "admin" | "client";
}

const asked: Asked[] = [
  { name: "product page, nothing in memory", path: () => "/shop/loin/striploin-steak?x=1" },
  { name: "search, common word (5 rows)", path: () => "/api/search?q=steak" },
  {
    name: "search, rare word (1 row)",
    path: () => `/api/search?q=${encodeURIComponent(rareProduct)}`,
  },
  { name: "owner: orders (50 rows)", path: () => "/admin/orders", by: "admin" },
  { name: "owner: pending orders", path: () => "/admin/orders?status=pending", by: "admin" },
  { name: "owner: orders of one company", path: () => "/admin/orders?q=buyer-7%40", by: "admin" },
  { name: "owner: one order", path: ({ orderId }) => `/admin/orders/${orderId}`, by: "admin" },
  { name: "owner: invoices (50 rows)", path: () => "/admin/invoices", by: "admin" },
  { name: "owner: clients", path: () => "/admin/clients", by: "admin" },
  { name: "owner: overview", path: () => "/admin", by: "admin" },
  { name: "client: own orders (50 rows)", path: () => "/dashboard/orders", by: "client" },
  { name: "client: home", path: () => "/dashboard", by: "client" },
];

/** Measures the same pages on small books and on a thousand times as large ones. */
export async function scale(serverUrl: string | undefined, seconds: number): Promise<Section[]> {
  const title = `Books ${times.toLocaleString("en-CA")} times as large`;
  const head = ["page", "42 products, 1,000 orders: ms", "42,000, 1,000,000: ms", "times as long"];
  if (!serverUrl) {
    return [{ title, head, rows: [], notes: ["PostgreSQL is not installed here: not measured."] }];
  }
  const small = await sizedShop(serverUrl, 1);
  const large = await sizedShop(serverUrl, times);
  const rows: string[][] = [];
  try {
    for (const page of asked) {
      const [one, thousand] = await timesOf(page, small, large, seconds * 1000);
      rows.push([page.name, figure(one), figure(thousand), (thousand / one).toFixed(2)]);
    }
  } finally {
    for (const { shop, place } of [small, large]) {
      await shop.stop();
      await place.remove();
    }
  }
  const notes = [
    "Median of what one visitor waits, both shops asked in turn; the catalogue's memory is dropped before each product page.",
    "Pages that list every product (`/shop`, a category, `/admin/products`, the sitemap) show a thousand times the rows, and take accordingly longer: they are not compared.",
  ];
  return [{ title, head, rows, notes }];
}

async function sizedShop(serverUrl: string, size: number): Promise<Sized> {
  const place = await emptyPlace(serverUrl);
  const { admin, clients } = await furnish(place, 1, async () => {});
  const [client] = clients;
  if (!client) throw new Error("There is no client");
  const databaseUrl = place.settings.DATABASE_URL ?? "";
  const { db, close } = await openPostgres({ databaseUrl, log: silentLog, queryTimeout: 0 });
  try {
    await fillBooks(db, size);
    // The signed-in client takes over another client's orders: as many as everybody has.
    const buyer = db
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, "buyer-8@example.com"));
    const taken = { customerId: client.userId, shipToId: null };
    await db.update(orders).set(taken).where(inArray(orders.customerId, buyer));
    const [order] = await db.select({ id: orders.id }).from(orders).limit(1);
    const shop = await startShop({ ...place.settings, ...behindProxy });
    return { place, shop, admin, client, orderId: order?.id ?? "" };
  } finally {
    await close();
  }
}

async function timesOf(page: Asked, small: Sized, large: Sized, forMs: number) {
  const waited: [number[], number[]] = [[], []];
  const end = performance.now() + forMs;
  for (let round = 0; round < 6 || performance.now() < end; round++) {
    for (const [index, shop] of [small, large].entries()) {
      const ms = await timeOf(page, shop);
      // Discard the first measurements, before warm-up.
      if (round >= 3) waited[index]?.push(ms);
    }
  }
  return [median(waited[0]), median(waited[1])] as const;
}

async function timeOf({ path, by }: Asked, sized: Sized): Promise<number> {
  const { shop, place } = sized;
  if (!by)
    await runOnServer(place.settings.DATABASE_URL ?? "", "notify catalog_changed, 'products'");
  const headers = { ...someAddress(), cookie: by ? sized[by].cookie : "" };
  const begin = performance.now();
  const answer = await fetch(shop.url + path(sized), { headers, redirect: "manual" });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path(sized)} answered ${answer.status}`);
  return performance.now() - begin;
}
