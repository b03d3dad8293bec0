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

export interface Load {
  customerId: string;
  /** Null for a customer without a site. */
  shipToId: string | null;
  /** Pounds at the promised maximum, e.g. "12.50". */
  lb: string;
  /** Expected boxes, or actual ones once packed. */
  boxes: number;
}

export interface Booking {
  day: DeliveryDay;
  zone: ZoneRules;
  rules: DeliveryRules;
  /** True if another order goes to the same site on the same run. */
  isShared: boolean;
  columns: Required<
    Pick<typeof orders.$inferInsert, "runId" | "stopId" | "bookedLb" | "bookedBoxes">
  > &
    Pick<
      typeof orders.$inferInsert,
      "deliveryKind" | "deliveryDay" | "deliveryFrom" | "deliveryTo"
    >;
}

export type BookedOrder = Pick<
  typeof orders.$inferSelect,
  "id" | "customerId" | "shipToId" | "runId" | "stopId" | "bookedLb" | "bookedBoxes"
>;

/** `late`: the cut-off has passed. `left`: the run has left. `unserved`: there is no such day. */
export type DayRefusal = "full" | "late" | "left" | "unserved";

/** The day isn't available and nothing was booked. Answered with a 409. */
export class DayRefusedError extends Error {
  override readonly name = "DayRefusedError";
  readonly reason: DayRefusal;
  readonly asked: DayAsked;
  /** The next two available days. */
  readonly next: DeliveryDay[];

  constructor(reason: DayRefusal, asked: DayAsked, next: DeliveryDay[]) {
    super(`The day ${asked.date} is ${reason}`);
    this.reason = reason;
    this.asked = asked;
    this.next = next;
  }
}

export class OverCapacityError extends Error {
  override readonly name = "OverCapacityError";
  /** The exceeded limits, in words (`overCapacity`). */
  readonly by: string;

  constructor(by: string) {
    super(`The run would be over its capacity: ${by}`);
    this.by = by;
  }
}

interface BookingOptions {
  /** True for staff who override cut-off and capacity; a run that has left stays refused. */
  isForced?: boolean;
  /** True for staff who may add to a run that is out, but not to one that is back. */
  joinsOut?: boolean;
  /** True to refuse going over capacity until the user has confirmed. */
  asksFirst?: boolean;
  /** The order being moved, if any; it gives up its current booking. */
  order?: BookedOrder;
}

const alternatives = 2;

/** True if there are days to order for. Otherwise orders are placed without a day. */
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
 * is in time. A second order of a site on the same run adds pounds but no stop.
 *
 * An order's current stop is given up in the same step, or nothing changes; after storing the
 * columns, the caller cleans the old stop up (`leaveStop`). An order that stays at its stop needs
 * room only for what it adds.
 *
 * @throws DayRefusedError, also when the cut-off of the order's current day has passed;
 *   OverCapacityError if `asksFirst` is set and the run would exceed its capacity
 */
export async function bookStop(
  tx: Transaction,
  asked: DayAsked,
  load: Load,
  { isForced = false, joinsOut = false, asksFirst = false, order }: BookingOptions = {},
): Promise<Booking> {
  const found = await runAsked(tx, asked, load, order?.id);
  if (!isForced && !order) refuseFull(found, asked, load);
  // Statements sent behind the lock read under it: nobody else can add the site's first stop then.
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

/** Takes an order's booking off its run. The caller stores that and cleans up (`leaveStop`). */
export async function unbook(tx: Transaction, order: BookedOrder): Promise<void> {
  if (order.runId) await lockRuns(tx, order.runId);
  await releaseLocked(tx, order);
}

/**
 * Locks an order's run together with that of another day, for callers that take the order off its
 * run before they book the other for somebody else. A run that doesn't exist yet is locked when it
 * is booked.
 */
export async function lockRunsOf(
  tx: Transaction,
  { runId }: Pick<BookedOrder, "runId">,
  asked: DayAsked | null,
): Promise<void> {
  const other = asked ? await readRun(tx, asked) : undefined;
  await lockRuns(tx, ...[runId, other?.id].flatMap((id) => id ?? []));
}

/** Changes an order's pounds and boxes on its run, even beyond capacity and cut-off. */
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
  now: Date;
  zone: ZoneRules;
  day: DeliveryDay;
  run: Run;
  /** The zone's other runs from today on. */
  others: Run[];
  /** The runs on which the site has another order. */
  shared: Set<string>;
}

/** Returns a day's run; creates it from the current rules for the first order. */
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

/** Returns the runs that already go to the load's site, apart from the order's own. */
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

/** Refuses most requests for a full day without waiting for the run's lock. */
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
  // On an overfilled day, an order that stays adds no stop, and a smaller one needs no room.
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

async function hoursOf(tx: Transaction, { shipToId }: Load): Promise<SiteHours | null> {
  if (shipToId === null) return null;
  const [site] = await tx
    .select(pick(shipTos, "closedOn", "receivesFrom", "receivesTo"))
    .from(shipTos)
    .where(eq(shipTos.id, shipToId));
  return site ?? null;
}

/** Reads under the run's lock, so the second of two concurrent orders sees what the first added. */
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

/** Refuses once the cut-off of an order's day, if any, has passed. @throws DayRefusedError */
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

/** Returns why a run refuses a load, as far as can be told without its lock. */
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
 * Moves an order's place to another site or run, even one that has left; its pounds stay. The
 * caller has locked the order's customers and cleans the old stop up after storing the new one
 * (`leaveStop`).
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
