import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { pacificDay, startOfDay } from "#app/lib/dates.ts";
import type { Database, Transaction } from "#db/database.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { reopenRun } from "../run-changes.server.ts";
import { isStanding } from "../runs.server.ts";
import { ReportRefusedError } from "./report.ts";
import { lockStop, stopOf } from "./reported-stop.server.ts";

/**
 * Takes back what was reported of an order's delivery on the same Pacific day, with everything else
 * reported of its stop that day. For staff who deliver.
 *
 * @throws ReportRefusedError
 */
export function undoDelivery(
  db: Database,
  staff: Staff<"deliver">,
  orderId: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const stopId = await stopOf(tx, orderId);
    if (stopId !== null) return takeBack(tx, staff, stopId);
    const taken = await undeliver(tx, staff, and(eq(orders.id, orderId), ofToday()));
    if (taken === 0) throw tooLate;
  });
}

/**
 * As `undoDelivery`, for a stop: also takes back that nobody was home. For staff who deliver.
 *
 * @throws ReportRefusedError
 */
export function undoStop(db: Database, staff: Staff<"deliver">, stopId: string): Promise<void> {
  return db.transaction((tx) => takeBack(tx, staff, stopId));
}

const tooLate = new ReportRefusedError(
  "too late",
  "Only what was reported today can be taken back. Nothing was changed.",
);

async function takeBack(tx: Transaction, staff: Staff<"deliver">, stopId: string): Promise<void> {
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
  await undeliver(tx, staff, and(eq(orders.stopId, stopId), inArray(orders.deliveredAt, times)));
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

async function undeliver(
  tx: Transaction,
  staff: Staff<"deliver">,
  which: ReturnType<typeof and>,
): Promise<number> {
  const taken = await tx
    .update(orders)
    .set({ status: "fulfilled", deliveredAt: null })
    .where(and(which, eq(orders.status, "delivered")))
    .returning({ id: orders.id });
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
  return taken.length;
}

const ofToday = () =>
  sql`${orders.deliveredAt} >= ${startOfDay(pacificDay(new Date())).toISOString()}::timestamptz`;
