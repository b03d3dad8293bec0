import { and, eq, inArray, ne } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { declineTakenBack } from "#app/domain/claims/credit-requests.server.ts";
import type { ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { missedTopic } from "#app/domain/delivery/runs/run-state.ts";
import { insertStopEvent, leaveStopWaiting } from "#app/domain/delivery/runs/save-runs.server.ts";
import { dropNews } from "#app/domain/mail/outbox.server.ts";
import { changeOrderStates } from "#app/domain/orders/order-state.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockOrders, transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { isStandingEvent, stopEvents } from "#db/schema/stop-events.ts";
import { allRefusedOf, queueNotDeliveredMails } from "../messages/queue-run-messages.server.ts";
import {
  auditOrdersAt,
  auditRunOf,
  byStaff,
  lockStop,
  type Reporter,
  type Stop,
  stopOf,
} from "./reported-stop.server.ts";
import { refuseUndo } from "./undo-obstacles.server.ts";

/**
 * Takes back the report of an order's delivery on the same Pacific day, with all other reports of
 * its stop that day. Clients who were mailed get a correction. For staff who deliver.
 *
 * @throws Refusal
 */
export function undoDelivery(
  db: Database,
  staff: Staff<"deliver">,
  orderId: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    const stopId = await stopOf(tx, orderId);
    if (stopId !== null) return takeBack(tx, byStaff(staff), await lockStop(tx, stopId), shop);
    const own = eq(orders.id, orderId);
    await lockOrders(tx, orderId);
    await refuseUndo(tx, own);
    const taken = await undeliver(tx, byStaff(staff), own);
    if (taken.length === 0) throw nothingReported;
    await queueNotDeliveredMails(tx, taken, { kind: "delivery", refused: new Set() }, shop);
  });
}

/**
 * Like `undoDelivery`, for a stop: also takes back that nobody was home. For staff who deliver.
 *
 * @throws Refusal
 */
export function undoStop(
  db: Database,
  staff: Staff<"deliver">,
  stopId: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) =>
    takeBack(tx, byStaff(staff), await lockStop(tx, stopId), shop),
  );
}

const nothingReported = new Refusal<ReportRefusal>(
  "gone",
  "There is nothing to take back. Nothing was changed.",
);

/**
 * Takes back today's reports of a stop, unless something was built on them since
 * (`undo-obstacles.server.ts`). The caller has locked the stop. A run that ended with its last stop
 * goes on; one whose driver is back stays ended, and its undelivered orders have come back.
 *
 * @param requestId made by the driver's phone
 * @throws Refusal
 */
export async function takeBack(
  tx: Transaction,
  by: Reporter,
  stop: Stop | undefined,
  shop: Shop,
  { requestId, at }: { requestId: string; at: Date } = {
    requestId: crypto.randomUUID(),
    at: new Date(),
  },
): Promise<void> {
  if (!stop) throw new Refusal<ReportRefusal>("gone", "There is no such stop.");
  const stopId = stop.id;
  const standing = await tx
    .select({
      requestId: stopEvents.requestId,
      kind: stopEvents.kind,
      recordedAt: stopEvents.recordedAt,
      happenedAt: stopEvents.happenedAt,
    })
    .from(stopEvents)
    .where(and(eq(stopEvents.stopId, stopId), ne(stopEvents.kind, "undone"), isStandingEvent));
  if (standing.length === 0) throw nothingReported;
  await refuseUndo(tx, eq(orders.stopId, stopId));
  const today = pacificDay(new Date());
  const fresh = standing.filter(({ recordedAt }) => pacificDay(recordedAt) === today);
  // Their clients were told that they refused everything, which is unknown once it is undone.
  const there = await tx.select({ id: orders.id }).from(orders).where(eq(orders.stopId, stopId));
  const refused = await allRefusedOf(
    tx,
    there.map(({ id }) => id),
  );
  await insertStopEvent(tx, { stopId, requestId, kind: "undone", happenedAt: at, ...by.event });
  const deliveries = fresh.filter(({ kind }) => kind === "delivered");
  // These have the time of the report that delivered them.
  const times = deliveries.map(({ happenedAt }) => happenedAt);
  const here = and(eq(orders.stopId, stopId), inArray(orders.deliveredAt, times));
  const taken = await undeliver(tx, by, here);
  await queueNotDeliveredMails(tx, taken, { kind: stop.kind, refused }, shop);
  if (stop.state !== "waiting") {
    // For an order that was kept back at a stop whose others were delivered too.
    await dropNews(tx, missedTopic(stopId));
  }
  if (stop.state === "not_home" || stop.state === "kept") {
    await auditOrdersAt(tx, by.audit, stopId, { action: "report taken back" });
  }
  await auditRunOf(tx, by.audit, stop, { action: "report taken back" });
  const reported = fresh.map(({ requestId }) => requestId);
  await declineTakenBack(tx, reported, by.audit.userId);
  await leaveStopWaiting(tx, { id: stopId, runId: stop.runId });
}

function undeliver(tx: Transaction, by: Reporter, which: ReturnType<typeof and>) {
  return changeOrderStates(tx, by.audit, "take back", which, { deliveredAt: null });
}
