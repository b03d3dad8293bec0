import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import type { RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { reportInWords } from "../driver/report-words.ts";
import { notRecorded } from "../unrecorded.ts";
import type { Reporter } from "./reported-stop.server.ts";

/** What happens at a door; the others only say how the phone shows the run, or change a report. */
const ofDoor = ["delivered", "all_refused", "not_home", "kept", "refused", "paid"];

/** Refusals of what is recorded already, or is reported again on its day. */
const harmless = ["already delivered", "taken already", "too early"];

/**
 * Logs in the run's history what a driver reported and the shop refused, once, so that the office
 * knows of goods and money that only a phone knows of. For anyone with the run's link; a stop of
 * another run is not named to them, so nothing is logged.
 */
export async function noteUnrecorded(
  db: Database,
  by: Reporter,
  { runId }: RunDriver,
  report: Report,
  { code, message }: Refusal,
): Promise<void> {
  if (!ofDoor.includes(report.kind) || harmless.includes(code)) return;
  const [stop] = await db
    .select({
      client: sql<string>`coalesce(nullif(${customers.companyName}, ''),
        nullif(${customers.contactName}, ''), 'Unknown Client')`,
      orders: sql<number[]>`array(select number from ${orders}
        where ${orders.customerId} = ${runStops.customerId} and (${orders.stopId} = ${runStops.id}
          or exists (select from orders_off_runs where orders_off_runs.order_id = ${orders.id}
            and orders_off_runs.run_id = ${runStops.runId}
            and ${orders.shipToId} is not distinct from ${runStops.shipToId}))
        order by number)`,
    })
    .from(runStops)
    .innerJoin(customers, eq(customers.id, runStops.customerId))
    .where(and(eq(runStops.id, report.stopId), eq(runStops.runId, runId)));
  if (!stop) return;
  const after = {
    client: stop.client,
    orders: stop.orders.map(orderNumber).join(", "),
    reported: reportInWords(report),
    reportedAt: formatDateTime(new Date(report.at)),
    why: message,
  };
  const same = and(
    eq(auditLog.entity, "run"),
    eq(auditLog.entityId, runId),
    eq(auditLog.action, notRecorded),
    sql`${auditLog.after} @> ${JSON.stringify(after)}::jsonb`,
  );
  if ((await db.$count(auditLog, same)) > 0) return;
  await recordAudit(db, by.audit, { entity: "run", entityId: runId, action: notRecorded, after });
}
