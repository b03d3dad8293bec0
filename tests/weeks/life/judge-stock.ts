import { sql } from "drizzle-orm";
import { readStock } from "#app/domain/stock/read-stock.server.ts";
import { limitOn } from "#app/domain/stock/stock.ts";
import { plusDays } from "../pencil/days.ts";
import { leftOn, reserved } from "../pencil/promises.ts";
import { Finding, same } from "./act.ts";
import { inHundredths, todayOf, type World } from "./world.ts";

/** Compares on hand, incoming, reserved and what clients are offered, of all tracked products. */
export async function judgeStock(world: World): Promise<void> {
  const { db, pencil } = world;
  const today = todayOf(world);
  const isDone = (line: string) => world.done.has(line);
  const shown = new Map((await readStock(db)).map((one) => [one.name, one]));
  const orders = [...pencil.everyOrder()];
  for (const { key } of world.products.values()) {
    const { tracking, until } = pencil.stock.kept(key);
    const here = shown.get(key);
    same(
      `how ${key} is kept`,
      { tracking: here?.tracking ?? "none", until: here?.closedUntil ?? null },
      { tracking, until: until ?? null },
    );
    if (!here || tracking === "closed") continue;
    same(`on hand of ${key}`, here.onHand, pencil.stock.onHand(key));
    const of = (what: "incoming" | "reserved") =>
      sorted(here.changes.map((change) => [change.day, change[what]]));
    same(`what is to come of ${key}`, of("incoming"), sorted(pencil.stock.incoming(key, today)));
    const promised = reserved({ stock: pencil.stock, orders }, key, { today, isDone });
    same(`what is reserved of ${key}`, of("reserved"), sorted(promised));
    const left = leftOn({ stock: pencil.stock, orders }, key, { today, isDone });
    for (let ahead = 0; ahead < 9; ahead += 1) {
      const day = plusDays(today, ahead);
      same(`what is left of ${key} for ${day}`, limitOn(here, day), left(day) ?? null);
    }
  }
}

const sorted = (days: Iterable<[string, number]>) =>
  [...days]
    .filter(([, amount]) => amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, amount]) => `${day}: ${amount}`);

interface LotRow extends Record<string, unknown> {
  id: string;
  received: string | null;
  packed: string;
  wasted: string;
  cut: string;
  counted: string;
  returned: string;
  on_hand: string | null;
  unseen: string;
  cost: string | null;
}

/** Checks each lot's cost, and received + returned = packed + wasted + cut + on hand ± counted. */
export async function judgeLots(world: World): Promise<void> {
  const { db, pencil, lots } = world;
  const { rows } = await db.execute<LotRow>(sql`
    select lots.id, received_lb::text as received, cost_cents as cost,
      coalesce(packed.lb, 0)::text as packed, coalesce(packed.unseen, 0)::text as unseen,
      (coalesce(entered.wasted, 0) + coalesce(went.wasted, 0))::text as wasted,
      coalesce(went.lb, 0)::text as cut, coalesce(entered.counted, 0)::text as counted,
      coalesce(entered.returned, 0)::text as returned,
      entered.on_hand::text as on_hand
    from lots
    left join lateral (select sum(net_lb) as lb, sum(net_lb) filter (where not exists (
        select from stock_entries where package_id = packages.id)) as unseen
      from packages where lot_id = lots.id and voided_at is null) as packed on true
    left join lateral (select -sum(lb) filter (where kind = 'waste') as wasted,
        sum(lb) filter (where kind = 'count') as counted,
        sum(lb) filter (where kind = 'returned') as returned, sum(lb) as on_hand
      from stock_entries where lot_id = lots.id) as entered on true
    left join lateral (select sum(lb - waste_lb) as lb,
        sum(waste_lb) filter (where not is_in_stock) as wasted
      from cutting_inputs where lot_id = lots.id) as went on true`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Map([...lots.values()].map((lot) => [lot.id, lot]));
  for (const row of byId.values()) {
    const key = known.get(row.id)?.key;
    if (key === undefined && world.voidLots.has(row.id)) {
      judgeVoid(row);
      continue;
    }
    if (key === undefined) throw new Finding(`nobody brought the lot ${row.id}`);
    const here = {
      received: inHundredths(row.received ?? "0"),
      packed: inHundredths(row.packed),
      wasted: inHundredths(row.wasted),
      cut: inHundredths(row.cut),
      counted: inHundredths(row.counted),
      returned: inHundredths(row.returned),
      onHand: row.on_hand === null ? undefined : inHundredths(row.on_hand),
      unseen: inHundredths(row.unseen),
    };
    same(`where ${key} is`, here, pencil.stock.placesOf(key));
    const { received, packed, wasted, cut, counted, returned, onHand, unseen } = here;
    if (onHand !== undefined) {
      const left = onHand - unseen;
      same(`the balance of ${key}`, received + counted + returned, packed + wasted + cut + left);
    }
    same(
      `what ${key} cost`,
      row.cost === null ? null : Number(row.cost),
      pencil.stock.lots.cost(key) ?? null,
    );
  }
  await judgeByLot(world);
}

/** Checks that a voided lot has nothing left anywhere. */
function judgeVoid({ id, received, cost, on_hand, packed, wasted, cut, counted }: LotRow): void {
  const left = [on_hand, packed, wasted, cut, counted].filter((lb) => Number(lb) !== 0);
  same(`what is left of ${id}, which never was`, { received, cost, left }, voided);
}

const voided = { received: null, cost: null, left: [] };

async function judgeByLot({ db, pencil, lots, products }: World): Promise<void> {
  const { rows } = await db.execute<{ product: string; lot: string | null; lb: string }>(sql`
    select product_id as product, lot_id as lot, sum(lb)::text as lb
    from stock_entries group by 1, 2 having sum(lb) <> 0`);
  const keyOfLot = new Map([...lots.values()].map(({ id, key }) => [id, key]));
  const lines = (all: { lot: string | undefined; lb: number }[]) =>
    all
      .filter(({ lb }) => lb !== 0)
      .map(({ lot, lb }) => `${lot}: ${lb}`)
      .sort();
  for (const { key, id } of products.values()) {
    const here = rows
      .filter(({ product }) => product === id)
      .map(({ lot, lb }) => ({ lot: keyOfLot.get(lot ?? ""), lb: inHundredths(lb) }));
    const there = [...pencil.stock.poundsByLot(key)].map(([lot, lb]) => ({ lot, lb }));
    same(`${key} by lot`, lines(here), lines(there));
  }
}
