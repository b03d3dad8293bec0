import { startShop } from "#tests/setup/shop.ts";
import { behindProxy, storm } from "../crowd.ts";
import { memoryOf } from "../load.ts";
import { furnish, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

const rowCount = 50_000;

/** Pages of the storefront, asked for at a reader's pace meanwhile. */
const readers = { connections: 8, perSecond: 100 };

/** What 50,000 rows take to be compared, imported and undone, and what readers notice of it. */
export async function imports(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) rows.push(...(await importAt(place, seconds)));
  return [
    {
      title: "An import beside readers",
      head: ["engine", "what", "took s", "at most", "memory +MB", "page p99 ms"],
      rows,
      notes: [
        `A CSV file of ${rowCount.toLocaleString("en-CA")} new products, while \`/\` is asked for ${readers.perSecond} times a second. The preview is the upload, and the comparison of all rows with the shop.`,
      ],
    },
  ];
}

function csv(): string {
  const rows = Array.from(
    { length: rowCount },
    (_, row) =>
      `Sample cut ${row},Loin,"$${10 + (row % 40)}.25/lb",sample-${row},pound,yes,Plainly a sample`,
  );
  return ["Name,Category,Price per lb (CAD),Slug,Sold by,Active,Description", ...rows].join("\n");
}

async function importAt(place: Place, seconds: number): Promise<string[][]> {
  const { admin } = await furnish(place, 0, async () => {});
  const shop = await startShop({ ...place.settings, ...behindProxy });
  const ask = (path: string, init: RequestInit) =>
    fetch(shop.url + path, {
      ...init,
      headers: { cookie: admin.cookie, origin: shop.url, ...init.headers },
      redirect: "manual",
    });
  let id = "";
  /** Begins something and waits until the file's page shows what came of it. */
  async function until(said: string, begin: () => Promise<unknown>): Promise<void> {
    await begin();
    for (;;) {
      const page = await (await ask(`/admin/import/files/${id}`, {})).text();
      if (page.includes(said)) return;
      if (!page.includes("<progress")) throw new Error(`The file's page doesn't say “${said}”`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  const go = (deed: string) => () =>
    ask(`/admin/import/files/${id}`, { method: "POST", body: new URLSearchParams({ deed }) });
  async function upload() {
    const headers = { "content-type": "application/octet-stream" };
    const path = "/api/import-files?kind=products&name=bench.csv";
    const answer = await ask(path, { method: "POST", body: csv(), headers });
    const { to = "" }: { to?: string } = await answer.json();
    id = to.split("/").at(-1) ?? "";
  }
  try {
    const url = `${shop.url}/`;
    await storm({ url, seconds: 1, ...readers });
    const alone = await storm({ url, seconds, ...readers });
    const rows = [["readers alone", "", "", "", figure(percentile(alone.accepted, 0.99))]];
    const steps: [string, string, () => Promise<void>][] = [
      ["preview", "10", () => until("Discard the file", upload)],
      ["import", "", () => until("Undo the import", go("apply"))],
      ["undo", "", () => until("Undone", go("undo"))],
    ];
    for (const [what, most, step] of steps) {
      const before = memoryOf(shop.pid, "VmRSS");
      let [took, memory] = [0, before];
      const times: number[] = [];
      const begin = performance.now();
      const done = step().then(() => {
        took = (performance.now() - begin) / 1000;
      });
      while (took === 0) {
        times.push(...(await storm({ url, seconds: 1, ...readers })).accepted);
        memory = Math.max(memory, memoryOf(shop.pid, "VmRSS"));
      }
      await done;
      const page = figure(percentile(times, 0.99));
      rows.push([what, figure(took), most, figure(memory - before), page]);
    }
    return rows.map((row) => [place.engine, ...row]);
  } finally {
    await shop.stop();
  }
}
