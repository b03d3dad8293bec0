import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { dropNews } from "#app/features/mail/outbox.server.ts";
import { pacificDay, startOfDay } from "#app/lib/dates.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { queueNotDeliveredMails } from "../mails/queue-run-mails.server.ts";
import { missedTopic } from "../run.ts";
import { reopenRun } from "../run-changes.server.ts";
import { isStanding } from "../runs.server.ts";
import { ReportRefusedError } from "./report.ts";
import { auditOrdersAt, lockStop, stopOf } from "./reported-stop.server.ts";

/**
 * Takes back what was reported of an order's delivery on the same Pacific day, with everything else
 * reported of its stop that day. Clients who were told of it are told so. For staff who deliver.
 *
 * @throws ReportRefusedError
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
    await queueNotDeliveredMails(tx, taken, "delivery", shop);
  });
}

/**
 * As `undoDelivery`, for a stop: also takes back that nobody was home. For staff who deliver.
 *
 * @throws ReportRefusedError
 */
export function undoStop(
  db: Database,
  staff: Staff<"deliver">,
  stopId: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, (tx) => takeBack(tx, staff, stopId, shop));
}

const tooLate = new ReportRefusedError(
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
  if (!stop) throw new ReportRefusedError("gone", "There is no such stop.");
  const standing = await tx
    .select({
      requestId: stopEvents.requestId,
      kind: stopEvents.kind,
      recordedAt: stopEvents.recordedAt,
      happenedAt: stopEvents.happenedAt,
    })
    .from(stopEvents)
    .where(and(eq(stopEvents.stopId, stopId), ne(stopEvents.kind, "undone"), isStanding));
  if (standing.length === 0) {
    throw new ReportRefusedError("gone", "There is nothing to take back. Nothing was changed.");
  }
  const today = pacificDay(new Date());
  const fresh = standing.filter(({ recordedAt }) => pacificDay(recordedAt) === today);
  if (fresh.length === 0) throw tooLate;
  await tx.insert(stopEvents).values({
    stopId,
    requestId: crypto.randomUUID(),
    kind: "undone",
    happenedAt: new Date(),
    recordedBy: staff.userId,
    recordedAt: sql`clock_timestamp()`,
  });
  const deliveries = fresh.filter(({ kind }) => kind === "delivered");
  // These have the time of the report that delivered them.
  const times = deliveries.map(({ happenedAt }) => happenedAt);
  const here = and(eq(orders.stopId, stopId), inArray(orders.deliveredAt, times));
  await queueNotDeliveredMails(tx, await undeliver(tx, staff, here), stop.kind, shop);
  if (stop.state === "not_home") {
    await dropNews(tx, missedTopic(stopId));
    await auditOrdersAt(tx, staff, stopId, { action: "report taken back" });
  }
  await tx
    .update(runStops)
    .set({ state: "waiting", visitedAt: null })
    .where(eq(runStops.id, stopId));
  await tx
    .update(creditRequests)
    .set({
      status: "declined",
      decidedBy: staff.userId,
      decidedAt: new Date(),
      decisionNote: "Taken back with what was reported at the door.",
    })
    .where(
      and(
        eq(creditRequests.status, "open"),
        inArray(
          creditRequests.requestId,
          fresh.map(({ requestId }) => requestId),
        ),
      ),
    );
  await reopenRun(tx, stop.runId);
}

async function undeliver(tx: Transaction, staff: Staff<"deliver">, which: ReturnType<typeof and>) {
  const taken = await tx
    .update(orders)
    .set({ status: "fulfilled", deliveredAt: null })
    .where(and(which, eq(orders.status, "delivered")))
    .returning({
      id: orders.id,
      stopId: orders.stopId,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
    });
  if (taken.length > 0) {
    await recordAudit(
      tx,
      staff,
      ...taken.map(({ id }) => ({
        entity: "order" as const,
        entityId: id,
        action: "delivery taken back",
        before: { status: "delivered" },
        after: { status: "fulfilled" },
      })),
    );
  }
  return taken;
}

const ofToday = () =>
  sql`${orders.deliveredAt} >= ${startOfDay(pacificDay(new Date())).toISOString()}::timestamptz`;
