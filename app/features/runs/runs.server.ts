import { and, asc, eq, inArray, ne, not, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { runLoad } from "#app/domain/delivery/capacity.server.ts";
import { isJoinedSince } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import { lastHandOver, type RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { stopOrder } from "#app/domain/delivery/runs/stop-sequence.server.ts";
import { type UndeliveredSettings, undeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import {
  billedLine,
  openInvoicesOf,
  refusedNow,
} from "#app/domain/documents/open-invoices.server.ts";
import type { TemperatureQuestion } from "#app/domain/door/door-settings.ts";
import { receiptsOfRun } from "#app/domain/door/stored-receipts.server.ts";
import { openInvoicesOnRun, openOnRun } from "#app/domain/ledger/allocations.server.ts";
import { heldWithClients } from "#app/domain/lots/holds/held-with-clients.server.ts";
import { isOrderMailed } from "#app/domain/mail/addressees.server.ts";
import { allNotes } from "#app/domain/orders/order.ts";
import { codeOfMost, goodsCents } from "#app/domain/orders/order-costs.ts";
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
import { isPlaced, orderItems, orders } from "#db/schema/orders.ts";
import { type AtDoor, usualAtDoor } from "./at-door.ts";
import { arrivalsOn, arrivingAt } from "./reports/arrivals.server.ts";
import { boxesMovedOn, stopsForBoxes } from "./reports/box-moves.server.ts";
import { daysToComeAgain } from "./reports/come-again.server.ts";
import { heldAmong, packagesOn } from "./reports/held-at-door.server.ts";
import { undoObstacles } from "./reports/undo-obstacles.server.ts";
import { settledOnRun } from "./reports/unrecorded.server.ts";
import { visitsAt } from "./reports/visits.ts";
import type { GateCodes, HeldOrder, Run, RunOrder, RunStop } from "./run.ts";
import { missedStops, movedFrom, standingEvents } from "./run-history.server.ts";
import { loadedBoxesOf, loadedLbOf, loadedLbOfLine, orderedLbOf } from "./run-lists.server.ts";

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
    there,
    lines,
    events,
    owed,
    off,
    held,
    receipts,
    open,
    openInvoices,
    boxMoves,
    boxStops,
    undecided,
    takenOver,
    notices,
    obstacles,
    handedOver,
    settled,
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
        shipToId: runStops.shipToId,
        state: runStops.state,
        visitedAt: runStops.visitedAt,
        phone: customers.phone,
        client: sql<string>`coalesce(nullif(${customers.companyName}, ''),
          nullif(${customers.contactName}, ''), 'Unknown Client')`,
        siteAddress: sql<
          string | null
        >`(select address from ship_tos where id = ${runStops.shipToId})`,
        sitePostalCode: sql<
          string | null
        >`(select postal_code from ship_tos where id = ${runStops.shipToId})`,
        termsKind: customers.termsKind,
        invoicePer: customers.invoicePer,
        otherRuns: sql<string[]>`array(select distinct others.zone_id || ' ' || others.date
          from orders join runs as others on others.id = orders.run_id
          where orders.customer_id = ${runStops.customerId}
            and orders.ship_to_id is not distinct from ${runStops.shipToId}
            and orders.status <> 'cancelled' and others.id <> ${runStops.runId})`,
        // Read live, so that the office's notes of today reach today's driver.
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
        deliveredAt: orders.deliveredAt,
        isLeftBehind,
        isJoinedSince,
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
        boxes: sql<number>`${loadedBoxesOf}::integer`,
        orderedLb: sql<string>`coalesce(${orderedLbOf}, 0.00)`,
        packedLb: loadedLbOf,
        goods: sql<{ subtotal: string; taxCode: string }[]>`(
          select coalesce(json_agg(json_build_object('subtotal', subtotal::text, 'taxCode', tax_code)), '[]')
          from order_items where order_items.order_id = orders.id and substitutes_item_id is null)`,
      })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(ofRun)
      .orderBy(asc(orders.number)),
    db
      .select({
        id: orderItems.id,
        orderId: orderItems.orderId,
        productName: orderItems.productName,
        packedLb: loadedLbOfLine,
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
    openOnRun(db, id, pacificDay(new Date())),
    openInvoicesOnRun(db, id),
    boxesMovedOn(db, id),
    forOffice ? stopsForBoxes(db, id) : [],
    refusedNow(db, ofRun),
    lastHandOver(db, id),
    arrivalsOn(db, id),
    undoObstacles(db, ofRun),
    heldWithClients(db, eq(orders.runId, id)),
    settledOnRun(db, id),
  ]);
  if (!run) return null;
  const { secondFee, driversMove, neighbours } = undelivered;
  const days = driversMove ? await daysToComeAgain(db, run) : [];
  const sumsOf = (invoices: typeof owed) => {
    const sums = new Map<string, number>();
    for (const { orderId, openCents: cents } of invoices) {
      sums.set(orderId, (sums.get(orderId) ?? 0) + cents);
    }
    return sums;
  };
  const openCents = sumsOf(owed);
  // Nobody pays at the door for an amount that is due later by the terms of its invoice.
  const dueCents = sumsOf(owed.filter(({ dueFrom }) => dueFrom <= run.date));
  const booked = there.filter((order) => !order.isLeftBehind);
  return {
    ...run,
    leftBehind: there
      .filter((order) => order.isLeftBehind)
      .map(({ id, number, name }) => ({ id, number, name })),
    takenOver,
    moved: off.flatMap(({ isWhileOut, at: _, ...order }) =>
      isWhileOut || order.isByDriver ? [order] : [],
    ),
    missed: missedStops(stops, { booked, events, off }),
    held,
    handedOver,
    settled,
    receipts: receipts.map(({ olderCents, settles, ...receipt }) => ({
      ...receipt,
      settles: showsOlder || forOffice ? settles : [],
      olderCents: showsOlder ? olderCents : 0,
      isForOlder: !showsOlder && olderCents > 0,
    })),
    boxMoves,
    boxStops,
    choices: { days, secondFee, neighbours, temperature },
    stops: stops.flatMap((found) => {
      const {
        termsKind,
        invoicePer,
        phone,
        siteNotes,
        client: _,
        siteAddress: __,
        sitePostalCode: ___,
        ...stop
      } = found;
      const here = booked.filter(({ stopId }) => stopId === stop.id);
      const latest = here.at(-1);
      if (!latest) return [];
      const reported = events.filter(({ stopId }) => stopId === stop.id);
      const visits = visitsAt(reported, here);
      const state = stateNow(stop, here, held);
      const visit = visits.findLast((one) => one.state === state);
      const due = dueOrders(run, here).filter(({ id }) => dueCents.has(id) || !openCents.has(id));
      const refused = reported.filter(({ kind }) => kind === "refused");
      const kept = reported.filter(({ kind }) => kind === "kept");
      const notOwed = sumCents(
        undecided.filter(({ orderId }) => due.some(({ id }) => id === orderId)),
        ({ cents }) => cents,
      );
      const openHere = sumCents(here, ({ id }) => Math.max(0, openCents.get(id) ?? 0));
      const account = open.get(stop.customerId) ?? { openCents: 0, overdueCents: 0 };
      const older = Math.max(0, account.openCents - openHere);
      // Customers who pay nothing at the door may hand over a cheque, and choose its invoices.
      const isOnTerms = !isCollected({ termsKind, invoicePer }, due, dueCents);
      const ofStop = new Set(
        owed.flatMap(({ orderId, number }) =>
          here.some(({ id }) => id === orderId) ? number : [],
        ),
      );
      const knowsAll = showsOlder || forOffice || isOnTerms;
      const whole: RunStop = {
        ...stop,
        name: latest.name,
        address: latest.address,
        postalCode: latest.postalCode,
        phone: latest.phone || phone,
        notes: siteNotes || latest.notes,
        state,
        visitedAt: state === "waiting" ? null : (visit?.at ?? stop.visitedAt),
        earlier: visits.filter((one) => one !== visit),
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
        toCollect: isOnTerms
          ? null
          : {
              cents:
                sumCents(
                  due,
                  ({ id, status, totalPrice }) =>
                    dueCents.get(id) ?? (status === "pending" ? toCents(totalPrice) : 0),
                ) - notOwed,
              refusedCents: notOwed,
              isFinal: due.every(({ status }) => status !== "pending"),
            },
        olderCents: showsOlder ? older : 0,
        owesOlder: !showsOlder && older > 0,
        accountCents: knowsAll ? account.openCents : 0,
        overdueCents: knowsAll ? account.overdueCents : 0,
        openInvoices: (openInvoices.get(stop.customerId) ?? []).map(({ cents, ...invoice }) => {
          const isHere = ofStop.has(invoice.number);
          return { ...invoice, cents: knowsAll || isHere ? cents : null, isHere };
        }),
        isBilledByOrder: invoicePer === "order",
        orders: here.map(({ id, number, status, boxes, orderedLb, packedLb, goods, ...order }) => ({
          ...goodsFacts(goods),
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
        })),
      };
      return [whole];
    }),
  };
}

/**
 * Returns the state of a stop by its present orders. Orders packed or added after the visit still
 * wait, whatever its result; kept back ones don't. Once the undelivered ones are moved, the rest
 * was delivered.
 */
function stateNow(
  { state }: Pick<RunStop, "state">,
  here: readonly { id: string; status: string; isJoinedSince: boolean }[],
  held: readonly Pick<HeldOrder, "id" | "isWhole">[],
): RunStop["state"] {
  if (state === "waiting") return state;
  const isWaiting = here.some(
    ({ id, status, isJoinedSince: isNew }) =>
      status === "fulfilled" &&
      (isNew || state === "delivered") &&
      !held.some((one) => one.id === id && one.isWhole),
  );
  if (isWaiting) return "waiting";
  return here.every(({ status }) => status === "delivered") ? "delivered" : state;
}

/** Returns an order's facts for a delivery fee: the goods' cents, and their tax code. */
function goodsFacts(goods: readonly { subtotal: string; taxCode: string }[]) {
  const lines = goods.map(({ subtotal, taxCode }) => ({ cents: toCents(subtotal), taxCode }));
  return { goodsCents: goodsCents(lines), goodsTaxCode: codeOfMost(lines) };
}

/** Returns the pounds of a line that came back by these reports. */
function lbOf(
  reports: readonly { orderItemId: string | null; refusedLb: string | null }[],
  lineId: string,
): string {
  const own = reports.filter(({ orderItemId }) => orderItemId === lineId);
  return toPounds(sumLb(own.map(({ refusedLb }) => refusedLb ?? "0")));
}

/**
 * Returns the orders that are paid for at a stop. Once the run is out, an unpacked order is not on
 * the truck, so nothing is collected for it; before that, its estimate counts.
 */
function dueOrders<Order extends { status: string }>(
  { state }: Pick<Run, "state">,
  here: readonly Order[],
): Order[] {
  return here.filter(({ status }) => state === "planned" || status !== "pending");
}

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
        not(isLeftBehind),
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

/** Returns a run's codes, for anyone with its link; the run's page, which is cached, has none. */
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
