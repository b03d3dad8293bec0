import { and, eq, exists, gte, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockRuns } from "#db/locks.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runStops, runs, zoneDays, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { together } from "#db/together.ts";
import { overCapacity } from "./capacity.ts";
import { type DeliveryDay, dayOn, daysAhead, upcomingDays, type ZoneRules } from "./days.ts";
import { readDeliveryRules } from "./delivery-rules.server.ts";
import type { DayAsked } from "./delivery-terms.ts";
import type { DeliveryRules } from "./rules.ts";
import { rankOnRun } from "./runs/stop-sequence.server.ts";
import { type SiteHours, windowAt } from "./site-hours.ts";

/** An order's load for a stop, and its customer. */
export interface Load {
  customerId: string;
  /** Null for a customer without a site. */
  shipToId: string | null;
  /** Pounds at the promised maximum, e.g. "12.50". */
  lb: string;
  /** The expected number of boxes, or the real one once packed. */
  boxes: number;
}

/** A place on a run. */
export interface Booking {
  day: DeliveryDay;
  zone: ZoneRules;
  rules: DeliveryRules;
  /** Another order goes to the same site on the same run. */
  isShared: boolean;
  /** The order's columns that store the booking. */
  columns: Required<
    Pick<typeof orders.$inferInsert, "runId" | "stopId" | "bookedLb" | "bookedBoxes">
  > &
    Pick<
      typeof orders.$inferInsert,
      "deliveryKind" | "deliveryDay" | "deliveryFrom" | "deliveryTo"
    >;
}

/** An order's booking; the caller has locked its row. */
export type BookedOrder = Pick<
  typeof orders.$inferSelect,
  "id" | "customerId" | "shipToId" | "runId" | "stopId" | "bookedLb" | "bookedBoxes"
>;

/** `late`: the cut-off has passed. `left`: the run has left. `unserved`: there is no such day. */
export type DayRefusal = "full" | "late" | "left" | "unserved";

/** Thrown when the day isn't available; nothing was booked. Answered with a 409. */
export class DayRefusedError extends Error {
  override readonly name = "DayRefusedError";
  readonly reason: DayRefusal;
  readonly asked: DayAsked;
  /** The next two days that are available. */
  readonly next: DeliveryDay[];

  constructor(reason: DayRefusal, asked: DayAsked, next: DeliveryDay[]) {
    super(`The day ${asked.date} is ${reason}`);
    this.reason = reason;
    this.asked = asked;
    this.next = next;
  }
}

/**
 * Thrown when the order would take its run over its capacity and the user hasn't confirmed that
 * yet; nothing was booked.
 */
export class OverCapacityError extends Error {
  override readonly name = "OverCapacityError";
  /** The limits exceeded, in words (`overCapacity`). */
  readonly by: string;

  constructor(by: string) {
    super(`The run would be over its capacity: ${by}`);
    this.by = by;
  }
}

interface BookingOptions {
  /** Staff may override the cut-off and the capacity, but not book a run that has left. */
  isForced?: boolean;
  /** Staff may add it to a run that is already out, but not to one that is back. */
  joinsOut?: boolean;
  /** Ask the user before going over the capacity; judged under the run's lock. */
  asksFirst?: boolean;
  /** The order being moved, if it exists already; it gives up its present booking. */
  order?: BookedOrder;
}

/** The number of days offered in place of one that isn't available. */
const alternatives = 2;

/** True if there are days to order for. If there are none, orders are placed without a day. */
export async function areDaysOffered(tx: Database | Transaction): Promise<boolean> {
  const offered = tx
    .select({ one: sql`1` })
    .from(zones)
    .innerJoin(zoneDays, eq(zoneDays.zoneId, zones.id))
    .where(eq(zones.isActive, true));
  const { rows } = await tx.execute<{ any: boolean }>(sql`select ${exists(offered)} as any`);
  return rows[0]?.any === true;
}

/**
 * Books a stop for an order that is about to be stored with the booking's columns. A single update
 * on the database's clock decides whether there is room and time; the exact moment of the cut-off
 * is still in time. A second order of a site on the same run adds its pounds but no stop.
 *
 * An order that already has a stop gives it up at once, or nothing changes; after storing the
 * columns, the caller cleans up the old stop (`leaveStop`). An order that stays at its stop needs
 * room only for what it adds.
 *
 * @throws DayRefusedError, also when the cut-off of the order's present day has passed;
 *   OverCapacityError if `asksFirst` is set and the run would be over its capacity
 */
export async function bookStop(
  tx: Transaction,
  asked: DayAsked,
  load: Load,
  { isForced = false, joinsOut = false, asksFirst = false, order }: BookingOptions = {},
): Promise<Booking> {
  const found = await runAsked(tx, asked, load, order?.id);
  if (!isForced && !order) refuseFull(found, asked, load);
  // What is read behind the lock is read under it: nobody else can add the site's first stop then.
  const [, shared, hours, stopId] = await together([
    lockRuns(tx, found.run.id, ...(order?.runId ? [order.runId] : [])),
    sharedRuns(tx, load, order?.id),
    hoursOf(tx, load),
    stopAt(tx, found.run.id, load),
  ]);
  if (order && !isForced) await refuseLate(tx, order.runId);
  if (order) await releaseLocked(tx, order);
  const options = { isForced, joinsOut, asksFirst, ...(order && { order }) };
  const seen = { ...found, shared, hours, stopId };
  return bookLocked(tx, seen, asked, load, options);
}

/** Takes an order's booking off its run. The caller stores that, then cleans up (`leaveStop`). */
export async function unbook(tx: Transaction, order: BookedOrder): Promise<void> {
  if (order.runId) await lockRuns(tx, order.runId);
  await releaseLocked(tx, order);
}

/**
 * Locks an order's run together with that of another day, for callers that take the order off the
 * first run before they book the second for somebody else. A run that doesn't exist yet is locked
 * when it is booked.
 */
export async function lockRunsOf(
  tx: Transaction,
  { runId }: Pick<BookedOrder, "runId">,
  asked: DayAsked | null,
): Promise<void> {
  const other = asked ? await readRun(tx, asked) : undefined;
  await lockRuns(tx, ...[runId, other?.id].flatMap((id) => id ?? []));
}

/** Changes an order's pounds and boxes on its run, even over the capacity and after the cut-off. */
export async function bookLoad(
  tx: Transaction,
  { runId, bookedLb, bookedBoxes }: { runId: string; bookedLb: string; bookedBoxes: number },
  { lb, boxes }: Pick<Load, "lb" | "boxes">,
): Promise<void> {
  await tx
    .update(runs)
    .set({
      bookedLb: sql`${runs.bookedLb} - ${bookedLb}::numeric + ${lb}::numeric`,
      bookedBoxes: sql`${runs.bookedBoxes} - ${bookedBoxes} + ${boxes}`,
    })
    .where(eq(runs.id, runId));
}

/** Returns a run's day under the present rules; undefined if it isn't served any more. */
export async function dayOfRun(tx: Transaction, runId: string): Promise<DeliveryDay | undefined> {
  const [run] = await tx
    .select({ zoneId: runs.zoneId, date: runs.date })
    .from(runs)
    .where(eq(runs.id, runId));
  const rules = await readDeliveryRules(tx);
  const zone = rules.zones.find(({ id }) => id === run?.zoneId);
  return run && zone && dayOn(zone, rules.exceptions, run.date);
}

type Run = typeof runs.$inferSelect;

interface FoundRun {
  rules: DeliveryRules;
  /** The database's clock. */
  now: Date;
  zone: ZoneRules;
  day: DeliveryDay;
  run: Run;
  /** The zone's other runs from today on. */
  others: Run[];
  /** Ids of the runs on which the site has another order. */
  shared: Set<string>;
}

/**
 * Returns the run of a day; creates it from the rules in force if this order is the first on it.
 */
async function runAsked(
  tx: Transaction,
  asked: DayAsked,
  load: Load,
  orderId?: string,
): Promise<FoundRun> {
  const around = () =>
    together([readDeliveryRules(tx), databaseTime(tx), sharedRuns(tx, load, orderId)]);
  const [before, seen] = await together([readRun(tx, asked), around()]);
  // Changing a zone's rules locks the zone and updates its existing runs.
  if (!before) await tx.select().from(zones).where(eq(zones.id, asked.zoneId)).for("share");
  const [rules, now, shared] = before ? seen : await around();
  const today = pacificDay(now);
  const isOffered = asked.date >= today && asked.date <= daysAfter(today, daysAhead);
  const zone = rules.zones.find(({ id }) => id === asked.zoneId);
  const day = zone && isOffered ? dayOn(zone, rules.exceptions, asked.date) : undefined;
  if (zone && day && !before) {
    const { zoneId, date, cutOffAt, capStops, capBoxes, capLb: most } = day;
    const capLb = most === null ? null : toPounds(hundredthsLb(most));
    const limits = { capStops, capLb, capBoxes };
    await tx
      .insert(runs)
      .values({ zoneId, date, cutOffAt, ...limits })
      .onConflictDoNothing();
  }
  const open = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.zoneId, asked.zoneId), gte(runs.date, today)));
  const run = open.find(({ date }) => date === asked.date) ?? before;
  const others = open.filter((one) => one !== run);
  if (zone && day && run) return { rules, now, zone, day, run, others, shared };
  const next = zone ? daysToBeHad({ rules, now, zone, others: open, shared }, asked, load) : [];
  throw new DayRefusedError("unserved", asked, next);
}

async function databaseTime(tx: Transaction): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(
    sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
  return new Date(rows[0]?.now ?? Date.now());
}

async function readRun(tx: Transaction, { zoneId, date }: DayAsked): Promise<Run | undefined> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.zoneId, zoneId), eq(runs.date, date)));
  return run;
}

/** Returns the runs that already go to the load's site, not counting the order itself. */
async function sharedRuns(
  tx: Transaction,
  load: Load,
  orderId: string | undefined,
): Promise<Set<string>> {
  const own = await tx
    .selectDistinct({ runId: orders.runId })
    .from(orders)
    .where(and(isNotNull(orders.runId), goesTo(load), isLive(orderId)));
  return new Set(own.flatMap(({ runId }) => (runId ? [runId] : [])));
}

function goesTo({ customerId, shipToId }: Load): SQL | undefined {
  const site = sql`${orders.shipToId} is not distinct from ${shipToId}`;
  return and(eq(orders.customerId, customerId), site);
}

function isLive(apartFrom: string | undefined): SQL | undefined {
  const other = apartFrom === undefined ? undefined : ne(orders.id, apartFrom);
  return and(ne(orders.status, "cancelled"), other);
}

/** Refuses most requests for a full day early, without waiting for the run's lock. */
function refuseFull(found: FoundRun, asked: DayAsked, load: Load): void {
  const refusal = refusalOf(found.run, found, load);
  if (refusal) throw new DayRefusedError(refusal, asked, daysToBeHad(found, asked, load));
}

async function bookLocked(
  tx: Transaction,
  found: FoundRun & { hours: SiteHours | null; stopId: string | null },
  asked: DayAsked,
  load: Load,
  { isForced = false, joinsOut = false, asksFirst = false, order }: BookingOptions,
): Promise<Booking> {
  const { run, day, shared, hours, stopId } = found;
  const isShared = shared.has(run.id);
  const stops = isShared ? 0 : 1;
  // If staff overfilled the day, an order that stays needs no further stop, and less needs no room.
  const stays = order?.runId === run.id && order.shipToId === load.shipToId;
  const isLess = stays && toHundredthsLb(load.lb) <= toHundredthsLb(order.bookedLb);
  const hasNoMoreBoxes = stays && load.boxes <= order.bookedBoxes;
  if (asksFirst) await refuseOver(tx, asked, { ...load, stops });
  const hasRoom = and(
    sql`now() <= ${runs.cutOffAt}`,
    isShared || stays
      ? undefined
      : sql`(${runs.capStops} is null or ${runs.bookedStops} < ${runs.capStops})`,
    isLess
      ? undefined
      : sql`(${runs.capLb} is null or ${runs.bookedLb} + ${load.lb}::numeric <= ${runs.capLb})`,
    hasNoMoreBoxes
      ? undefined
      : sql`(${runs.capBoxes} is null or ${runs.bookedBoxes} + ${load.boxes} <= ${runs.capBoxes})`,
  );
  const [booked] = await tx
    .update(runs)
    .set({
      bookedStops: sql`${runs.bookedStops} + ${stops}`,
      bookedLb: sql`${runs.bookedLb} + ${load.lb}::numeric`,
      bookedBoxes: sql`${runs.bookedBoxes} + ${load.boxes}`,
    })
    .where(
      and(
        eq(runs.id, run.id),
        joinsOut ? ne(runs.state, "done") : eq(runs.state, "planned"),
        eq(runs.isClosed, false),
        isForced ? undefined : hasRoom,
      ),
    )
    .returning({ id: runs.id });
  if (!booked) {
    const now = (await readRun(tx, asked)) ?? run;
    const refusal = refusalOf(now, found, load) ?? "full";
    throw new DayRefusedError(refusal, asked, daysToBeHad(found, asked, load));
  }
  const promised = windowAt(hours, day) ?? day;
  return {
    day,
    zone: found.zone,
    rules: found.rules,
    isShared,
    columns: {
      runId: run.id,
      stopId: stopId ?? (await addStop(tx, run.id, load)),
      bookedLb: load.lb,
      bookedBoxes: load.boxes,
      deliveryKind: day.kind,
      deliveryDay: day.date,
      deliveryFrom: promised.windowFrom,
      deliveryTo: promised.windowTo,
    },
  };
}

/** Returns when somebody is at a load's site; null for a customer without one. */
async function hoursOf(tx: Transaction, { shipToId }: Load): Promise<SiteHours | null> {
  if (shipToId === null) return null;
  const [site] = await tx
    .select(pick(shipTos, "closedOn", "receivesFrom", "receivesTo"))
    .from(shipTos)
    .where(eq(shipTos.id, shipToId));
  return site ?? null;
}

/** Runs under the run's lock, so the second of two concurrent orders sees what the first added. */
async function refuseOver(
  tx: Transaction,
  asked: DayAsked,
  { lb, boxes, stops }: Pick<Load, "lb" | "boxes"> & { stops: number },
): Promise<void> {
  const run = await readRun(tx, asked);
  const by =
    run &&
    overCapacity({
      ...run,
      bookedStops: run.bookedStops + stops,
      bookedLb: toPounds(sumLb([run.bookedLb, lb])),
      bookedBoxes: run.bookedBoxes + boxes,
    });
  if (by) throw new OverCapacityError(by);
}

/** Returns the site's stop on a run; adds it for the site's first order. */
async function stopFor(tx: Transaction, runId: string, load: Load): Promise<string> {
  return (await stopAt(tx, runId, load)) ?? (await addStop(tx, runId, load));
}

async function stopAt(
  tx: Transaction,
  runId: string,
  { customerId, shipToId }: Load,
): Promise<string | null> {
  const [there] = await tx
    .select({ id: runStops.id })
    .from(runStops)
    .where(
      and(
        eq(runStops.runId, runId),
        eq(runStops.customerId, customerId),
        sql`${runStops.shipToId} is not distinct from ${shipToId}`,
      ),
    );
  return there?.id ?? null;
}

async function addStop(
  tx: Transaction,
  runId: string,
  { customerId, shipToId }: Load,
): Promise<string> {
  const [added] = await tx
    .insert(runStops)
    .values({ runId, customerId, shipToId, rank: rankOnRun(runId, shipToId) })
    .returning({ id: runStops.id });
  if (!added) throw new Error("The stop was not stored");
  return added.id;
}

async function releaseLocked(tx: Transaction, order: BookedOrder): Promise<void> {
  if (!order.runId) return;
  const others = sql`exists (select from orders where stop_id = ${order.stopId}::uuid
    and status <> 'cancelled' and id <> ${order.id}::uuid)`;
  await tx
    .update(runs)
    .set({
      bookedStops: sql`${runs.bookedStops} - case when ${others} then 0 else 1 end`,
      bookedLb: sql`${runs.bookedLb} - ${order.bookedLb}::numeric`,
      bookedBoxes: sql`${runs.bookedBoxes} - ${order.bookedBoxes}`,
    })
    .where(eq(runs.id, order.runId));
}

/**
 * Refuses to change what was promised for a day once its cut-off has passed. Orders without a day
 * have no cut-off.
 *
 * @throws DayRefusedError
 */
export async function refuseLate(tx: Transaction, runId: string | null): Promise<void> {
  if (!runId) return;
  const [run] = await tx
    .select({
      zoneId: runs.zoneId,
      date: runs.date,
      hasLeft: sql<boolean>`${runs.state} <> 'planned'`,
      isLate: sql<boolean>`now() > ${runs.cutOffAt}`,
    })
    .from(runs)
    .where(eq(runs.id, runId));
  if (run?.hasLeft) throw new DayRefusedError("left", run, []);
  if (run?.isLate) throw new DayRefusedError("late", run, []);
}

/**
 * Returns why a run refuses a load; null if it takes it, as far as can be told without its lock.
 */
function refusalOf(
  run: Run,
  { now, shared }: Pick<FoundRun, "now" | "shared">,
  { lb, boxes }: Load,
): DayRefusal | null {
  if (run.isClosed) return "unserved";
  if (run.state !== "planned") return "left";
  if (now > run.cutOffAt) return "late";
  const { capStops, capLb, capBoxes, bookedStops, bookedLb, bookedBoxes } = run;
  const needsStop = !shared.has(run.id);
  if (needsStop && capStops !== null && bookedStops >= capStops) return "full";
  if (capBoxes !== null && bookedBoxes + boxes > capBoxes) return "full";
  return capLb !== null && sumLb([bookedLb, lb]) > toHundredthsLb(capLb) ? "full" : null;
}

/** Returns the next days of a zone that have room for a load. */
function daysToBeHad(
  { rules, now, zone, others, shared }: Omit<FoundRun, "day" | "run">,
  asked: DayAsked,
  load: Load,
): DeliveryDay[] {
  return upcomingDays(zone, rules.exceptions, now)
    .filter(({ date, capLb, capBoxes }) => {
      const run = others.find((one) => one.date === date);
      if (run) return refusalOf(run, { now, shared }, load) === null;
      const fits =
        (capLb === null || toHundredthsLb(load.lb) <= capLb) &&
        (capBoxes === null || load.boxes <= capBoxes);
      return date !== asked.date && fits;
    })
    .slice(0, alternatives);
}

/**
 * Gives an order's place on its run to another site, or on another run, whatever became of that; the
 * pounds stay. The caller has locked the order's customers, and after storing the stop it cleans up
 * the old one (`leaveStop`).
 *
 * @returns the stop; null if the order is on no run
 */
export async function rebookFor(
  tx: Transaction,
  order: BookedOrder,
  site: Omit<Load, "lb" | "boxes">,
  runId = order.runId,
): Promise<string | null> {
  if (!runId) return null;
  const load = { ...site, lb: order.bookedLb, boxes: order.bookedBoxes };
  await lockRuns(tx, runId, ...(order.runId ? [order.runId] : []));
  await releaseLocked(tx, order);
  const isShared = (await sharedRuns(tx, load, order.id)).has(runId);
  await tx
    .update(runs)
    .set({
      bookedStops: sql`${runs.bookedStops} + ${isShared ? 0 : 1}`,
      bookedLb: sql`${runs.bookedLb} + ${load.lb}::numeric`,
      bookedBoxes: sql`${runs.bookedBoxes} + ${load.boxes}`,
    })
    .where(eq(runs.id, runId));
  return stopFor(tx, runId, load);
}
