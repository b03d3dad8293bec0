import { randomUUID } from "node:crypto";
import { type ClientRequest, request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { mostEntries } from "#app/domain/documents/statements/statement-days.ts";
import { searchPace } from "#app/domain/limits/pace-limit.ts";
import { exportsAtOnce } from "#app/domain/limits/rate-limits.ts";
import { printLimits } from "#app/domain/papers/printing.ts";
import { maxUploadBytes, uploadLimits } from "#app/domain/pictures/upload/upload-limits.ts";
import { openPostgres } from "#db/postgres.ts";
import { pageLoad } from "#server/edge/dear-routes.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { stockManyOrders } from "#tests/setup/tables/many-orders.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { scaled } from "./scale.ts";

// Each expensive route of server/edge/dear-routes.ts at its limit, from one address and all at
// once: what is accepted, what is refused, and that another visitor's pages arrive in the meantime.

const { firstDays, serverUrl } = inject("processTest");
const attacker = { "x-forwarded-for": "198.51.100.7" };
const visitor = { "x-forwarded-for": "203.0.113.9" };
const statement = "/dashboard/invoices/statement.pdf";

let shop: RunningShop;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
let admin: string;
let client: string;
const begun: ClientRequest[] = [];

beforeAll(async () => {
  database = await createServerDatabase(serverUrl, firstDays["by address"].database);
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: authSecret, DEMO: "1" };
  shop = await startShop({ ...settings, TRUST_PROXY: "127.0.0.1,::1" });
  // Far more than is buffered for a client that doesn't read.
  await stockManyOrders({ ...settings, DATA_DIR: shop.dataDir }, scaled(4_000, 9_200), 5_000);
  await chargeOften(mostEntries);
  admin = await enter(shop.url, shop.admin);
  client = await enter(shop.url, shop.demo);
});
afterAll(async () => {
  for (const one of begun) one.destroy();
  await shop.stop();
  await database.drop();
});

/** Makes the sample client's statement as long as allowed, and a day longer. */
async function chargeOften(times: number): Promise<void> {
  const { db, close } = await openPostgres({ databaseUrl: database.url, log: silentLog });
  await db.execute(sql`
    insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, note)
    select (select customer_id from documents limit 1), 'adjustment', 100,
      '2020-01-02'::date - (number > ${times}::int)::int, '2020-01-03', 'Crate'
    from generate_series(1, ${times + 1}::int) as number`);
  await close();
}

interface Sent {
  cookie?: string;
  path: string;
  /** Sent with a POST, except for its last byte. */
  unfinished?: Buffer;
}

/** Sends a request and doesn't read the answer, which stays open while its connection does. */
function begin({ cookie = "", path, unfinished }: Sent): Promise<number> {
  const length = unfinished && { "content-length": String(unfinished.length + 1) };
  const asked = request(shop.url + path, {
    method: unfinished ? "POST" : "GET",
    headers: { cookie, origin: shop.url, ...attacker, ...length },
    agent: false,
  });
  begun.push(asked);
  const answered = new Promise<number>((resolve) => {
    asked.once("response", ({ statusCode = 0 }) => resolve(statusCode));
    asked.on("error", () => resolve(0));
  });
  if (!unfinished) {
    asked.end();
    return answered;
  }
  const written = new Promise<number>((done) => asked.write(unfinished, () => done(100)));
  return Promise.race([answered, written]);
}

const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work));
const count = (statuses: number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

test("refuses requests over the limits of several routes concurrently, while a visitor's pages arrive", async () => {
  let isOver = false;
  const exported = times(exportsAtOnce.account + 4, () =>
    begin({ cookie: admin, path: "/admin/exports/orders.csv" }),
  );
  const file = Buffer.alloc(maxUploadBytes - 1, 1);
  const uploaded = times(uploadLimits.inFlight.account / maxUploadBytes + 4, () =>
    begin({ cookie: client, path: `/dashboard/attachments/${randomUUID()}`, unfinished: file }),
  );
  const longest = `${statement}?from=2020-01-02&to=2020-01-02`;
  const printed = times(printLimits.inLine.account + 20, async () => {
    const answer = await ask(shop.url, longest, { cookie: client, headers: attacker });
    await answer.body?.cancel();
    return answer.status;
  }).finally(() => {
    isOver = true;
  });
  const began = performance.now();
  let searchedFor = 0;
  const searched = times(searchPace.atOnce + 50, async () => {
    const answer = await ask(shop.url, "/api/search?q=loin", { headers: attacker });
    await answer.body?.cancel();
    return answer.status;
  }).finally(() => {
    searchedFor = (performance.now() - began) / 1_000;
  });

  for (const page of ["/", "/shop", "/login", "/search?q=rib", "/shop?x=1"]) {
    const { status } = await ask(shop.url, page, { headers: visitor });
    expect(status, page).toBe(200);
    expect(isOver, page).toBe(false);
  }
  // The others stay open, unread, until the test releases them.
  expect(count(await exported, 200)).toBe(exportsAtOnce.account);
  expect(count(await exported, 429)).toBe(4);
  expect(count(await uploaded, 429)).toBe(4);
  const papers = await printed;
  expect(count(papers, 200)).toBeGreaterThanOrEqual(printLimits.inLine.account);
  expect(count(papers, 200) + count(papers, 429)).toBe(papers.length);
  expect(count(papers, 429)).toBeGreaterThan(0);
  const searches = await searched;
  expect(count(searches, 200)).toBeGreaterThan(0);
  const refused = count(searches, 429) + count(searches, 503);
  expect(count(searches, 200) + refused).toBe(searches.length);
  // On a slow machine, the rate limit allows more of them.
  const allowed = searchPace.atOnce + searchPace.perSecond * searchedFor;
  expect(count(searches, 200)).toBeLessThanOrEqual(Math.ceil(allowed));
});

test("refuses charts and import previews when their queue is full, while a visitor's page arrives", async () => {
  const csv = Buffer.from(`Name,Price per lb (CAD)\n${"Sample cut,12.50\n".repeat(2_000)}`);
  const sent = await fetch(`${shop.url}/api/import-files?kind=products&name=cuts.csv`, {
    method: "POST",
    body: csv,
    headers: { cookie: admin, origin: shop.url },
  });
  expect(sent.status).toBe(201);
  const { to } = await sent.json();
  const asked = ["/admin", to].map((path) =>
    times(pageLoad.atOnce + pageLoad.waiting, async () => {
      const answer = await ask(shop.url, path, { cookie: admin, headers: attacker });
      await answer.body?.cancel();
      return answer.status;
    }),
  );
  const visited = await ask(shop.url, "/shop?x=2", { headers: visitor });
  expect(visited.status).toBe(200);
  const answers = (await Promise.all(asked)).flat();
  expect(count(answers, 200)).toBeGreaterThan(0);
  expect(count(answers, 503)).toBeGreaterThan(0);
  expect(count(answers, 200) + count(answers, 503)).toBe(answers.length);
});

test("a place is free again once its request ends", async () => {
  for (const one of begun.splice(0)) one.destroy();
  const again = async () => {
    const headers = attacker;
    const answer = await ask(shop.url, "/admin/exports/products.csv", { cookie: admin, headers });
    await answer.body?.cancel();
    return answer.status;
  };
  await expect.poll(again).toBe(200);
});

test("refuses a statement too long for a PDF, and offers shorter ones, without reading it", async () => {
  const answer = await ask(shop.url, `${statement}?from=2020-01-01&to=2020-12-31`, {
    cookie: client,
  });
  expect(answer.status).toBe(303);
  const papers = new URL(answer.headers.get("location") ?? "", shop.url + statement);
  expect(papers.pathname).toBe("/dashboard/invoices/statement");
  const page = await ask(shop.url, papers.pathname + papers.search, { cookie: client });
  expect(page.status).toBe(200);
  const html = await page.text();
  // A form beside them asks for other days, and last month's are offered.
  const links = [...html.matchAll(/href="([^"]*statement\.pdf\?from=2020[^"]*)"/g)];
  expect(links.map(([, link = ""]) => link.replaceAll("&amp;", "&"))).toEqual([
    `${statement}?from=2020-01-01&to=2020-01-01`,
    `${statement}?from=2020-01-02&to=2020-12-31`,
  ]);
});

test("logs no error of the shop", () => {
  expect(shop.log().filter(({ level }) => level >= 50)).toEqual([]);
  expect(shop.stderr()).toBe("");
});
