import { and, asc, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { joinedAfter } from "#app/domain/delivery/runs/joined-since.server.ts";
import type { Report, ReportOf } from "#app/domain/delivery/runs/report.ts";
import type { RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { ordersOffRuns } from "#db/schema/stop-events.ts";
import { reportInWords } from "../driver/report-words.ts";
import {
  notRecorded,
  type SettledReport,
  type UnrecordedReport,
  unrecordedSettled,
} from "../unrecorded.ts";
import { happened, type Reporter } from "./reported-stop.server.ts";

/** Events at a door; the other reports only say how the phone shows the run, or change a report. */
const ofDoor = ["delivered", "all_refused", "not_home", "kept", "refused", "paid"];

/** Refusals of reports that are recorded already, or are made again on their day. */
const harmless = ["taken already", "too early"];

/**
 * Logs a driver's report that the shop refused, once, in the history of the run and of each order
 * that it was about, so that the office knows of goods and money that only a phone knows of, also
 * on the run that the order goes with now. For anyone with the run's link; a stop of another run is
 * not named to them, so nothing is logged.
 */
export async function noteUnrecorded(
  db: Database,
  by: Reporter,
  driver: RunDriver,
  report: Report,
  { code, message }: Refusal,
): Promise<void> {
  if (!ofDoor.includes(report.kind)) return;
  if (code === "already delivered" && report.kind === "delivered") {
    await noteAgain(db, by, driver, report, message);
    await noteMovedMeanwhile(db, by, driver, report);
    return;
  }
  if (harmless.includes(code)) return;
  const atStop = sql`(${orders.stopId} = ${runStops.id}
    or exists (select from orders_off_runs where orders_off_runs.order_id = ${orders.id}
      and orders_off_runs.run_id = ${runStops.runId}
      and ${orders.shipToId} is not distinct from ${runStops.shipToId}))`;
  const stop = await stopWith(db, driver, report, isAbout(by, report, atStop));
  if (stop) await log(db, by, driver, report, { stop, reportId: report.requestId, why: message });
}

/**
 * Logs the orders that a driver reported as handed over after the office had moved them from the
 * stop or cancelled them, if the rest of the report is recorded. Otherwise nobody would know, and
 * they would be delivered again.
 */
export async function noteMovedMeanwhile(
  db: Database | Transaction,
  by: Reporter,
  driver: RunDriver,
  report: ReportOf<"delivered">,
): Promise<void> {
  if (report.orderIds.length === 0) return;
  const hasLeft = and(
    inArray(orders.id, report.orderIds),
    sql`${orders.stopId} is distinct from ${runStops.id}`,
  );
  const stop = await stopWith(db, driver, report, hasLeft);
  if (!stop || stop.orders.length === 0) return;
  const who = driver.name || "The driver";
  const [it, was] = stop.orders.length === 1 ? ["it", "it had"] : ["them", "they had"];
  const why = `${who} reported ${it} as handed over to ${report.receivedBy}, but ${was} left this run meanwhile, so ${it === "it" ? "it does" : "they do"} not count as delivered.`;
  await log(db, by, driver, report, { stop, reportId: `${report.requestId} moved`, why });
}

/**
 * Logs that somebody reported a delivery again, as two who drive together may, so that the office
 * can read both. Only a report that it was no delivery is left to be settled.
 */
async function noteAgain(
  db: Database,
  by: Reporter,
  driver: RunDriver,
  report: Report,
  why: string,
): Promise<void> {
  const atStop = sql`${orders.stopId} = ${runStops.id}`;
  const stop = await stopWith(db, driver, report, and(atStop, isAbout(by, report, atStop)));
  if (!stop) return;
  const again = { stop, reportId: report.requestId, why, action: "reported again" };
  await log(db, by, driver, report, again);
}

/**
 * Matches the orders that a report is about: those that the phone named, or else those to be
 * delivered at the stop when it was made.
 */
function isAbout(by: Reporter, report: Report, atStop: SQL): SQL | undefined {
  if (report.kind === "delivered" && report.orderIds.length > 0) {
    return inArray(orders.id, report.orderIds);
  }
  const at = happened(report.at, by).toISOString();
  return and(atStop, not(joinedAfter(sql`${at}::timestamptz`)));
}

/** Returns a stop of the driver's run, with those of its client's orders that match. */
async function stopWith(
  db: Database | Transaction,
  { runId }: RunDriver,
  { stopId }: Report,
  which: SQL | undefined,
) {
  const [stop] = await db
    .select({
      client: sql<string>`coalesce(nullif(${customers.companyName}, ''),
        nullif(${customers.contactName}, ''), 'Unknown Client')`,
      orders: sql<{ id: string; number: number }[]>`(
        select coalesce(json_agg(json_build_object('id', id, 'number', number) order by number), '[]')
        from ${orders} where ${orders.customerId} = ${runStops.customerId} and ${which})`,
    })
    .from(runStops)
    .innerJoin(customers, eq(customers.id, runStops.customerId))
    .where(and(eq(runStops.id, stopId), eq(runStops.runId, runId)));
  return stop;
}

interface NotRecorded {
  stop: NonNullable<Awaited<ReturnType<typeof stopWith>>>;
  reportId: string;
  why: string;
  action?: string;
}

async function log(
  db: Database | Transaction,
  by: Reporter,
  { runId, linkId }: RunDriver,
  report: Report,
  { stop, reportId, why, action = notRecorded }: NotRecorded,
): Promise<void> {
  const same = and(
    eq(auditLog.entity, "run"),
    eq(auditLog.entityId, runId),
    eq(auditLog.action, action),
    eq(reportIdOf, reportId),
  );
  // Phones send a report again until they get an answer.
  if ((await db.$count(auditLog, same)) > 0) return;
  const handedOver = report.kind === "delivered" ? report.orderIds : [];
  const after = {
    client: stop.client,
    orders: stop.orders.map(({ number }) => orderNumber(number)).join(", "),
    reported: reportInWords(report),
    reportedAt: formatDateTime(new Date(report.at)),
    why,
    runId,
    reportId,
    // Kept whole, so that the office can record it once it knows what happened.
    report,
    linkId,
    orderIds: stop.orders.map(({ id }) => id),
  };
  const to = report.kind === "delivered" ? report.receivedBy : "";
  await recordAudit(
    db,
    by.audit,
    { entity: "run", entityId: runId, action, after },
    ...stop.orders.map(({ id }) => ({
      entity: "order" as const,
      entityId: id,
      action,
      after: handedOver.includes(id) ? { ...after, handedOverTo: to } : after,
    })),
  );
}

/** Names a report in the log. Earlier entries have no id of their own, and are only of the run. */
export const reportIdOf = sql<string>`coalesce(${auditLog.after}->>'reportId', ${auditLog.id}::text)`;
const runIdOf = sql<string>`coalesce(${auditLog.after}->>'runId', ${auditLog.entityId})`;

/** Leaves out reports that were settled, or were recorded when the phone resent them. */
const isOpen = sql`not exists (select from audit_log as settled
    where settled.entity = 'run' and settled.entity_id = ${runIdOf}
      and settled.action = ${unrecordedSettled} and settled.after->>'reportId' = ${reportIdOf})
  and not exists (select from stop_events where stop_events.request_id::text = ${reportIdOf})
  and not exists (select from door_receipts where door_receipts.request_id::text = ${reportIdOf})`;

/**
 * The person to whom a driver reported an order as handed over, if the shop did not record it and
 * the office has not settled it yet; null for none. For queries of `orders_off_runs`.
 */
export const handedOverTo = sql<
  string | null
>`(select ${auditLog.after}->>'handedOverTo' from ${auditLog}
  where ${auditLog.entity} = 'order' and ${auditLog.entityId} = ${ordersOffRuns.orderId}::text
    and ${auditLog.action} = ${notRecorded}
    and ${auditLog.after}->>'runId' = ${ordersOffRuns.runId}::text
    and ${auditLog.after} ? 'handedOverTo' and ${isOpen}
  order by ${auditLog.id} desc limit 1)`;

/**
 * Returns the reports of a run, and of the orders that are on it now, that were refused and not
 * settled, oldest first. For staff who deliver.
 */
export async function unrecordedOnRun(
  db: Database,
  _staff: Staff<"deliver">,
  runId: string,
): Promise<UnrecordedReport[]> {
  if (!isUuid(runId)) return [];
  const there = await db.select({ id: orders.id }).from(orders).where(eq(orders.runId, runId));
  const ids = there.map(({ id }) => id);
  const [ofRun, ofOrders] = await Promise.all([
    unrecorded(db, and(eq(auditLog.entity, "run"), eq(auditLog.entityId, runId))),
    ids.length === 0
      ? []
      : unrecorded(db, and(eq(auditLog.entity, "order"), inArray(auditLog.entityId, ids))),
  ]);
  return [...new Map([...ofRun, ...ofOrders].map((one) => [one.reportId, one])).values()];
}

/** Returns the unsettled refused reports of an order. For staff who see orders. */
export async function unrecordedOfOrder(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<UnrecordedReport[]> {
  if (!isUuid(orderId)) return [];
  return unrecorded(db, and(eq(auditLog.entity, "order"), eq(auditLog.entityId, orderId)));
}

/** Returns unsettled refused reports in some histories. For functions that check access. */
export async function unrecorded(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<UnrecordedReport[]> {
  const word = (name: string) => sql<string>`coalesce(${auditLog.after}->>${name}, '')`;
  return db
    .select({
      reportId: reportIdOf,
      runId: sql<string>`${runs.id}`,
      zone: zones.name,
      date: runs.date,
      client: word("client"),
      orders: word("orders"),
      reported: word("reported"),
      reportedAt: word("reportedAt"),
      why: word("why"),
      mayRecord: sql<boolean>`(${auditLog.after}->'report'->>'kind' = 'delivered'
        and exists (select from orders where orders.status = 'fulfilled'
          and ${auditLog.after}->'orderIds' ? orders.id::text))`,
    })
    .from(auditLog)
    .innerJoin(runs, sql`${runs.id}::text = ${runIdOf}`)
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(and(which, eq(auditLog.action, notRecorded), isOpen))
    .orderBy(asc(auditLog.id));
}

/** Returns the reports of a run that the office settled. For functions of runs, which check access. */
export function settledOnRun(db: Database, runId: string): Promise<SettledReport[]> {
  return db
    .select({
      // For a part of a report that was not recorded, the id continues after that of the report.
      requestId: sql<string>`split_part(${reportIdOf}, ' ', 1)`,
      how: sql<SettledReport["how"]>`coalesce(${auditLog.after}->>'how', 'settled')`,
    })
    .from(auditLog)
    .where(
      and(
        ...[eq(auditLog.entity, "run"), eq(auditLog.entityId, runId)],
        eq(auditLog.action, unrecordedSettled),
      ),
    )
    .orderBy(asc(auditLog.id));
}
