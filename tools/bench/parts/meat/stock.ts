import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { DraftLine } from "#app/domain/drafts/order-draft.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { prepareJobs } from "#db/jobs/jobs.ts";
import { products } from "#db/schema/products.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { behindProxy, someAddress } from "../../crowd.ts";
import { sendOrder } from "../../order-client.ts";
import { furnish, type Person, type Place } from "../../place.ts";
import { figure, median, percentile, type Section } from "../../section.ts";

const accounts = 200;

const [lots, entries] = [20, 100];

/** The times of orders, in ms: of products with stock, and of as many without. */
type Taken = Record<"without" | "kept", number[]>;

/** Measures orders of products with stock and orders of as many without, alternating. */
export async function stock(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) {
    const lines: Record<keyof Taken, DraftLine[]> = { without: [], kept: [] };
    const { clients } = await furnish(place, accounts, async (db) => {
      const found = await someLines(db);
      lines.without = found.slice(0, 3);
      lines.kept = found.slice(3, 6);
      await keepStock(db, lines.kept);
    });
    const apart = await transactions(place, clients, lines, seconds);
    const whole = await requests(place, clients, lines, seconds);
    rows.push(
      row(place, "the transaction", apart),
      row(place, "from the form to the answer", whole),
    );
  }
  return [
    {
      title: "Orders of what stock is kept of",
      head: ["engine", "what", "without p50 ms", "p99 ms", "kept p50 ms", "p99 ms", "of p50"],
      rows,
      notes: [
        `Orders of three lines, one after the other, in turns of products of which no stock is kept and of products with ${(lots * entries).toLocaleString("en-CA")} entries over ${lots} lots each. At most 1.2 times as long.`,
      ],
    },
  ];
}

function row({ engine }: Place, what: string, { without, kept }: Taken): string[] {
  const times = [without, kept].flatMap((all) => [median(all), percentile(all, 0.99)]);
  const ratio = median(kept) / median(without);
  return [engine, what, ...times.map(figure), ratio.toFixed(2)];
}

async function someLines(db: Database): Promise<DraftLine[]> {
  const found = await db
    .select()
    .from(products)
    .where(sql`sold_by = 'lb'`)
    .orderBy(products.name)
    .limit(6);
  return found.map(({ id, name, pricePerLb }) => ({
    key: id,
    productId: id,
    wish: noWish,
    name,
    quantity: "12.5",
    seenUnit: "lb",
    seenPricePerLb: pricePerLb,
  }));
}

function keepStock(db: Database, lines: readonly DraftLine[]): Promise<void> {
  const ids = sql`${sql.param(lines.map(({ productId }) => productId))}::uuid[]`;
  return fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into product_stock (product_id, tracking) select unnest(${ids}), 'lb'`);
    await tx.execute(sql`
      insert into lots (code, supplier)
      select 'BENCH-' || number, 'Sample Farm' from generate_series(1, ${lots}::int) as number`);
    await tx.execute(sql`
      insert into stock_entries (product_id, lot_id, kind, lb)
      select product_id, lots.id, 'received', 1000
      from unnest(${ids}) as product_id, lots, generate_series(1, ${entries}::int)
      where lots.code like 'BENCH-%'`);
  });
}

async function inTurns(
  seconds: number,
  place: (which: keyof Taken, turn: number) => Promise<unknown>,
): Promise<Taken> {
  const taken: Taken = { without: [], kept: [] };
  const begun = performance.now();
  for (let turn = 0; performance.now() - begun < (seconds + 2) * 1000; turn += 1) {
    for (const which of ["without", "kept"] as const) {
      const before = performance.now();
      await place(which, turn);
      if (before - begun > 2_000) taken[which].push(performance.now() - before);
    }
  }
  return taken;
}

async function transactions(
  { settings }: Place,
  clients: Person[],
  lines: Record<keyof Taken, DraftLine[]>,
  seconds: number,
): Promise<Taken> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings;
  const { db, close } = await connect({ dataDir, databaseUrl, log: silentLog });
  try {
    await prepareJobs(db);
    return await inTurns(seconds, async (which, turn) => {
      const person = personAt(clients, turn);
      const membership = { customerId: person.userId, role: "owner", siteIds: null } as const;
      const { client } = capabilitiesOf({ ...person, isAdmin: false, membership }, "");
      if (!client) throw new Error("Nobody is signed in");
      const order = { requestId: randomUUID(), lines: lines[which], notes: "", notesFrom: "" };
      await placeOrder(db, client, order, {
        shop: sampleShop("http://localhost"),
        minOrderCents: 0,
        needsConfirmedEmail: false,
      });
    });
  } finally {
    await close();
  }
}

async function requests(
  { settings }: Place,
  clients: Person[],
  lines: Record<keyof Taken, DraftLine[]>,
  seconds: number,
): Promise<Taken> {
  const shop = await startShop({ ...settings, ...behindProxy });
  try {
    return await inTurns(seconds, (which, turn) =>
      sendOrder(shop.url, personAt(clients, turn), lines[which], someAddress()),
    );
  } finally {
    await shop.stop();
  }
}

function personAt(clients: Person[], turn: number): Person {
  const person = clients[turn % clients.length];
  if (!person) throw new Error("There are no clients");
  return person;
}
