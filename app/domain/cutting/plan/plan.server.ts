import { sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { isHeldLot, isUsableOn } from "#app/domain/lots/holds/lot-holds.server.ts";
import { packedLb } from "#app/domain/lots/lot-left.server.ts";
import { untrackedLots } from "#app/domain/stock/lots-untracked.server.ts";
import { readStock } from "#app/domain/stock/read-stock.server.ts";
import { type StockUnit, unitOfStock } from "#app/domain/stock/stock.ts";
import { poundsOfPieces, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay, startOfDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { lotsThere } from "./lots-there.server.ts";
import {
  type CuttingPlan,
  type DayToCut,
  type EarlierOrder,
  type LeftOut,
  leftOutOf,
  nothingOf,
  type PackedOnHold,
  type PlanDays,
  type PlannedProduct,
  planOf,
  type UnusableLot,
  usualWeeks,
  type Within,
} from "./plan.ts";
import { listPrimals, type NamedPrimal } from "./primals.server.ts";

/** Hundredths of a pound of future standing orders by product: until, and within, the week. */
export type StandingDemand = ReadonlyMap<string, { lb: number; ofWeekLb: number }>;

export interface WholePlan extends PlanDays {
  plan: CuttingPlan;
  primals: NamedPrimal[];
  ofDay: DayToCut | null;
  /** Earlier orders, which are served first from the stock. */
  earlier: EarlierOrder[];
  /** Meat packed for the day from lots on hold; it is not cut again. */
  packedOnHold: PackedOnHold[];
  isEmpty: boolean;
  leftOut: LeftOut[];
}

/**
 * Returns what to cut for a day and what to buy for the week from then on, in pounds and pieces,
 * never in dollars. Orders whose day has passed count as today's, as in the stock. For staff who
 * pack.
 *
 * @param standing the demand of standing orders until the end of that week
 */
export async function cuttingPlan(
  db: Database,
  staff: Staff<"pack">,
  { day, until }: PlanDays,
  standing: StandingDemand,
): Promise<WholePlan> {
  const [demand, stock, held, primals, there, inLots] = await Promise.all([
    demandOf(db, { day, until }),
    readStock(db),
    unusableStock(db, day),
    listPrimals(db, staff),
    lotsThere(db, day),
    untrackedLots(db, day),
  ]);
  const [earlier, packedOnHold, [ofDay = null]] = await Promise.all([
    earlierOrders(db, day),
    packedOnHoldFor(db, day),
    daysOf(db, pacificDay(new Date()), { from: day, until: day }),
  ]);
  const products = new Map<string, PlannedProduct>();
  const productOf = (productId: string, name: string) => {
    const known = products.get(productId);
    if (known) return known;
    const fresh = nothingOf(productId, name);
    products.set(productId, fresh);
    return fresh;
  };
  for (const { productId, name, ...figures } of demand) {
    Object.assign(productOf(productId, name), figures);
  }
  const names = await namesOf(db, [...standing.keys()]);
  for (const [productId, { lb, ofWeekLb }] of standing) {
    const product = productOf(productId, names.get(productId) ?? "");
    product.standingLb = lb;
    product.ofWeek = { ...product.ofWeek, standingLb: ofWeekLb };
  }
  for (const { productId, productName, cuts } of primals) {
    if (productId) productOf(productId, productName ?? "");
    for (const cut of cuts) productOf(cut.productId, cut.name);
  }
  for (const facts of stock) {
    const product = products.get(facts.productId);
    if (!product || facts.tracking === "closed") continue;
    const inLb = (amount: number) => poundsIn(amount, unitOfStock(facts), facts.typicalPieceLb);
    const comesBy = (last: string) =>
      inLb(facts.changes.reduce((sum, one) => sum + (one.day <= last ? one.incoming : 0), 0));
    const onHand = Math.max(0, inLb(facts.onHand));
    const isPieces = unitOfStock(facts) === "pieces";
    const unusable = (held.get(facts.productId) ?? []).flatMap(({ isUsableToday, ...lot }) => {
      const pieces = isPieces ? lot.pieces : null;
      const lb = inLb(pieces ?? lot.lb);
      return lb > 0 ? [{ ...lot, isUsableToday, pieces, lb }] : [];
    });
    const sumOf = (lots: typeof unusable) => lots.reduce((sum, { lb }) => sum + lb, 0);
    const heldLb = Math.min(onHand, sumOf(unusable));
    const untilThen = unusable.filter(({ isUsableToday }) => isUsableToday);
    product.stock = {
      onHandLb: onHand - heldLb,
      heldLb,
      unusable,
      untilThenLb: Math.min(heldLb, sumOf(untilThen)),
      comesByDayLb: comesBy(day),
      comesLb: comesBy(until),
    };
  }
  for (const [productId, lots] of Map.groupBy(inLots, (lot) => lot.productId)) {
    const product = products.get(productId);
    if (!product) continue;
    const held = lots.filter(({ isUsable }) => !isUsable);
    const sumOf = (some: typeof lots) => some.reduce((sum, { lb }) => sum + lb, 0);
    product.inLots = {
      lots: lots.filter(({ isUsable }) => isUsable),
      heldLb: sumOf(held),
      unusable: held.map(({ id, code, isHeld, lb }) => ({ id, code, isHeld, lb, pieces: null })),
      untilThenLb: sumOf(held.filter(({ isUsableToday }) => isUsableToday)),
    };
  }
  const all = [...products.values()];
  const plan = planOf(primals, all, there.usable, there.unusable);
  const isWanted = (one: PlannedProduct) => one.orderedLb + one.standingLb + one.averageLb > 0;
  return {
    day,
    until,
    primals,
    ofDay,
    earlier,
    packedOnHold,
    isEmpty: !all.some(isWanted),
    plan: { ...plan, others: plan.others.filter(isWanted) },
    leftOut: leftOutOf(plan),
  };
}

/** True for the lines of `line` and `orders` that are still to be packed. */
const isOpen = sql`line.product_id is not null and line.pack_state = 'open'
  and orders.status in ('pending', 'awaiting_payment')`;

/** The day that an order counts for: today if its own day has passed or if it has none. */
const dueFrom = (today: string) =>
  sql`greatest(coalesce(orders.delivery_day, ${today}::date), ${today}::date)`;

/** True for orders of these days, by delivery day, or for pickups by the day they were placed. */
const soldBetween = (from: string, to: string) =>
  sql`(orders.delivery_day between ${from}::date and ${to}::date
    or (orders.delivery_day is null and orders.placed_at >= ${startOfDay(from)}
      and orders.placed_at < ${startOfDay(daysAfter(to, 1))}))`;

const openLb = sql`greatest(line.quantity - line.packed_lb, 0)`;

function poundsIn(amount: number, unit: StockUnit, typicalPieceLb: string | null): number {
  if (unit === "lb") return amount;
  return toHundredthsLb(poundsOfPieces(amount, typicalPieceLb ?? "1"));
}

type Demand = Omit<PlannedProduct, "standingLb" | "stock" | "inLots">;

/**
 * Returns by product the pounds ordered and not packed, with the parts that are late or on hold;
 * the week's own orders, open and packed; and the sales of the last weeks.
 */
async function demandOf(db: Database, { day, until }: PlanDays): Promise<Demand[]> {
  const today = pacificDay(new Date());
  const since = daysAfter(today, -7 * usualWeeks);
  const { rows } = await db.execute<
    Record<Exclude<keyof Demand, "within" | "ofWeek" | "soldByWeek">, string> &
      Record<"weekLb" | "packedLb", string> &
      Record<keyof Within, string | null> & { soldByWeek: number[] }
  >(sql`
    with open as (
      select line.product_id, sum(lb) filter (where due = ${day}::date) as day_lb,
        sum(pieces) filter (where due = ${day}::date) as day_pieces,
        sum(lb) filter (where due < ${day}::date) as earlier_lb, sum(lb) as lb,
        sum(lb) filter (where ${soldBetween(day, until)}) as week_lb,
        sum(lb) filter (where due = ${day}::date and is_late) as overdue_lb,
        min(orders.delivery_day) filter (where due = ${day}::date and is_late and lb > 0)
          as overdue_from,
        max(orders.delivery_day) filter (where due = ${day}::date and is_late and lb > 0)
          as overdue_to,
        sum(lb) filter (where due = ${day}::date and orders.delivery_day is null) as dayless_lb,
        sum(lb) filter (where due = ${day}::date and is_held) as day_held_lb,
        sum(lb) filter (where is_held) as held_lb
      from order_items as line join orders on orders.id = line.order_id
        cross join lateral (select
          ${dueFrom(today)} as due,
          coalesce(orders.delivery_day < ${today}::date, false) as is_late,
          exists (select from order_holds
            where order_holds.order_id = orders.id and released_at is null) as is_held,
          ${openLb} as lb,
          greatest(coalesce(line.ordered_pieces, 0) - line.packed_pieces, 0) as pieces) as left_over
      where ${isOpen} and due <= ${until}::date
      group by line.product_id
    ), packed as (
      select line.product_id, sum(line.packed_lb) as lb
      from orders join order_items as line on line.order_id = orders.id
      where line.product_id is not null and line.packed_lb > 0 and orders.status <> 'cancelled'
        and ${soldBetween(day, until)}
      group by line.product_id
    ), sold as (
      select line.product_id, sum(line.known_lb) as lb, array[${sql.join(
        Array.from(
          { length: usualWeeks },
          (_, week) => sql`round(coalesce(sum(line.known_lb) filter (where
            ${soldBetween(daysAfter(since, 7 * week), daysAfter(since, 7 * week + 6))}),
            0) * 100)::integer`,
        ),
        sql`, `,
      )}] as by_week
      from orders join order_items as line on line.order_id = orders.id
      where line.product_id is not null and orders.status not in ('cancelled', 'awaiting_payment')
        and ${soldBetween(since, daysAfter(today, -1))}
      group by line.product_id
    )
    select products.id as "productId", products.name,
      coalesce(open.day_lb, 0) * 100 as "dayLb", coalesce(open.day_pieces, 0) as "dayPieces",
      coalesce(open.earlier_lb, 0) * 100 as "earlierLb", coalesce(open.lb, 0) * 100 as "orderedLb",
      coalesce(open.overdue_lb, 0) * 100 as "overdueLb",
      open.overdue_from::text as "overdueFrom", open.overdue_to::text as "overdueTo",
      coalesce(open.dayless_lb, 0) * 100 as "daylessLb",
      coalesce(open.day_held_lb, 0) * 100 as "dayHeldLb",
      coalesce(open.held_lb, 0) * 100 as "heldLb",
      coalesce(open.week_lb, 0) * 100 as "weekLb", coalesce(packed.lb, 0) * 100 as "packedLb",
      coalesce(sold.by_week, '{}') as "soldByWeek",
      round(coalesce(sold.lb, 0) * 100 / ${usualWeeks}::integer) as "averageLb"
    from products
      left join open on open.product_id = products.id
      left join packed on packed.product_id = products.id
      left join sold on sold.product_id = products.id
    where products.is_active
      or open.product_id is not null or packed.product_id is not null or sold.product_id is not null
    order by products.name, products.id`);
  return rows.map(({ productId, name, ...figures }) => ({
    productId,
    name,
    dayLb: Number(figures.dayLb),
    dayPieces: Number(figures.dayPieces),
    earlierLb: Number(figures.earlierLb),
    orderedLb: Number(figures.orderedLb),
    ofWeek: {
      orderedLb: Number(figures.weekLb),
      packedLb: Number(figures.packedLb),
      standingLb: 0,
    },
    averageLb: Number(figures.averageLb),
    soldByWeek: figures.soldByWeek,
    within: {
      overdueLb: Number(figures.overdueLb),
      daylessLb: Number(figures.daylessLb),
      overdueFrom: figures.overdueFrom,
      overdueTo: figures.overdueTo,
      dayHeldLb: Number(figures.dayHeldLb),
      heldLb: Number(figures.heldLb),
    },
  }));
}

/** Returns the unpacked orders before a day, by day, including held and late ones. */
async function earlierOrders(db: Database, day: string): Promise<EarlierOrder[]> {
  const today = pacificDay(new Date());
  const { rows } = await db.execute<{
    id: string;
    number: number;
    client: string;
    day: string | null;
    isHeld: boolean;
    lb: string;
  }>(sql`
    select orders.id, orders.number, orders.delivery_day::text as day, sum(left_over.lb) * 100 as lb,
      coalesce(nullif(customers.company_name, ''), nullif(customers.contact_name, ''),
        'Unknown Client') as client,
      exists (select from order_holds where order_holds.order_id = orders.id and released_at is null)
        as "isHeld"
    from orders
      join customers on customers.id = orders.customer_id
      join order_items as line on line.order_id = orders.id
      cross join lateral (select ${openLb} as lb) as left_over
    where ${isOpen} and ${dueFrom(today)} < ${day}::date
    group by orders.id, customers.id having sum(left_over.lb) > 0
    order by orders.delivery_day nulls last, orders.number`);
  return rows.map(({ lb, ...order }) => ({ ...order, lb: Number(lb) }));
}

/** Returns the meat packed for a day's undelivered orders from lots that are now on hold. */
async function packedOnHoldFor(db: Database, day: string): Promise<PackedOnHold[]> {
  const today = pacificDay(new Date());
  const { rows } = await db.execute<
    Record<"id" | "code" | "product" | "lb" | "pieces", string>
  >(sql`
    select lots.id, lots.code, line.product_name as product, ${packedLb} * 100 as lb,
      sum(packages.pieces) as pieces
    from orders
      join order_items as line on line.order_id = orders.id
      join packages on packages.order_item_id = line.id and packages.voided_at is null
      join lots on lots.id = packages.lot_id
    where orders.status not in ('cancelled', 'delivered') and ${isHeldLot} and (orders.delivery_day = ${day}::date
      or (${dueFrom(today)} = ${day}::date and orders.status in ('pending', 'awaiting_payment')))
    group by lots.id, line.product_name
    order by line.product_name, lots.code`);
  return rows.map(({ lb, pieces, ...lot }) => ({
    ...lot,
    isHeld: true,
    lb: Number(lb),
    pieces: pieces === null ? null : Number(pieces),
  }));
}

/**
 * Returns by product the lots that can't be used on a day, as they are on hold or expired by then.
 * Some can be used until then. Amounts are both in pounds and in pieces.
 */
async function unusableStock(
  db: Database,
  day: string,
): Promise<Map<string, (UnusableLot & { pieces: number; isUsableToday: boolean })[]>> {
  const { rows } = await db.execute<
    Record<"productId" | "id" | "code" | "lb" | "pieces", string> &
      Record<"isHeld" | "isUsableToday", boolean>
  >(sql`
    select entry.product_id as "productId", lots.id, lots.code, ${isHeldLot} as "isHeld",
      greatest(sum(entry.lb), 0) * 100 as lb, greatest(sum(entry.pieces), 0) as pieces,
      ${isUsableOn(pacificDay(new Date()))} as "isUsableToday"
    from lots join stock_entries as entry on entry.lot_id = lots.id
    where entry.product_id is not null and not ${isUsableOn(day)}
    group by entry.product_id, lots.id
    order by lots.expires_on nulls last, lots.code`);
  const all = rows.map((row) => ({ ...row, lb: Number(row.lb), pieces: Number(row.pieces) }));
  const byProduct = Map.groupBy(all, ({ productId }) => productId);
  return new Map(
    [...byProduct].map(([id, own]) => [id, own.map(({ productId: _, ...lot }) => lot)]),
  );
}

async function namesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from products where id = any(${sql.param([...ids])}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The days ahead that are searched, and the most that are offered. */
const offered = { days: 14, most: 8 };

/**
 * Returns the next days with something to cut, with their orders and pounds as the plan counts
 * them: open lines only, with late orders and those without a day on today. For staff who pack.
 */
export function daysToCutFor(
  db: Database,
  _staff: Staff<"pack">,
  today: string,
): Promise<DayToCut[]> {
  return daysOf(db, today, { from: today, until: daysAfter(today, offered.days) });
}

async function daysOf(
  db: Database,
  today: string,
  { from, until }: { from: string; until: string },
): Promise<DayToCut[]> {
  const { rows } = await db.execute<{ day: string; orders: number; lb: string }>(sql`
    select ${dueFrom(today)}::text as day, count(distinct orders.id)::integer as orders,
      sum(${openLb}) * 100 as lb
    from orders join order_items as line on line.order_id = orders.id
    where ${isOpen} and ${openLb} > 0
      and ${dueFrom(today)} between ${from}::date and ${until}::date
    group by 1 order by 1 limit ${offered.most}`);
  return rows.map(({ lb, ...day }) => ({ ...day, lb: Number(lb) }));
}

/** Returns the first delivery day from today on with orders to pack. For staff who pack. */
export async function firstDayToCut(
  db: Database,
  _staff: Staff<"pack">,
  today: string,
): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select min(orders.delivery_day)::text as day
    from orders join order_items as line on line.order_id = orders.id
    where orders.delivery_day >= ${today}::date and ${isOpen} and ${openLb} > 0`);
  return rows[0]?.day ?? null;
}
