import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect } from "#db/connect.ts";
import { runningServer } from "#db/embedded/leftover.ts";
import { enter } from "#tests/setup/browserless.ts";
import { spawnShop, startShop } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { faultsIn, type Seen } from "./books.ts";
import { type BusyShop, busyDay } from "./busy-day.ts";
import { emptyLedger, type Ledger } from "./ledger.ts";
import { mailFiles } from "./mail-files.ts";

/** Where the shop keeps its data; rounds need it exclusively. */
interface Place {
  DATA_DIR: string;
  DATABASE_URL?: string;
  AUTH_SECRET?: string;
}

interface CrashOptions {
  place: Place;
  rounds: number;
  /** No new round begins after this, in ms since 1970. */
  until?: number;
  onRound?: (round: number) => void;
}

export interface CrashReport {
  rounds: number;
  /** How many rounds ended before the shop was open. */
  whileOpening: number;
  /** How many rounds killed the embedded database's server, alone or with the shop. */
  servers: number;
  /** Acknowledged: orders placed, fulfilled, images uploaded. */
  orders: number;
  fulfilments: number;
  images: number;
  mailsDelivered: number;
  /** Requests whose answer the kill cut off. */
  cutOff: number;
  faults: string[];
}

/** Every nth round is killed while the shop opens. */
const openingEvery = 8;

/** What a round kills; the server of DATABASE_URL isn't the shop's to kill. */
const victims = ["shop", "server", "both"] as const;

/** Longest time at work before the kill (ms). */
const longestDay = 1200;

/**
 * In ms; how long a shop may take to recover after its server was killed, and the last one to
 * deliver the remaining mail: failed deliveries are retried after a minute.
 */
const patience = 150_000;

/**
 * Opens the built shop, keeps it busy, kills it, its embedded server, or both with SIGKILL at a
 * random moment, and checks its tables and files; then repeats on the same data. After a kill of
 * the server alone, the same shop must recover. Ends at the first fault. Finally the shop opens
 * once more and delivers the remaining mail.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const { place, rounds, until = Number.POSITIVE_INFINITY, onRound } = options;
  const ledger = emptyLedger();
  const seen: Seen = { mails: new Set(), images: new Set() };
  let staff: Omit<BusyShop, "url"> | undefined;
  let found: Look = { faults: [], unsent: [], products: [] };
  let round = 0;
  let whileOpening = 0;
  let servers = 0;

  async function day() {
    const shop = await startShop({ ...place });
    try {
      staff ??= {
        client: await enter(shop.url, shop.demo),
        admin: await enter(shop.url, shop.admin),
        products: found.products,
      };
      const work = busyDay({ ...staff, url: shop.url }, ledger);
      // Every other kill comes before any answer is known to have arrived.
      if (round % 2 === 1) await firstAnswer(ledger, work);
      await Promise.race([wait(randomInt(longestDay)), work]);
      const victim = place.DATABASE_URL ? "shop" : victims[round % victims.length];
      if (victim !== "shop") {
        servers += 1;
        ledger.mayBeAway = true;
        await killServer(place);
      }
      if (victim === "server") await goesOn(ledger, work);
      await shop.stop("SIGKILL");
      await work;
    } finally {
      ledger.mayBeAway = false;
      await shop.stop("SIGKILL");
    }
  }

  found = await look(place, ledger, seen);
  while (round < rounds && Date.now() < until && found.faults.length === 0) {
    round += 1;
    if (round % openingEvery === 0) {
      whileOpening += 1;
      await killWhileOpening(place);
    } else {
      await day();
    }
    found = await look(place, ledger, seen);
    onRound?.(round);
  }
  if (found.faults.length === 0) {
    await deliverRest(place, found.unsent);
    found = await look(place, ledger, seen);
    for (const id of found.unsent) found.faults.push(`Mail ${id} was never delivered`);
  }
  return {
    rounds: round,
    whileOpening,
    servers,
    orders: [...ledger.orders.values()].filter(({ id }) => id).length,
    fulfilments: ledger.fulfilled.size,
    images: ledger.images.size,
    mailsDelivered: seen.mails.size,
    cutOff: ledger.cutOff,
    faults: found.faults,
  };
}

interface Look {
  faults: string[];
  unsent: string[];
  products: BusyShop["products"];
}

/** Opens the database after the shop's end, as the shop would. */
async function look(place: Place, ledger: Ledger, seen: Seen): Promise<Look> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = place;
  const { db, close } = await connect({ dataDir, databaseUrl, log: silentLog });
  try {
    const faults = await faultsIn(db, dataDir, ledger, seen);
    const unsent = await db.execute<{ id: string }>(
      sql`select id from mail_outbox where sent_at is null`,
    );
    await db.execute(sql`delete from rate_limits`);
    const { rows: products } = await db.execute<{ id: string; pricePerLb: string }>(
      sql`select id, price_per_lb as "pricePerLb" from products
        where is_active and sold_by = 'lb'
          and id not in (select product_id from price_list_items) order by slug`,
    );
    return { faults, unsent: unsent.rows.map(({ id }) => id), products };
  } finally {
    await close();
  }
}

/** Waits until the shop has acknowledged something more, or nobody is at work. */
async function firstAnswer(ledger: Ledger, work: Promise<void>): Promise<void> {
  const answers = () =>
    [...ledger.orders.values()].filter(({ id }) => id).length + ledger.images.size;
  const before = answers();
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver && answers() === before) await Promise.race([wait(10), end]);
}

async function killServer(place: Place): Promise<void> {
  const server = await runningServer(join(place.DATA_DIR, "db"));
  if (!server) throw new Error("The shop's server does not run");
  process.kill(server.pid, "SIGKILL");
}

/** Waits until the shop acknowledges again after its server was killed, and a little longer. */
async function goesOn(ledger: Ledger, work: Promise<void>): Promise<void> {
  const isBack = firstAnswer(ledger, work).then(() => true);
  const inTime = await Promise.race([isBack, wait(patience, false)]);
  if (!inTime) ledger.surprises.push("The shop did not come back after its server was killed");
  await wait(randomInt(longestDay / 4));
}

async function killWhileOpening(place: Place): Promise<void> {
  const shop = await spawnShop({ ...place });
  await Promise.race([wait(randomInt(2 * longestDay)), shop.opened]);
  await shop.stop("SIGKILL");
}

/** Runs the shop without a kill until each of the emails has become a file. */
async function deliverRest(place: Place, mails: string[]): Promise<void> {
  const shop = await startShop({ ...place });
  try {
    const end = Date.now() + patience;
    for (;;) {
      const files = await mailFiles(place.DATA_DIR);
      if (mails.every((id) => files.has(id)) || Date.now() > end) break;
      await wait(100);
    }
  } finally {
    // Records the deliveries before it ends.
    await shop.stop("SIGTERM");
  }
}
