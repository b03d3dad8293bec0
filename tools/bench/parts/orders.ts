import { mkdtemp, open } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import type { DraftLine } from "#app/domain/drafts/order-draft.ts";
import { orders as ordersTable } from "#db/schema/orders.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { openBare } from "../bare.ts";
import { durabilityOf, percent, withoutQueues, withShare } from "../conditions.ts";
import { behindProxy, someAddress } from "../crowd.ts";
import { repeat } from "../load.ts";
import { type RecordedOrder, recordOrder, sendOrder, someLines } from "../order-client.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

const crowds = [1, 8, 32];

const accounts = 200;

/** Warm-up seconds, until Node has compiled the hot code. */
const warmUp = 3;

/** Measures orders placed over HTTP, each by another client, and the bare transaction. */
export async function orders(places: Place[], seconds: number): Promise<Section[]> {
  const measured = [];
  for (const place of places) measured.push(await ordersAt(place, seconds));
  const [first] = measured;
  return [
    {
      title: "Orders placed",
      head: [
        "engine",
        "clients",
        "orders/s",
        "generator",
        "bare transactions/s",
        "generator beside it",
        "of bare",
        "acknowledged",
      ],
      rows: measured.flatMap(({ rows }) => rows),
      notes: [
        `An order has twelve lines, is sent to \`/api/orders\` with a session's cookie by another client each time, and queues two mails, which are delivered (into files) meanwhile. The bare transaction is the same order, as recorded from the shop: ${first?.cost}. Each connection replays that of a client of its own; nobody waits for another's lock, else the run fails.`,
        "The bare transaction does not include: HTTP, the session, the form and its checks, composing the mails, and delivering them. “Orders” includes all of that.",
        `“Generator” is what the process that sends the orders takes of the ${availableParallelism()} cores. It runs beside the shop and its database, so that neither gets it; in the bare transactions it is the client of the database.`,
        "Every acknowledged order was found in the database afterwards, and not one more: else the run fails.",
        `Every order waits until the disk has it: ${first?.durability} A sync of 8 kB took ${figure(await syncTime())} ms (median of 50).`,
      ],
    },
  ];
}

async function ordersAt(place: Place, seconds: number) {
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
  const placed: { perSecond: number; share: number; count: number }[] = [];
  try {
    await placing(8, warmUp);
    for (const crowd of crowds) {
      const before = acknowledged.length;
      const { result: perSecond, share } = await withShare(() => placing(crowd, seconds));
      placed.push({ perSecond, share, count: acknowledged.length - before });
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
    const durability = await durabilityOf(db);
    const recorded: RecordedOrder[] = [];
    for (const client of clients.slice(0, Math.max(...crowds))) {
      recorded.push(await recordOrder(bare, client, lines));
    }
    const placeBare = async (worker: number) => recorded[worker]?.replay();
    await repeat(8, warmUp, placeBare);
    const rows: string[][] = [];
    for (const [index, crowd] of crowds.entries()) {
      const { perSecond = 0, share = 0, count = 0 } = placed[index] ?? {};
      const beside = await withShare(() =>
        withoutQueues(db, () => repeat(crowd, seconds, placeBare)),
      );
      rows.push([
        place.engine,
        `${crowd}`,
        figure(perSecond),
        percent(share),
        figure(beside.result),
        percent(beside.share),
        (perSecond / beside.result).toFixed(2),
        `${count}`,
      ]);
    }
    const [one] = recorded;
    const cost = `${one?.statements} statements, besides \`begin\` and \`commit\`, in ${one?.roundTrips} round trips`;
    return { rows, cost, durability };
  } finally {
    await close();
  }
}

function clientAt(clients: Person[], index: number): Person {
  const client = clients[index];
  if (!client) throw new Error("There are not so many clients");
  return client;
}

/** Returns the median time in ms to sync 8 kB, a WAL page, to the disk of the data folders. */
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
