import { sql } from "drizzle-orm";
import type { DraftLine } from "#app/domain/drafts/order-draft.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy, someAddress, storm } from "../crowd.ts";
import { memoryOf } from "../load.ts";
import { sendOrder, someLines } from "../order-client.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

const rowCount = 50_000;

const inWords = rowCount.toLocaleString("en-CA");

const readers = { connections: 8, perSecond: 100 };

const accounts = 100;

/** Measures the time to compare, import and undo 50,000 rows, and the effect on others. */
export async function imports(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) rows.push(...(await importAt(place, seconds)));
  return [
    {
      title: "An import beside readers",
      head: [
        ...["engine", "what", "took s", "at most", "memory +MB", "page p99 ms"],
        "longest order ms",
      ],
      rows,
      notes: [
        `CSV files of ${inWords} rows each, while \`/\` is asked for ${readers.perSecond} times a second, and three products are ordered again and again whose prices the first file changes. The preview is the upload, and the comparison of all rows with the shop.`,
        "An order of a product whose price changes waits until the import ends, and is then told of the new price.",
      ],
    },
  ];
}

/** Files that change all products of the shop, and add as many products and clients. */
const files: { kind: ImportKind; what: string; head: string; row: (index: number) => string }[] = [
  {
    kind: "prices",
    what: "changed prices",
    head: "Slug,Price per lb (CAD)",
    row: (index) => `stock-${index},"$${20 + (index % 40)}.25/lb"`,
  },
  {
    kind: "products",
    what: "new products",
    head: "Name,Category,Price per lb (CAD),Slug,Sold by,Active,Description",
    row: (index) =>
      `Sample cut ${index},Loin,"$${10 + (index % 40)}.25/lb",sample-${index},pound,yes,Plainly a sample`,
  },
  {
    kind: "clients",
    what: "new clients",
    head: "Company,Email,Phone,Address,Postal code,Invoices due",
    row: (index) =>
      `Kitchen ${index},kitchen-${index}@example.com,604-555-0142,"${index} Main St, Surrey",V3G 1A2,Net 14`,
  },
];

async function importAt(place: Place, seconds: number): Promise<string[][]> {
  let lines: DraftLine[] = [];
  const { admin, clients } = await furnish(place, accounts, async (db) => {
    await db.execute(sql`
      insert into products (name, slug, category, price_per_lb)
      select 'A stock cut ' || number, 'stock-' || number, 'loin', 12.50
      from generate_series(0, ${rowCount - 1}::int) as number`);
    lines = await someLines(db, 3);
  });
  const shop = await startShop({ ...place.settings, ...behindProxy });
  const site = siteOf(shop.url, admin);
  const url = `${shop.url}/`;
  let turn = 0;
  /** Returns the longest answer to an order, in ms, while something runs. */
  async function ordersUntil(done: Promise<unknown>): Promise<number> {
    let longest = 0;
    let isOver = false;
    const over = done.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    while (!isOver) {
      const begin = performance.now();
      const client = clients[turn++ % accounts];
      // An order at an old price is refused, but has waited too.
      if (client) await sendOrder(shop.url, client, lines, someAddress()).catch(() => undefined);
      longest = Math.max(longest, performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return longest;
  }
  try {
    await storm({ url, seconds: 1, ...readers });
    const pause = new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const [alone, longestAlone] = await Promise.all([
      storm({ url, seconds, ...readers }),
      ordersUntil(pause),
    ]);
    const p99 = (times: number[]) => figure(percentile(times, 0.99));
    const rows = [["readers alone", "", "", "", p99(alone.accepted), figure(longestAlone)]];
    for (const { kind, what, head, row } of files) {
      const csv = [head, ...Array.from({ length: rowCount }, (_, index) => row(index))].join("\n");
      const steps: [string, string, () => Promise<void>][] = [
        ["preview", "10", () => site.upload(kind, csv)],
        ["import", "", () => site.go("apply", "Undo the import")],
        ["undo", "", () => site.go("undo", "Undone")],
      ];
      for (const [step, most, begin] of steps) {
        const before = memoryOf(shop.pid, "VmRSS");
        let [took, memory] = [0, before];
        const times: number[] = [];
        const start = performance.now();
        const done = begin().then(() => {
          took = (performance.now() - start) / 1000;
        });
        const ordered = ordersUntil(done);
        while (took === 0) {
          const second = await Promise.race([
            storm({ url, seconds: 1, ...readers }),
            done.then(() => null),
          ]);
          times.push(...(second?.accepted ?? []));
          memory = Math.max(memory, memoryOf(shop.pid, "VmRSS"));
        }
        rows.push([
          ...[`${what}: ${step}`, figure(took), most, figure(memory - before), p99(times)],
          figure(await ordered),
        ]);
      }
    }
    return rows.map((row) => [place.engine, ...row]);
  } finally {
    await shop.stop();
  }
}

/** The actions of a user who imports files, one after another. */
function siteOf(url: string, { cookie }: Person) {
  const ask = (path: string, init: RequestInit) =>
    fetch(url + path, {
      ...init,
      headers: { cookie, origin: url, ...init.headers },
      redirect: "manual",
    });
  let file = "";
  async function until(said: string): Promise<void> {
    for (;;) {
      const page = await (await ask(file, {})).text();
      if (page.includes(said)) return;
      if (!page.includes("<progress")) throw new Error(`The file's page doesn't say “${said}”`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  return {
    async upload(kind: ImportKind, csv: string): Promise<void> {
      const headers = { "content-type": "application/octet-stream" };
      const path = `/api/import-files?kind=${kind}&name=bench.csv`;
      const answer = await ask(path, { method: "POST", body: csv, headers });
      const { to = "" }: { to?: string } = await answer.json();
      file = to;
      await until("Discard the file");
    },
    async go(intent: string, said: string): Promise<void> {
      await ask(file, { method: "POST", body: new URLSearchParams({ intent }) });
      await until(said);
    },
  };
}
