import { inArray } from "drizzle-orm";
import type { DraftLine } from "#app/domain/drafts/order-draft.ts";
import { orders as ordersTable } from "#db/schema/orders.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { openBare } from "../bare.ts";
import { behindProxy, type Storm, someAddress, storm } from "../crowd.ts";
import { repeat } from "../load.ts";
import { insistOnOrder, someLines } from "../order-client.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, median, percentile, type Section } from "../section.ts";

/** An uncached page, rendered for every request. */
const made = "/shop?x=1";

const buyers = 200;

/** Measures twice the requests that the shop can answer, with orders, and the recovery. */
export async function overload(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) rows.push(...(await overloadAt(place, seconds)));
  return [
    {
      title: "Twice as many requests as can be answered",
      head: ["engine", "", "asked/s", "done/s", "p50 ms", "p99 ms", "turned away/s", "p99 ms"],
      rows,
      notes: [
        `\`${made}\`, which is made for each request. “As many as it can”: 8 connections, each asking again when it has its answer. “Twice as many”: so many a second from 400 connections, whatever becomes of them.`,
        "Meanwhile 4 clients place orders, and come again when they are turned away: every acknowledged order was found in the database, and not one more; else the run fails. Their row counts orders, from the first try to the acknowledgement.",
        "“Afterwards” begins as the crowd ends: one visitor, page after page for a second.",
      ],
    },
  ];
}

async function overloadAt(place: Place, seconds: number): Promise<string[][]> {
  let lines: DraftLine[] = [];
  const { clients } = await furnish(place, buyers, async (db) => {
    lines = await someLines(db);
  });
  const shop = await startShop({ ...place.settings, ...behindProxy });
  const acknowledged: string[] = [];
  const rows: string[][] = [];
  try {
    const url = shop.url + made;
    await storm({ url, seconds: 2, connections: 8 });
    const most = await storm({ url, seconds, connections: 8 });
    const perSecond = Math.round(most.accepted.length / seconds);
    rows.push(row(place, "as many as it can", perSecond, most));
    const alone = await visits(url);
    const waited: number[] = [];
    let turn = 0;
    // Long enough for unanswered requests to pile up.
    const lasting = 2 * seconds;
    const [crowd] = await Promise.all([
      storm({ url, seconds: lasting, connections: 400, perSecond: 2 * perSecond }),
      repeat(4, lasting, async () => {
        const buyer = clients[turn++ % buyers] as Person;
        const begin = performance.now();
        acknowledged.push(await insistOnOrder(shop.url, buyer, lines, someAddress()));
        waited.push(performance.now() - begin);
      }),
    ]);
    const afterwards = await visits(url);
    rows.push(row(place, "twice as many", 2 * perSecond, crowd));
    rows.push(
      row(place, "orders among them", Number.NaN, {
        accepted: waited,
        refused: [],
        seconds: lasting,
      }),
    );
    rows.push(row(place, "one visitor before", Number.NaN, alone));
    rows.push(row(place, "one visitor afterwards", Number.NaN, afterwards));
  } finally {
    await shop.stop();
  }
  await verify(place, acknowledged);
  return rows;
}

async function visits(url: string): Promise<Storm> {
  return storm({ url, seconds: 1, connections: 1 });
}

/**
 * Checks that exactly the acknowledged orders are there.
 *
 * @throws Error if one is missing, or was not acknowledged
 */
async function verify(place: Place, acknowledged: string[]): Promise<void> {
  const { connection } = await openBare(place);
  const { db, close } = connection;
  try {
    const found = await db.$count(ordersTable, inArray(ordersTable.id, acknowledged));
    const all = await db.$count(ordersTable);
    if (found !== acknowledged.length || all !== found) {
      throw new Error(`${acknowledged.length} orders acknowledged, ${found} found, ${all} there`);
    }
  } finally {
    await close();
  }
}

function row(
  { engine }: Place,
  name: string,
  asked: number,
  { accepted, refused, seconds }: Storm,
) {
  return [
    engine,
    name,
    Number.isNaN(asked) ? "" : figure(asked),
    figure(accepted.length / seconds),
    figure(median(accepted)),
    figure(percentile(accepted, 0.99)),
    refused.length > 0 ? figure(refused.length / seconds) : "0",
    refused.length > 0 ? figure(percentile(refused, 0.99)) : "",
  ];
}
