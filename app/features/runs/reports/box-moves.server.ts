import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { ReportOf, ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import type { RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { insertBoxMove } from "#app/domain/delivery/runs/save-runs.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockStopWhole, transactionWithRetry } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { isPlaced, orders } from "#db/schema/orders.ts";
import { boxes } from "#db/schema/packages.ts";
import { boxMoves } from "#db/schema/stop-events.ts";
import type { BoxElsewhere } from "../run.ts";
import { happened, type Reporter } from "./reported-stop.server.ts";

interface WantedBox {
  requestId: string;
  stopId: string;
  orderId: string;
  box: number;
  toStopId: string;
  note: string;
}

/**
 * Moves a box to another stop of the same client on the run, or back to its own.
 *
 * @throws Refusal
 */
export async function recordBox(
  tx: Transaction,
  by: Reporter,
  driver: RunDriver,
  report: ReportOf<"box">,
): Promise<void> {
  await lockStopWhole(tx, report.stopId);
  if (await isMoved(tx, report)) return;
  const [from, to] = await stopsOf(tx, report);
  if (from?.runId !== driver.runId || to?.runId !== driver.runId) {
    throw new Refusal<ReportRefusal>("gone", "This stop is no longer on your run.");
  }
  await move(tx, by, [from, to], report, happened(report.at, by));
}

/**
 * Like `recordBox`, but a box left behind may also go with another run. For staff who deliver.
 *
 * @throws Refusal
 */
export function moveBox(
  db: Database,
  staff: Staff<"deliver">,
  runId: string,
  wanted: WantedBox,
): Promise<void> {
  const by: Reporter = {
    event: { recordedBy: staff.userId },
    audit: { userId: staff.userId, email: staff.email, as: "deliver" },
    since: new Date(0),
  };
  return transactionWithRetry(db, async (tx) => {
    const ids = [wanted.stopId, wanted.toStopId, wanted.orderId, wanted.requestId];
    if (!ids.every(isUuid)) throw gone;
    await lockStopWhole(tx, wanted.stopId);
    if (await isMoved(tx, wanted)) return;
    const [from, to] = await stopsOf(tx, wanted);
    if (from?.runId !== runId || !to) throw gone;
    await move(tx, by, [from, to], wanted, new Date());
  });
}

const gone = new Refusal<ReportRefusal>(
  "gone",
  "This stop is no longer there. Nothing was changed.",
);

async function isMoved(tx: Transaction, { requestId }: Pick<WantedBox, "requestId">) {
  return (await tx.$count(boxMoves, eq(boxMoves.requestId, requestId))) > 0;
}

async function stopsOf(tx: Transaction, { stopId, toStopId }: WantedBox | ReportOf<"box">) {
  const found = await tx
    .select({
      id: runStops.id,
      runId: runStops.runId,
      state: runStops.state,
      accountId: customers.accountId,
      runState: runs.state,
    })
    .from(runStops)
    .innerJoin(customers, eq(customers.id, runStops.customerId))
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .where(inArray(runStops.id, [stopId, toStopId]));
  return [stopId, toStopId].map((id) => found.find((one) => one.id === id));
}

type StopFacts = NonNullable<Awaited<ReturnType<typeof stopsOf>>[number]>;

async function move(
  tx: Transaction,
  by: Reporter,
  [from, to]: [StopFacts, StopFacts],
  { requestId, orderId, box: number, note }: WantedBox | ReportOf<"box">,
  movedAt: Date,
): Promise<void> {
  if (from.accountId !== to.accountId) {
    throw new Refusal<ReportRefusal>(
      "not offered",
      "That stop is another client’s. A box stays with who ordered it: report it as refused, and the office decides.",
    );
  }
  if (to.state === "delivered" || to.runState === "done") {
    throw new Refusal<ReportRefusal>("too late", "Somebody was at that stop already.");
  }
  const [box] = await tx
    .select({ id: boxes.id, orderId: boxes.orderId, status: orders.status })
    .from(boxes)
    .innerJoin(orders, eq(orders.id, boxes.orderId))
    .where(and(eq(boxes.orderId, orderId), eq(boxes.number, number), eq(orders.stopId, from.id)));
  if (!box) throw new Refusal<ReportRefusal>("gone", "This box is not on the stop.");
  if (box.status === "delivered" && to.id !== from.id) {
    throw new Refusal<ReportRefusal>(
      "already delivered",
      "This order was reported as delivered. Take that back first.",
    );
  }
  await insertBoxMove(tx, {
    requestId,
    boxId: box.id,
    fromStopId: from.id,
    toStopId: to.id,
    note: note.slice(0, 500),
    movedAt,
    ...("linkId" in by.event ? { linkId: by.event.linkId } : { movedBy: by.event.recordedBy }),
  });
  await recordAudit(tx, by.audit, {
    entity: "order",
    entityId: orderId,
    action: "box moved",
    after: { box: number, note },
  });
}

const places = {
  orderId: boxes.orderId,
  number: orders.number,
  box: boxes.number,
  fromStopId: boxMoves.fromStopId,
  toStopId: boxMoves.toStopId,
  toRunId: runs.id,
  isOut: sql<boolean>`${runs.state} <> 'planned'`,
  date: runs.date,
  address: sql<string>`coalesce((select max(there.delivery_address) from orders there
    where there.stop_id = ${boxMoves.toStopId}), '')`,
  note: boxMoves.note,
};

/** Matches each box's latest move; earlier ones no longer apply. */
const isLatest = sql`not exists (select from box_moves later where later.box_id = ${boxMoves.boxId}
  and (later.moved_at, later.id) > (${boxMoves.movedAt}, ${boxMoves.id}))`;

function moves(db: Database | Transaction) {
  return db
    .select(places)
    .from(boxMoves)
    .innerJoin(boxes, eq(boxes.id, boxMoves.boxId))
    .innerJoin(orders, and(eq(orders.id, boxes.orderId), eq(orders.stopId, boxMoves.fromStopId)))
    .innerJoin(runStops, eq(runStops.id, boxMoves.toStopId))
    .innerJoin(runs, eq(runs.id, runStops.runId));
}

/** Returns boxes of a stop's orders that travel with another stop. */
export async function boxesElsewhere(tx: Transaction, stopId: string): Promise<BoxElsewhere[]> {
  const found = await moves(tx).where(
    and(
      eq(boxMoves.fromStopId, stopId),
      isLatest,
      sql`${boxMoves.toStopId} <> ${boxMoves.fromStopId}`,
    ),
  );
  return found.map(numbered);
}

/** Returns boxes, from or to a run, that travel with another stop than their order. */
export async function boxesMovedOn(db: Database, runId: string): Promise<BoxElsewhere[]> {
  const found = await moves(db).where(
    and(
      isLatest,
      sql`${boxMoves.toStopId} <> ${boxMoves.fromStopId}`,
      sql`exists (select from run_stops own where own.run_id = ${runId}
        and own.id in (${boxMoves.fromStopId}, ${boxMoves.toStopId}))`,
    ),
  );
  return found.map(numbered);
}

/** Returns stops that boxes of a run's clients could go to: theirs on this and on coming runs. */
export function stopsForBoxes(db: Database, runId: string) {
  return db
    .select({
      id: runStops.id,
      customerId: runStops.customerId,
      date: runs.date,
      address: sql<string>`max(${orders.deliveryAddress})`,
    })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .innerJoin(orders, and(eq(orders.stopId, runStops.id), isPlaced))
    .where(
      sql`${runStops.state} <> 'delivered' and ${runs.state} <> 'done'
        and (${runs.id} = ${runId} or ${runs.date} >= (select date from runs own where own.id = ${runId}))
        and exists (select from run_stops mine where mine.run_id = ${runId}
          and mine.customer_id = ${runStops.customerId})`,
    )
    .groupBy(runStops.id, runs.id)
    .orderBy(asc(runs.date), asc(runStops.id));
}

const numbered = <Row extends { box: number | null }>(row: Row) => ({ ...row, box: row.box ?? 0 });
