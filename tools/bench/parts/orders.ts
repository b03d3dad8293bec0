import { mkdtemp, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import type { DraftLine } from "#app/domain/drafts/order-draft.ts";
import { orders as ordersTable } from "#db/schema/orders.ts";
import { removeFolder } from "#tests/setup/remove-folder.ts";
import { startShop } from "#tests/setup/shop.ts";
import { openBare } from "../bare.ts";
import { behindProxy, someAddress } from "../crowd.ts";
import { repeat } from "../load.ts";
import { recordOrder, sendOrder, someLines } from "../order-client.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

const crowds = [1, 8, 32];

/** Enough clients taking turns that nobody reaches the order limit. */
const accounts = 200;

/** Warm-up seconds, until Node has compiled the hot code. */
const warmUp = 3;

/** Orders placed over HTTP, each by another client, compared with the bare transaction. */
export async function orders(places: Place[], seconds: number): Promise<Section[]> {
  const rows = [];
  for (const place of places) rows.push(...(await ordersAt(place, seconds)));
  return [
    {
      title: "Orders placed",
      head: ["engine", "clients", "orders/s", "bare transactions/s", "of bare", "acknowledged"],
      rows,
      notes: [
        "An order has three lines, is sent to `/api/orders` with a session's cookie, and queues two mails, which are delivered (into files) meanwhile. The bare transaction is the same statements, as recorded from the shop; what the session costs is not in it.",
        "Every acknowledged order was found in the database afterwards, and not one more: else the run fails.",
        `Every order waits until the disk has it; a sync of 8 kB took ${figure(await syncTime())} ms (median of 50).`,
      ],
    },
  ];
}

async function ordersAt(place: Place, seconds: number): Promise<string[][]> {
  let lines: DraftLine[] = [];
  const { clients } = await furnish(place, accounts, async (db) => {
    lines = await someLines(db);
  });
  const acknowledged: string[] = [];
  const shop = await startShop({ ...place.settings, ...behindProxy });
  let turn = 0;
  const placing = (crowd: number, duration: number) =>
    repeat(crowd, duration, async () => {
      const client = clientAt(clients, turn++ % accounts);
      acknowledged.push(await sendOrder(shop.url, client, lines, someAddress()));
    });
  const placed: { perSecond: number; count: number }[] = [];
  try {
    await placing(8, warmUp);
    for (const crowd of crowds) {
      const before = acknowledged.length;
      const perSecond = await placing(crowd, seconds);
      placed.push({ perSecond, count: acknowledged.length - before });
    }
  } finally {
    await shop.stop();
  }

  const bare = await openBare(place);
  const { db, close } = bare.connection;
  try {
    const found = await db.$count(ordersTable, inArray(ordersTable.id, acknowledged));
    const all = await db.$count(ordersTable);
    if (found !== acknowledged.length || all !== found) {
      throw new Error(`${acknowledged.length} orders acknowledged, ${found} found, ${all} there`);
    }
    const placeBare = await recordOrder(bare, clientAt(clients, 0), lines);
    await repeat(8, warmUp, placeBare);
    const rows: string[][] = [];
    for (const [index, crowd] of crowds.entries()) {
      const { perSecond = 0, count = 0 } = placed[index] ?? {};
      const beside = await repeat(crowd, seconds, placeBare);
      const ratio = (perSecond / beside).toFixed(2);
      rows.push([place.engine, `${crowd}`, figure(perSecond), figure(beside), ratio, `${count}`]);
    }
    return rows;
  } finally {
    await close();
  }
}

function clientAt(clients: Person[], index: number): Person {
  const client = clients[index];
  if (!client) throw new Error("There are not so many clients");
  return client;
}

/** Median time in ms to sync 8 kB, the size of a WAL page, to the disk of the data folders. */
async function syncTime(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const file = await open(join(folder, "sync"), "w");
  const times: number[] = [];
  try {
    for (let time = 0; time < 50; time += 1) {
      const begin = performance.now();
      await file.write(Buffer.alloc(8192, time), 0, 8192, time * 8192);
      await file.datasync();
      times.push(performance.now() - begin);
    }
  } finally {
    await file.close();
    await removeFolder(folder);
  }
  return percentile(times, 0.5);
}
