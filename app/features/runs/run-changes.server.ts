import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { goOn, setRunDriver, setRunState } from "#app/domain/delivery/runs/save-runs.server.ts";
import {
  lockRouteOf,
  rankStops,
  stopOrder,
} from "#app/domain/delivery/runs/stop-sequence.server.ts";
import { type Neighbours, placedBetween } from "#app/domain/delivery/runs/stop-sequence.ts";
import { isOrderMailed } from "#app/domain/mail/addressees.server.ts";
import { queueOnItsWayMails } from "#app/domain/ordering/mails/on-its-way-mails.server.ts";
import { letLeave, lockWaiting } from "#app/domain/ordering/transition/leave-orders.server.ts";
import { nameAtStop } from "#app/domain/orders/order-delivery.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { hasHeldPackages } from "#db/schema/meat/recalls.ts";
import { orders } from "#db/schema/orders.ts";
import { heldAmong, packagesOn } from "./reports/held-at-door.server.ts";
import { notForToday } from "./run.ts";

const noSuchRun = "There is no such run.";

/**
 * Moves a stop of a run between two others, and keeps that order for the zone's next runs.
 * Concurrent moves are serialized. For staff who deliver.
 *
 * @throws Refusal if the run or the stop doesn't exist
 */
export function moveStop(
  db: Database,
  staff: Staff<"deliver">,
  runId: string,
  {
    stopId,
    after = "",
    before,
  }: { stopId: string } & Pick<Neighbours, "before"> & Partial<Neighbours>,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(runId)) throw new Refusal("run", noSuchRun);
    await lockRouteOf(tx, runId);
    await lockRun(tx, runId);
    await placeStop(tx, runId, stopId, { after, before }, staff);
  });
}

/**
 * Moves a stop within a run, which it locks with its route, and logs it.
 *
 * @throws Refusal if the stop has left the run, or both its new neighbours have
 */
export async function placeStop(
  tx: Transaction,
  runId: string,
  stopId: string,
  between: Neighbours,
  by: Parameters<typeof recordAudit>[1],
): Promise<void> {
  const stops = await tx
    .select({ id: runStops.id })
    .from(runStops)
    .where(eq(runStops.runId, runId))
    .orderBy(...stopOrder);
  const ids = stops.map(({ id }) => id);
  if (!ids.includes(stopId)) {
    throw new Refusal<ReportRefusal>(
      "gone",
      "This stop is no longer on the run. The order of the others is as it was.",
    );
  }
  const sorted = placedBetween(ids, stopId, between);
  if (!sorted) {
    throw new Refusal<ReportRefusal>(
      "gone",
      "The stops it was put between are no longer on the run. Look at the order again.",
    );
  }
  await rankStops(tx, runId, sorted);
  if (sorted.join() === ids.join()) return;
  await recordAudit(tx, by, { entity: "run", entityId: runId, action: "stops reordered" });
}

/** Sets the driver of a run; empty for none yet. For staff who deliver. */
export function setDriver(
  db: Database,
  staff: Staff<"deliver">,
  runId: string,
  driver: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run.driver === driver) return;
    await setRunDriver(tx, runId, driver);
    await recordAudit(tx, staff, {
      entity: "run",
      entityId: runId,
      action: "driver changed",
      before: { driver: run.driver },
      after: { driver },
    });
  });
}

/**
 * Sends a planned run out and tells the clients of packed orders once that these are on their way,
 * followed by charges and emails that were waiting for it (`letLeave`). Nothing can be booked on it
 * any more. For staff who deliver.
 *
 * @param options.anyDay true if staff confirmed sending out another day's run
 * @throws Refusal if it is out already, is for pickup or another day, or nothing on it is packed
 */
export function sendOut(
  db: Database,
  staff: Staff<"deliver">,
  runId: string,
  shop: Shop,
  { anyDay = false }: { anyDay?: boolean } = {},
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    const ofRun = isUuid(runId) ? eq(orders.runId, runId) : undefined;
    if (ofRun) await lockWaiting(tx, ofRun);
    const run = await lockRun(tx, runId);
    if (run.kind === "pickup") {
      throw new Refusal("run", "These orders are picked up, so nothing is sent out.");
    }
    if (run.state !== "planned") throw new Refusal("run", "This run is out already.");
    const otherDay = notForToday(run.date, pacificDay(new Date()));
    if (otherDay && !anyDay) {
      throw new Refusal(
        "run",
        `This run is ${otherDay}. Press “Start deliveries” again to confirm.`,
      );
    }
    const waiting = await tx.$count(
      orders,
      sql`${orders.runId} = ${runId} and exists (select from run_stops
        where run_stops.id = ${orders.stopId} and run_stops.state = 'waiting')`,
    );
    const stops = await tx.$count(orders, eq(orders.runId, runId));
    if (stops > 0 && waiting === 0) {
      throw new Refusal("run", "Somebody was at each of its stops already.");
    }
    const isSent = await leave(tx, staff, { ...run, id: runId }, shop);
    if (!isSent) {
      throw new Refusal("run", "Nothing on this run is packed yet, so it cannot go out.");
    }
  });
}

/**
 * Records that a planned run has left when its driver reports a stop before anyone sent it out.
 * Clients are told as by `sendOut`. The caller has locked the stop, its orders and its run.
 */
export async function goneOut(
  tx: Transaction,
  by: Actor,
  stop: { id: string; runId: string },
  shop: Shop,
): Promise<void> {
  const run = await lockRun(tx, stop.runId);
  // A report ahead of the day doesn't close the run for clients who still order.
  const isItsDay = run.date <= pacificDay(new Date());
  if (run.kind === "pickup" || run.state !== "planned" || !isItsDay) return;
  await leave(tx, by, { ...run, id: stop.runId, at: stop.id }, shop);
}

/** Returns false if nothing is packed, so that the run stays. The stop `at` gets no email. */
async function leave(
  tx: Transaction,
  by: Actor,
  { id, date, at }: { id: string; date: string; at?: string },
  shop: Shop,
): Promise<boolean> {
  const packed = await tx
    .select({
      id: orders.id,
      number: orders.number,
      stopId: orders.stopId,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
      from: orders.deliveryFrom,
      to: orders.deliveryTo,
      isVisited: sql<boolean>`${runStops.state} <> 'waiting'`,
    })
    .from(orders)
    .innerJoin(runStops, eq(runStops.id, orders.stopId))
    .where(and(eq(orders.runId, id), isPacked));
  if (packed.length === 0) return false;
  await setRunState(tx, id, "out");
  await recordAudit(tx, by, {
    entity: "run",
    entityId: id,
    action: "sent out",
    before: { state: "planned" },
    after: { state: "out" },
  });
  await letLeave(tx, eq(orders.runId, id), shop);
  const held = await heldWhole(tx, id);
  const sent = packed.filter(
    ({ id: orderId, isVisited, stopId }) =>
      !isVisited && stopId !== at && !held.some((one) => one.orderId === orderId),
  );
  const on = { date, today: pacificDay(new Date()), bookedFor: date };
  await queueOnItsWayMails(tx, { ...on, sent }, shop);
  return true;
}

/** Returns the orders of a run that can't be handed over at all, because of holds. */
async function heldWhole(db: Database | Transaction, runId: string) {
  const there = await packagesOn(db, and(eq(orders.runId, runId), isPacked, hasHeldPackages));
  return heldAmong(there).filter(({ isWhole }) => isWhole);
}

/**
 * Returns whom `sendOut` would mail: the number of stops with packed orders whose client can be
 * mailed, the names at the others, and the numbers of orders that are on hold as a whole, whose
 * clients aren't told. For staff who deliver.
 */
export async function whoIsTold(
  db: Database,
  _staff: Staff<"deliver">,
  runId: string,
): Promise<{ told: number; untold: string[]; onHold: number[] }> {
  if (!isUuid(runId)) return { told: 0, untold: [], onHold: [] };
  const held = await heldWhole(db, runId);
  const stops = await db
    .select({
      name: sql<string>`max(${nameAtStop})`,
      isTold: sql<boolean>`bool_or(${isOrderMailed})`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(runStops, eq(runStops.id, orders.stopId))
    .where(
      and(
        ...[eq(orders.runId, runId), isPacked, eq(runStops.state, "waiting")],
        notInArray(
          orders.id,
          held.map(({ orderId }) => orderId),
        ),
      ),
    )
    .groupBy(orders.stopId)
    .orderBy(sql`1`);
  return {
    told: stops.filter(({ isTold }) => isTold).length,
    untold: stops.flatMap(({ isTold, name }) => (isTold ? [] : [name])),
    onHold: held.map(({ number }) => number),
  };
}

const isPacked = inArray(orders.status, ["fulfilled", "delivered"]);

/**
 * Makes a run that was sent out by mistake planned again, if no stop was visited. Clients who were
 * mailed keep their email, and get another when it does go out. For staff who deliver.
 *
 * @throws Refusal if it is not out, or a stop was visited
 */
export function callBack(db: Database, staff: Staff<"deliver">, runId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run.state !== "out") throw new Refusal("run", "This run is not out.");
    const visited = await tx.$count(
      runStops,
      and(eq(runStops.runId, runId), ne(runStops.state, "waiting")),
    );
    if (visited > 0) {
      throw new Refusal("run", "The driver was at a stop already, so this run stays out.");
    }
    await setRunState(tx, runId, "planned");
    await recordAudit(tx, staff, {
      entity: "run",
      entityId: runId,
      action: "called back",
      before: { state: "out" },
      after: { state: "planned" },
    });
  });
}

/**
 * Ends a run that is out, once the driver is back. For staff who deliver.
 *
 * @throws Refusal if it is not out
 */
export function endRun(db: Database, staff: Staff<"deliver">, runId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run.state !== "out") throw new Refusal("run", "This run is not out.");
    await setRunState(tx, runId, "done", staff.userId);
    await recordAudit(tx, staff, {
      entity: "run",
      entityId: runId,
      action: "ended",
      before: { state: "out" },
      after: { state: "done" },
    });
  });
}

/**
 * Resumes a run that has ended, for example for a late order or because staff ended it too early:
 * its driver can report and take back again. Goods weighed back, credits and counts since then stay
 * (`undo-obstacles.server.ts`). For staff who deliver.
 *
 * @throws Refusal if it has not ended, or never left
 */
export function resumeRun(db: Database, staff: Staff<"deliver">, runId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run.state !== "done" || run.departedAt === null) {
      throw new Refusal("run", "This run is not over, so it can’t go on again.");
    }
    await goOn(tx, runId);
    await recordAudit(tx, staff, {
      entity: "run",
      entityId: runId,
      action: "went on",
      before: { state: "done" },
      after: { state: "out" },
    });
  });
}

async function lockRun(tx: Transaction, runId: string) {
  if (!isUuid(runId)) throw new Refusal("run", noSuchRun);
  const [run] = await tx
    .select({
      date: runs.date,
      state: runs.state,
      departedAt: runs.departedAt,
      driver: runs.driver,
      kind: zones.kind,
    })
    .from(runs)
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(eq(runs.id, runId))
    .for("update", { of: runs });
  if (!run) throw new Refusal("run", noSuchRun);
  return run;
}
