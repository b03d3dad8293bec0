import type autocannon from "autocannon";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy, someAddress, storm } from "../crowd.ts";
import { fillBooks } from "../fill.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, median, percentile, type Section } from "../section.ts";

/** A cached page, requested at a reader's pace: far below capacity. */
const kept = "/";
const readers = { connections: 8, perSecond: 200 };

const setup = (request: autocannon.Request) => ({
  ...request,
  headers: { ...request.headers, "accept-encoding": "gzip" },
});

/** Background load that runs until it is stopped; returns a description of its amount. */
type Work = (shop: RunningShop, admin: Person, isOver: () => boolean) => Promise<string>;

const works: [string, Work][] = [
  ["nothing", async () => ""],
  ["sign-in hammered", guess],
  ["100,000 orders exported", exportOrders],
];

/** Measures the latency of a cached page while the shop is busy with slow work. */
export async function busy(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) rows.push(...(await busyAt(place, seconds)));
  return [
    {
      title: "A page in memory while the shop is busy",
      head: ["engine", "meanwhile", "", "pages/s", "p50 ms", "p99 ms", "slowest ms"],
      rows,
      notes: [
        `\`${kept}\`, ${readers.perSecond} times a second from ${readers.connections} connections.`,
        "“Hammered”: 32 connections that guess passwords, each guess from elsewhere and for another account, as fast as they are answered; a second column counts guesses done and turned away. The export is begun anew when it has ended.",
      ],
    },
  ];
}

async function busyAt(place: Place, seconds: number): Promise<string[][]> {
  const { admin } = await furnish(place, 0, (db) => fillBooks(db, 100));
  const shop = await startShop({ ...place.settings, ...behindProxy });
  try {
    const url = shop.url + kept;
    await storm({ url, seconds: 1, connections: 8 });
    const rows: string[][] = [];
    for (const [name, work] of works) {
      let isOver = false;
      const working = work(shop, admin, () => isOver);
      const { accepted } = await storm({ url, seconds, setup, ...readers });
      isOver = true;
      const times = [median(accepted), percentile(accepted, 0.99), percentile(accepted, 1)];
      const figures = [accepted.length / seconds, ...times].map(figure);
      rows.push([place.engine, name, await working, ...figures]);
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

async function guess({ url }: RunningShop, _admin: Person, isOver: () => boolean) {
  let guesses = 0;
  let done = 0;
  let away = 0;
  const begin = performance.now();
  async function one() {
    while (!isOver()) {
      const body = JSON.stringify({ email: `g${guesses++}@example.com`, password: "a wild guess" });
      const headers = { origin: url, "content-type": "application/json", ...someAddress() };
      const answer = await fetch(`${url}/api/auth/sign-in/email`, {
        method: "POST",
        headers,
        body,
      });
      await answer.text();
      if (answer.status === 401) done++;
      else if (answer.status === 503) away++;
      else throw new Error(`A guess was answered ${answer.status}`);
    }
  }
  await Promise.all(Array.from({ length: 32 }, one));
  const seconds = (performance.now() - begin) / 1000;
  return `${figure(done / seconds)} guesses/s, ${figure(away / seconds)} turned away/s`;
}

async function exportOrders({ url }: RunningShop, { cookie }: Person, isOver: () => boolean) {
  let rows = 0;
  const begin = performance.now();
  while (!isOver()) {
    const answer = await fetch(`${url}/admin/exports/orders.csv`, { headers: { cookie } });
    if (answer.status !== 200 || !answer.body) throw new Error(`The export: ${answer.status}`);
    for await (const chunk of answer.body) {
      rows += Buffer.from(chunk).filter((byte) => byte === 10).length;
      if (isOver()) break;
    }
  }
  return `${figure(rows / ((performance.now() - begin) / 1000))} rows/s`;
}
