import { and, asc, desc, eq, gte, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { runLoad } from "#app/domain/delivery/capacity.server.ts";
import { lastHandOver, type RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { stopOrder } from "#app/domain/delivery/runs/stop-sequence.server.ts";
import { type UndeliveredSettings, undeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import {
  billedLine,
  openInvoicesOf,
  refusedNow,
} from "#app/domain/documents/open-invoices.server.ts";
import { countedDifference, takenOnRun } from "#app/domain/door/cash-up.server.ts";
import { receiptsOfRun } from "#app/domain/door/door-receipts.server.ts";
import type { TemperatureQuestion } from "#app/domain/door/door-settings.ts";
import { openOnRun } from "#app/domain/ledger/allocations.server.ts";
import { isOrderMailed } from "#app/domain/mail/addressees.server.ts";
import { allNotes } from "#app/domain/orders/order.ts";
import { goodsCents } from "#app/domain/orders/order-costs.ts";
import { nameAtStop } from "#app/domain/orders/order-delivery.server.ts";
import { isDueAtStop } from "#app/domain/orders/payment-words.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay, startOfDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { hasHeldPackages } from "#db/schema/meat/recalls.ts";
import { truckLbOf } from "#db/schema/money/door.ts";
import { isPlaced, lbToPack, orderItems, orders } from "#db/schema/orders.ts";
import { isStandingEvent, ordersOffRuns, stopEvents } from "#db/schema/stop-events.ts";
import { type AtDoor, usualAtDoor } from "./at-door.ts";
import { arrivalsOn, arrivingAt } from "./reports/arrivals.server.ts";
import { boxesMovedOn, stopsForBoxes } from "./reports/box-moves.server.ts";
import { daysToComeAgain } from "./reports/come-again.server.ts";
import { heldAmong, packagesOn } from "./reports/held-at-door.server.ts";
import { undoObstacles } from "./reports/undo-obstacles.server.ts";
import type {
  GateCodes,
  HeldOrder,
  MovedOrder,
  Run,
  RunOrder,
  RunStop,
  RunSummary,
} from "./run.ts";

/** Past runs per page of the list. */
const pastLimit = 40;

/** Returns runs from today on, soonest first. For staff who deliver. */
export function comingRuns(
  db: Database,
  _staff: Staff<"deliver">,
  now: Date = new Date(),
): Promise<RunSummary[]> {
  return listed(db, gte(runs.date, pacificDay(now)), asc(runs.date));
}

/**
 * Returns past runs, newest first; with a day, those before it. `isMore` is true if there are older
 * ones. For staff who deliver.
 */
export async function pastRuns(
  db: Database,
  _staff: Staff<"deliver">,
  before: string | null,
  now: Date = new Date(),
): Promise<{ runs: RunSummary[]; isMore: boolean }> {
  const today = pacificDay(now);
  const day = before !== null && before < today ? before : today;
  const found = await listed(db, lt(runs.date, day), desc(runs.date), pastLimit + 1);
  if (found.length <= pastLimit) return { runs: found, isMore: false };
  // Only whole days, because the last day is the cursor of the next page.
  const last = found.at(-1)?.date;
  const whole = found.filter(({ date }) => date !== last);
  return { runs: whole.length > 0 ? whole : found, isMore: true };
}

function listed(
  db: Database,
  which: SQL,
  byDay: SQL,
  limit: number | undefined = undefined,
): Promise<RunSummary[]> {
  const load = db
    .select({
      stops: sql<number>`count(distinct ${orders.stopId})::integer`.as("stops"),
      visited: sql<number>`count(distinct ${orders.stopId}) filter (
        where exists (select from run_stops where run_stops.id = ${orders.stopId} and state <> 'waiting')
      )::integer`.as("visited"),
      unpacked: sql<number>`count(*) filter (where ${orders.status} = 'pending')::integer`.as(
        "unpacked",
      ),
      boxes: sql<number>`coalesce(sum(${boxesOf}), 0)::integer`.as("boxes"),
      orderedLb: sql<string>`coalesce(sum(${orderedLbOf}), 0.00)`.as("ordered_lb"),
      packedLb: sql<string>`coalesce(sum(${packedLbOf}), 0.00)`.as("packed_lb"),
    })
    .from(orders)
    .where(and(eq(orders.runId, runs.id), isPlaced))
    .as("load");
  const found = db
    .select({
      id: runs.id,
      date: runs.date,
      zone: zones.name,
      kind: zones.kind,
      state: runs.state,
      driver: runs.driver,
      stops: load.stops,
      visited: load.visited,
      unpacked: load.unpacked,
      boxes: load.boxes,
      orderedLb: load.orderedLb,
      packedLb: load.packedLb,
      load: runLoad,
      takenCents: takenOnRun.mapWith(Number),
      countedDifference: countedDifference.mapWith(Number),
    })
    .from(runs)
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .innerJoinLateral(load, sql`true`)
    .where(which)
    .orderBy(byDay, asc(zones.name), asc(runs.id));
  return limit === undefined ? found : found.limit(limit);
}

// Refers to the `orders` row of the enclosing query.
const boxesOf = sql<number>`(select count(*) from boxes where boxes.order_id = orders.id
  and exists (select from packages where packages.box_id = boxes.id and voided_at is null))`;
const orderedLbOf = sql<string>`(select sum(${lbToPack}) from order_items where order_items.order_id = orders.id)`;
const packedLbOf = sql<string>`(select sum(packed_lb) from order_items where order_items.order_id = orders.id)`;

/** Returns a run with its stops; null if there is none. For staff who deliver. */
export function getRun(
  db: Database,
  _staff: Staff<"deliver">,
  id: string,
  undelivered: UndeliveredSettings = undeliveredSettings.defaults,
): Promise<Run | null> {
  // Staff may choose days, whatever drivers may do.
  return isUuid(id)
    ? read(db, id, { undelivered: { ...undelivered, driversMove: true }, forOffice: true })
    : Promise.resolve(null);
}

/** Returns the run that a driver's link opens. */
export async function getDriversRun(
  db: Database,
  { runId }: RunDriver,
  { door, undelivered, reach }: AtDoor = usualAtDoor,
): Promise<Run> {
  const { takesOlder: showsOlder, temperature } = door;
  const run = await read(db, runId, { undelivered, showsOlder, temperature, reach });
  if (!run) throw new Error("A link's run is gone");
  return run;
}

interface Shown {
  undelivered: UndeliveredSettings;
  showsOlder?: boolean;
  temperature?: TemperatureQuestion;
  reach?: AtDoor["reach"];
  forOffice?: boolean;
}

async function read(
  db: Database,
  id: string,
  {
    undelivered,
    showsOlder = false,
    temperature = "asked",
    reach = usualAtDoor.reach,
    forOffice = false,
  }: Shown,
): Promise<Run | null> {
  const ofRun = and(eq(orders.runId, id), isPlaced);
  const [
    [run],
    stops,
    booked,
    lines,
    events,
    owed,
    moved,
    held,
    receipts,
    open,
    boxMoves,
    boxStops,
    undecided,
    takenOver,
    notices,
    obstacles,
  ] = await Promise.all([
    db
      .select({
        id: runs.id,
        date: runs.date,
        zoneId: runs.zoneId,
        zone: zones.name,
        kind: zones.kind,
        place: zones.place,
        state: runs.state,
        driver: runs.driver,
        departedAt: runs.departedAt,
        endedAt:
          sql`case when ${runs.endedBy} is not null and ${runs.state} = 'done' then ${runs.doneAt} end`.mapWith(
            runs.doneAt,
          ),
        load: runLoad,
      })
      .from(runs)
      .innerJoin(zones, eq(zones.id, runs.zoneId))
      .where(eq(runs.id, id)),
    db
      .select({
        id: runStops.id,
        customerId: runStops.customerId,
        state: runStops.state,
        visitedAt: runStops.visitedAt,
        phone: customers.phone,
        termsKind: customers.termsKind,
        invoicePer: customers.invoicePer,
        otherRuns: sql<string[]>`array(select distinct others.zone_id || ' ' || others.date
          from orders join runs as others on others.id = orders.run_id
          where orders.customer_id = ${runStops.customerId}
            and orders.ship_to_id is not distinct from ${runStops.shipToId}
            and orders.status <> 'cancelled' and others.id <> ${runStops.runId})`,
        // Read live, so that what the office writes today reaches today's driver.
        siteNotes: sql<string | null>`(select notes from ship_tos where id = ${runStops.shipToId})`,
        sitePhotos: sql<string[]>`array(select attachment_id from site_photos
          where site_id = ${runStops.shipToId} order by added_at)`,
      })
      .from(runStops)
      .innerJoin(customers, eq(customers.id, runStops.customerId))
      .where(eq(runStops.runId, id))
      .orderBy(...stopOrder),
    db
      .select({
        id: orders.id,
        number: orders.number,
        stopId: orders.stopId,
        status: orders.status,
        paymentWay: orders.paymentWay,
        from: orders.deliveryFrom,
        to: orders.deliveryTo,
        name: nameAtStop,
        address: orders.deliveryAddress,
        postalCode: orders.deliveryPostalCode,
        phone: orders.deliveryPhone,
        notes: orders.deliveryNotes,
        isMailed: isOrderMailed,
        orderNotes: orders.notes,
        standingNotes: orders.standingNotes,
        totalPrice: orders.totalPrice,
        boxes: sql<number>`${boxesOf}::integer`,
        orderedLb: sql<string>`coalesce(${orderedLbOf}, 0.00)`,
        packedLb: sql<string>`coalesce(${packedLbOf}, 0.00)`,
        estimates: sql<string[]>`array(select subtotal::text from order_items
          where order_items.order_id = orders.id and substitutes_item_id is null)`,
      })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(ofRun)
      .orderBy(asc(orders.placedAt), asc(orders.id)),
    db
      .select({
        id: orderItems.id,
        orderId: orderItems.orderId,
        productName: orderItems.productName,
        packedLb: orderItems.packedLb,
        weighedLb: truckLbOf,
        billed: billedLine,
      })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(and(ofRun, sql`${orderItems.packState} in ('open', 'packed', 'short')`))
      .orderBy(asc(orderItems.orderId), asc(orderItems.position)),
    standingEvents(db, id),
    openInvoicesOf(db, ofRun),
    movedFrom(db, id),
    heldOn(db, id),
    receiptsOfRun(db, id),
    openOnRun(db, id),
    boxesMovedOn(db, id),
    forOffice ? stopsForBoxes(db, id) : [],
    refusedNow(db, ofRun),
    lastHandOver(db, id),
    arrivalsOn(db, id),
    undoObstacles(db, ofRun),
  ]);
  if (!run) return null;
  const { secondFee, driversMove, neighbours } = undelivered;
  const days = driversMove ? await daysToComeAgain(db, run) : [];
  const openCents = new Map<string, number>();
  for (const { orderId, openCents: cents } of owed) {
    openCents.set(orderId, (openCents.get(orderId) ?? 0) + cents);
  }
  return {
    ...run,
    takenOver,
    moved,
    held,
    receipts,
    boxMoves,
    boxStops,
    choices: { days, secondFee, neighbours, temperature },
    stops: stops.flatMap((found) => {
      const { termsKind, invoicePer, phone, siteNotes, ...stop } = found;
      const here = booked.filter(({ stopId }) => stopId === stop.id);
      const latest = here.at(-1);
      if (!latest) return [];
      const reported = events.filter(({ stopId }) => stopId === stop.id);
      const visit = reported.findLast(
        ({ kind, orderItemId }) =>
          ["delivered", "not_home", "kept"].includes(kind) && orderItemId === null,
      );
      const due = dueOrders(run, here);
      const refused = reported.filter(({ kind }) => kind === "refused");
      const kept = reported.filter(({ kind }) => kind === "kept");
      const notOwed = sumCents(
        undecided.filter(({ orderId }) => due.some(({ id }) => id === orderId)),
        ({ cents }) => cents,
      );
      const openHere = sumCents(here, ({ id }) => Math.max(0, openCents.get(id) ?? 0));
      const older = Math.max(0, (open.get(stop.customerId) ?? 0) - openHere);
      const whole: RunStop = {
        ...stop,
        name: latest.name,
        address: latest.address,
        postalCode: latest.postalCode,
        phone: latest.phone || phone,
        notes: siteNotes || latest.notes,
        // Orders packed or added after the visit still wait; those kept back don't.
        state:
          stop.state === "delivered" &&
          here.some(
            ({ id: order, status }) =>
              status === "fulfilled" &&
              !held.some(({ id: heldId, isWhole }) => heldId === order && isWhole),
          )
            ? "waiting"
            : stop.state,
        arriving: arrivingAt(
          { phone: latest.phone || phone, isMailed: here.some(({ isMailed }) => isMailed) },
          reach,
          notices.find(({ stopId }) => stopId === stop.id),
        ),
        undoObstacle: obstacles.get(stop.id)?.message ?? "",
        from: least(here.map(({ from }) => from)),
        to: most(here.map(({ to }) => to)),
        receivedBy: visit?.receivedBy ?? "",
        leftWith: visit?.leftWith ?? null,
        note: visit?.note ?? "",
        temperatureC: visit?.temperatureC ?? null,
        signatureId: visit?.signatureId ?? null,
        photoId: visit?.photoId ?? null,
        toCollect: !isCollected({ termsKind, invoicePer }, due, openCents)
          ? null
          : {
              cents:
                sumCents(
                  due,
                  ({ id, status, totalPrice }) =>
                    openCents.get(id) ?? (status === "pending" ? toCents(totalPrice) : 0),
                ) - notOwed,
              refusedCents: notOwed,
              isFinal: due.every(({ status }) => status !== "pending"),
            },
        olderCents: showsOlder ? older : 0,
        owesOlder: !showsOlder && older > 0,
        isBilledByOrder: invoicePer === "order",
        orders: here.map(
          ({ id, number, status, boxes, orderedLb, packedLb, estimates, ...order }) => ({
            goodsCents: goodsCents(estimates.map((amount) => ({ cents: toCents(amount) }))),
            id,
            number,
            boxes,
            orderedLb,
            packedLb,
            notes: allNotes({ ...order, notes: order.orderNotes }),
            status: status as RunOrder["status"],
            lines: lines
              .filter(({ orderId }) => orderId === id)
              .map(({ orderId: _, ...line }) => ({
                ...line,
                refusedLb: lbOf(refused, line.id),
                keptLb: lbOf(kept, line.id),
              })),
          }),
        ),
      };
      return [whole];
    }),
  };
}

/** Returns the pounds of a line that reports say came back. */
function lbOf(
  reports: readonly { orderItemId: string | null; refusedLb: string | null }[],
  lineId: string,
): string {
  const own = reports.filter(({ orderItemId }) => orderItemId === lineId);
  return toPounds(sumLb(own.map(({ refusedLb }) => refusedLb ?? "0")));
}

/**
 * Returns the orders that are paid for at a stop. Once the run went out, an order that was not packed
 * is not on the truck, so nothing is collected for it; before, its estimate counts.
 */
function dueOrders<Order extends { status: string }>(
  { state }: Pick<Run, "state">,
  here: readonly Order[],
): Order[] {
  return here.filter(({ status }) => state === "planned" || status !== "pending");
}

/** True if the driver collects something for these orders. */
function isCollected(
  terms: { termsKind: string; invoicePer: string },
  here: readonly { id: string; paymentWay: string | null }[],
  openCents: ReadonlyMap<string, number>,
): boolean {
  const open = here.map(({ id, paymentWay }) => ({
    paymentWay,
    openCents: openCents.get(id) ?? 0,
  }));
  return here.length > 0 && isDueAtStop(terms, open);
}

/** Returns orders of a run with packages of lots on hold, not handed over yet. */
async function heldOn(db: Database, runId: string): Promise<HeldOrder[]> {
  const held = await db
    .select({ id: orders.id, number: orders.number, name: nameAtStop })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        eq(orders.runId, runId),
        inArray(orders.status, ["pending", "fulfilled"]),
        hasHeldPackages,
      ),
    );
  const byId = new Map(held.map((one) => [one.id, one]));
  if (byId.size === 0) return [];
  const there = await packagesOn(db, inArray(orders.id, [...byId.keys()]));
  return heldAmong(there).flatMap(({ orderId, ...kept }) => {
    const order = byId.get(orderId);
    return order ? [{ ...kept, ...order }] : [];
  });
}

/** Returns orders that left a run while it was out and didn't come back to it. */
async function movedFrom(db: Database, runId: string): Promise<MovedOrder[]> {
  const found = await db
    .select({
      id: orders.id,
      number: orders.number,
      name: nameAtStop,
      kind: orders.deliveryKind,
      day: orders.deliveryDay,
      // The driver's report takes the order off first, a moment before it is written.
      isByDriver: sql<boolean>`exists (select from stop_events
        join run_stops on run_stops.id = stop_events.stop_id
        where run_stops.run_id = ${ordersOffRuns.runId}
          and run_stops.customer_id = ${orders.customerId}
          and stop_events.kind = 'moved' and stop_events.link_id is not null
          and stop_events.recorded_at >= ${ordersOffRuns.takenOffAt}
          and stop_events.recorded_at < ${ordersOffRuns.takenOffAt} + interval '10 seconds')`,
      isOut: sql<boolean>`(${orders.status} not in ('pending', 'fulfilled') or exists (
        select from runs as next where next.id = ${orders.runId} and next.state <> 'planned'))`,
    })
    .from(ordersOffRuns)
    .innerJoin(orders, eq(orders.id, ordersOffRuns.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(ordersOffRuns.runId, runId), sql`${orders.runId} is distinct from ${runId}`))
    .orderBy(asc(ordersOffRuns.takenOffAt), asc(orders.id));
  return found.map(({ kind, day, ...order }) => ({
    ...order,
    to: kind && day ? { kind, day } : null,
  }));
}

/** Returns reports of a run's stops that weren't taken back, oldest first. */
function standingEvents(db: Database, runId: string) {
  return db
    .select({
      stopId: stopEvents.stopId,
      kind: stopEvents.kind,
      receivedBy: stopEvents.receivedBy,
      leftWith: stopEvents.leftWith,
      note: stopEvents.note,
      temperatureC: stopEvents.temperatureC,
      orderItemId: stopEvents.orderItemId,
      refusedLb: stopEvents.refusedLb,
      signatureId: stopEvents.signatureId,
      photoId: stopEvents.photoId,
    })
    .from(stopEvents)
    .innerJoin(runStops, eq(runStops.id, stopEvents.stopId))
    .where(and(eq(runStops.runId, runId), ne(stopEvents.kind, "undone"), isStandingEvent))
    .orderBy(asc(stopEvents.recordedAt), asc(stopEvents.id));
}

function least(times: (string | null)[]): string {
  return times.filter((time) => time !== null).sort()[0] ?? "";
}

function most(times: (string | null)[]): string {
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? ""
  );
}

/** Returns the customer at a stop of a driver's run; null if it is on another run. */
export async function customerAtStop(
  db: Database,
  { runId }: RunDriver,
  stopId: string,
): Promise<string | null> {
  if (!isUuid(stopId)) return null;
  const [stop] = await db
    .select({ customerId: runStops.customerId })
    .from(runStops)
    .where(and(eq(runStops.id, stopId), eq(runStops.runId, runId)));
  return stop?.customerId ?? null;
}

/**
 * Returns gate and door codes of a run's stops, for anyone with its link while the run is open.
 * Kept apart from the run, whose page is cached on phones.
 */
export async function gateCodesOf(db: Database, { runId }: RunDriver): Promise<GateCodes> {
  const found = await db
    .select({ stopId: runStops.id, code: shipTos.gateCode, date: runs.date })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .innerJoin(shipTos, eq(shipTos.id, runStops.shipToId))
    .where(and(eq(runs.id, runId), ne(runs.state, "done"), ne(shipTos.gateCode, "")));
  const [first] = found;
  return {
    byStop: Object.fromEntries(found.map(({ stopId, code }) => [stopId, code])),
    until: first ? startOfDay(daysAfter(first.date, 2)).getTime() : 0,
  };
}
