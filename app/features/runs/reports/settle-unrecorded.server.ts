import { and, eq, inArray, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  type ReportOf,
  type ReportRefusal,
  reportSchema,
} from "#app/domain/delivery/runs/report.ts";
import { returnToStop } from "#app/domain/ordering/delivery/order-stop.server.ts";
import { lockWaiting } from "#app/domain/ordering/transition/leave-orders.server.ts";
import { lockOrder } from "#app/domain/orders/order-rows.server.ts";
import { actingAs } from "#app/domain/orders/order-state.server.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockOrders, lockRuns, transactionWithRetry } from "#db/locks.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { isStandingEvent, stopEvents } from "#db/schema/stop-events.ts";
import { goneOut } from "../run-changes.server.ts";
import {
  maxFound,
  notRecorded,
  type SettledReport,
  type UnrecordedReport,
  unrecordedSettled,
} from "../unrecorded.ts";
import { decideHeld } from "./held-at-door.server.ts";
import { recordDelivered } from "./record-report.server.ts";
import { lockStop, noSuchOrder, type Reporter } from "./reported-stop.server.ts";
import { reportIdOf, unrecorded } from "./unrecorded.server.ts";

interface Settling {
  runId: string;
  reportId: string;
}

/**
 * Settles a refused report on all pages that show it, with the office's finding: the order is still
 * with us, or nothing is left to do. Does nothing if it was settled already. For staff who take
 * orders.
 *
 * @throws Refusal without a finding
 */
export async function settleUnrecorded(
  db: Database,
  staff: Staff<"sell">,
  { found, ...which }: Settling & { found: string },
): Promise<void> {
  const result = found.replaceAll("\0", "").trim();
  if (result === "") throw new Refusal("invalid", "Please say what you found out.");
  if (result.length > maxFound) {
    throw new Refusal("invalid", `${atMostCharacters(maxFound)} for what you found out.`);
  }
  await db.transaction(async (tx) => {
    const one = await lockOpen(tx, which);
    if (one) await settle(tx, staff, one, result, one.mayRecord ? "with us" : "settled");
  });
}

/**
 * Settles a report of a delivery that was refused, or did not count for an order, as true: the
 * order goes back to the stop where the driver reported it, and is recorded as delivered there with
 * the driver's own report, which notifies its client. Money that they took is booked already. Does
 * nothing if a colleague was quicker. For staff who take orders and deliver.
 *
 * @throws Refusal if nothing of it is packed and undelivered any more
 */
export async function recordUnrecorded(
  db: Database,
  staff: Staff<"sell"> & Staff<"deliver">,
  which: Settling,
  shop: Shop,
): Promise<void> {
  await transactionWithRetry(db, async (tx) => {
    const logged = await loggedReport(tx, which);
    if (!logged) return;
    const { report, linkId, orderIds: ids } = logged;
    const there = await lockReported(tx, ids, report);
    const one = await lockOpen(tx, which);
    if (!one) return;
    const [place] = await tx.select().from(runStops).where(eq(runStops.id, report.stopId));
    if (!place) throw new Refusal<ReportRefusal>("gone", noSuchOrder);
    const handedOver: string[] = [];
    for (const id of there) {
      const order = await lockOrder(tx, id);
      if (order?.status !== "fulfilled") continue;
      await returnToStop(tx, order, place);
      handedOver.push(id);
    }
    if (handedOver.length === 0) {
      const message =
        "Nothing of it is packed and waiting any more: it was delivered or cancelled meanwhile. Settle it with what you found out.";
      throw new Refusal<ReportRefusal>("gone", message);
    }
    const stop = await lockStop(tx, place.id);
    if (!stop) throw new Refusal<ReportRefusal>("gone", noSuchOrder);
    const by: Reporter = {
      event: { linkId },
      audit: actingAs(staff, "deliver"),
      since: new Date(0),
    };
    const orderIds = inArray(orders.id, handedOver);
    const { isTold, said } = await visitOf(tx, report);
    await goneOut(tx, by.audit, stop, shop);
    await decideHeld(tx, by, stop, said, orderIds);
    await recordDelivered(tx, by, stop, said, shop, [], { which: orderIds, isTold });
    const result = `Handed over to ${report.receivedBy}, recorded as delivered`;
    await settle(tx, staff, one, result, "recorded");
  });
}

/** Returns the report as the phone sent it; null for an older entry, or if it was no delivery. */
async function loggedReport(
  tx: Transaction,
  { runId, reportId }: Settling,
): Promise<{ report: ReportOf<"delivered">; linkId: string; orderIds: string[] } | null> {
  if (!isUuid(runId)) return null;
  const [logged] = await tx
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(ofRun(runId), eq(reportIdOf, reportId)));
  const read = loggedSchema.safeParse(logged?.after);
  if (!read.success || read.data.report.kind !== "delivered") return null;
  return { ...read.data, report: read.data.report };
}

const loggedSchema = z.object({
  report: reportSchema,
  linkId: z.uuid(),
  orderIds: z.array(z.uuid()),
});

/** Locks the orders that a report is about, with those of its stop, in the order of any report. */
async function lockReported(
  tx: Transaction,
  orderIds: readonly string[],
  { stopId }: ReportOf<"delivered">,
): Promise<string[]> {
  const reported = await tx
    .select({ id: orders.id, customerId: orders.customerId, runId: orders.runId })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(orders.number);
  const ids = reported.map(({ id }) => id);
  const atStop = await tx.select({ id: orders.id }).from(orders).where(eq(orders.stopId, stopId));
  await lockOrders(tx, ...ids, ...atStop.map(({ id }) => id));
  await lockWaiting(tx, inArray(orders.id, ids));
  const customers = new Set(reported.map(({ customerId }) => customerId));
  for (const customerId of [...customers].sort()) await lockCustomer(tx, customerId);
  const [place] = await tx.select().from(runStops).where(eq(runStops.id, stopId));
  const runIds = [place?.runId, ...reported.map(({ runId }) => runId)];
  await lockRuns(tx, ...runIds.flatMap((id) => id ?? []));
  return ids;
}

/** Returns whether the visit is already recorded for other orders, and the report to record. */
async function visitOf(tx: Transaction, report: ReportOf<"delivered">) {
  const said = { ...report, held: report.held ?? ("handed over" as const) };
  const [known] = await tx
    .select({ happenedAt: stopEvents.happenedAt, isStanding: isStandingEvent as SQL<boolean> })
    .from(stopEvents)
    .where(eq(stopEvents.requestId, report.requestId));
  if (!known) return { isTold: false, said };
  return known.isStanding
    ? { isTold: true, said: { ...said, at: known.happenedAt.toISOString() } }
    : { isTold: false, said: { ...said, requestId: crypto.randomUUID() } };
}

/** Locks the run, so that one colleague settles it; returns the report while it is open. */
async function lockOpen(
  tx: Transaction,
  { runId, reportId }: Settling,
): Promise<UnrecordedReport | undefined> {
  if (!isUuid(runId)) return undefined;
  await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, runId)).for("update");
  return (await unrecorded(tx, ofRun(runId))).find((open) => open.reportId === reportId);
}

const ofRun = (runId: string) =>
  and(
    ...[eq(auditLog.entity, "run"), eq(auditLog.entityId, runId), eq(auditLog.action, notRecorded)],
  );

async function settle(
  tx: Transaction,
  staff: Staff<"sell">,
  { runId, reportId, client, orders: numbers, reported }: UnrecordedReport,
  result: string,
  how: SettledReport["how"],
): Promise<void> {
  const ofOrders = await tx
    .selectDistinct({ id: auditLog.entityId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, "order"),
        inArray(auditLog.entityId, await ordersNumbered(tx, numbers)),
        eq(auditLog.action, notRecorded),
        eq(reportIdOf, reportId),
      ),
    );
  const action = unrecordedSettled;
  const after = { client, orders: numbers, reported, result };
  await recordAudit(
    tx,
    staff,
    { entity: "run", entityId: runId, action, after: { ...after, reportId, how } },
    ...ofOrders.map(({ id }) => ({ entity: "order" as const, entityId: id, action, after })),
  );
}

/** Returns the ids of orders by their numbers as they were logged: "1042, 1043". */
async function ordersNumbered(tx: Transaction, numbers: string): Promise<string[]> {
  const wanted = (numbers.match(/\d+/g) ?? []).map(Number);
  if (wanted.length === 0) return [];
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.number, wanted));
  return found.map(({ id }) => id);
}
