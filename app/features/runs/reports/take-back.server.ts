import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { declineTakenBack } from "#app/domain/claims/credit-requests.server.ts";
import type { ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { missedTopic } from "#app/domain/delivery/runs/run-state.ts";
import { insertStopEvent, leaveStopWaiting } from "#app/domain/delivery/runs/save-runs.server.ts";
import { dropNews } from "#app/domain/mail/outbox.server.ts";
import { actingAs, changeOrderStates } from "#app/domain/orders/order-state.server.ts";
import { pacificDay, startOfDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { isStandingEvent, stopEvents } from "#db/schema/stop-events.ts";
import { allRefusedOf, queueNotDeliveredMails } from "../mails/queue-run-mails.server.ts";
import { auditOrdersAt, auditRunOf, lockStop, stopOf } from "./reported-stop.server.ts";

/**
 * Takes back the report of an order's delivery on the same Pacific day, with everything else
 * reported of its stop that day. Clients who were mailed get a correction. For staff who deliver.
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
    if (stopId !== null) return takeBack(tx, staff, stopId, shop);
    const taken = await undeliver(tx, staff, and(eq(orders.id, orderId), ofToday()));
    if (taken.length === 0) throw tooLate;
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
  return transactionWithRetry(db, (tx) => takeBack(tx, staff, stopId, shop));
}

const tooLate = new Refusal<ReportRefusal>(
  "too late",
  "Only what was reported today can be taken back. Nothing was changed.",
);

async function takeBack(
  tx: Transaction,
  staff: Staff<"deliver">,
  stopId: string,
  shop: Shop,
): Promise<void> {
  const stop = await lockStop(tx, stopId);
  if (!stop) throw new Refusal<ReportRefusal>("gone", "There is no such stop.");
  const standing = await tx
    .select({
      requestId: stopEvents.requestId,
      kind: stopEvents.kind,
      recordedAt: stopEvents.recordedAt,
      happenedAt: stopEvents.happenedAt,
    })
    .from(stopEvents)
    .where(and(eq(stopEvents.stopId, stopId), ne(stopEvents.kind, "undone"), isStandingEvent));
  if (standing.length === 0) {
    throw new Refusal<ReportRefusal>("gone", "There is nothing to take back. Nothing was changed.");
  }
  const today = pacificDay(new Date());
  const fresh = standing.filter(({ recordedAt }) => pacificDay(recordedAt) === today);
  if (fresh.length === 0) throw tooLate;
  // The clients of these were told that they refused everything, which is unknown once it is undone.
  const there = await tx.select({ id: orders.id }).from(orders).where(eq(orders.stopId, stopId));
  const refused = await allRefusedOf(
    tx,
    there.map(({ id }) => id),
  );
  await insertStopEvent(tx, {
    stopId,
    requestId: crypto.randomUUID(),
    kind: "undone",
    happenedAt: new Date(),
    recordedBy: staff.userId,
  });
  const deliveries = fresh.filter(({ kind }) => kind === "delivered");
  // These have the time of the report that delivered them.
  const times = deliveries.map(({ happenedAt }) => happenedAt);
  const here = and(eq(orders.stopId, stopId), inArray(orders.deliveredAt, times));
  const taken = await undeliver(tx, staff, here);
  await queueNotDeliveredMails(tx, taken, { kind: stop.kind, refused }, shop);
  if (stop.state !== "waiting") {
    // For an order that was kept back at a stop whose others were delivered too.
    await dropNews(tx, missedTopic(stopId));
  }
  if (stop.state === "not_home" || stop.state === "kept") {
    await auditOrdersAt(tx, staff, stopId, { action: "report taken back" });
  }
  await auditRunOf(tx, staff, stop, { action: "report taken back" });
  const reported = fresh.map(({ requestId }) => requestId);
  await declineTakenBack(tx, reported, staff.userId);
  await leaveStopWaiting(tx, { id: stopId, runId: stop.runId });
}

function undeliver(tx: Transaction, staff: Staff<"deliver">, which: ReturnType<typeof and>) {
  const by = actingAs(staff, "deliver");
  return changeOrderStates(tx, by, "take back", which, { deliveredAt: null });
}

const ofToday = () =>
  sql`${orders.deliveredAt} >= ${startOfDay(pacificDay(new Date())).toISOString()}::timestamptz`;
