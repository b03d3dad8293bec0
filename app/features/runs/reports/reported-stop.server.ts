import { and, eq, inArray, not, type SQL } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import type { Report, ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { nameAtStop } from "#app/domain/orders/order-delivery.server.ts";
import { actingAs, type OrderActor } from "#app/domain/orders/order-state.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Transaction } from "#db/database.ts";
import { lockCustomer, lockOrders, lockStopWhole } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { attachments } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";

export const noSuchOrder = "There is no such order. Nothing was changed.";

/**
 * Returns the stop of an order; null if it has none.
 *
 * @throws Refusal if there is no such order
 */
export async function stopOf(tx: Transaction, orderId: string): Promise<string | null> {
  const [order] = isUuid(orderId)
    ? await tx.select({ stopId: orders.stopId }).from(orders).where(eq(orders.id, orderId))
    : [];
  if (!order) throw new Refusal<ReportRefusal>("gone", noSuchOrder);
  return order.stopId;
}

/** Returns a stop, locked with its orders and its run, which serializes its reports and undos. */
export async function lockStop(tx: Transaction, id: string) {
  if (!isUuid(id)) return undefined;
  await lockStopWhole(tx, id);
  const [stop] = await tx
    .select({
      id: runStops.id,
      runId: runStops.runId,
      customerId: runStops.customerId,
      state: runStops.state,
      visitedAt: runStops.visitedAt,
      kind: zones.kind,
      date: runs.date,
      runState: runs.state,
      endedBy: runs.endedBy,
    })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(eq(runStops.id, id));
  return stop;
}

/** Locks the stop's customer and orders, which must be locked before the stop itself. */
export async function lockPayer(tx: Transaction, stopId: string): Promise<void> {
  const [stop] = await tx
    .select({ customerId: runStops.customerId })
    .from(runStops)
    .where(eq(runStops.id, stopId));
  if (!stop) return;
  const there = await tx.select({ id: orders.id }).from(orders).where(eq(orders.stopId, stopId));
  await lockOrders(tx, ...there.map(({ id }) => id));
  await lockCustomer(tx, stop.customerId);
}

export type Stop = NonNullable<Awaited<ReturnType<typeof lockStop>>>;

/** Matches packed orders: an order that was not packed in time was not on the truck. */
const isOnTruck = and(inArray(orders.status, ["fulfilled", "delivered"]), not(isLeftBehind));

/**
 * Logs an event at a stop in the history of its orders, which keep it when they are moved.
 *
 * @param which the orders it is about; by default all that are on the truck
 */
export async function auditOrdersAt(
  tx: Transaction,
  actor: { userId: string | null; email: string },
  stopId: string,
  entry: { action: string; after?: { note: string; temperatureC?: number } },
  which?: SQL,
): Promise<void> {
  const there = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.stopId, stopId), isOnTruck, which));
  if (there.length === 0) return;
  const entries = there.map(({ id }) => ({ entity: "order" as const, entityId: id, ...entry }));
  await recordAudit(tx, actor, ...entries);
}

/**
 * Logs an event at a stop in the history of its run, with the client and the orders, so that it
 * remains when the orders are moved.
 *
 * @param which the orders it is about; by default all that are on the truck
 */
export async function auditRunOf(
  tx: Transaction,
  actor: { userId: string | null; email: string },
  { id, runId }: Pick<Stop, "id" | "runId">,
  { action, after }: { action: string; after?: Record<string, unknown> },
  which?: SQL,
): Promise<void> {
  const there = await tx
    .select({ number: orders.number, client: nameAtStop })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.stopId, id), isOnTruck, which))
    .orderBy(orders.number);
  const numbers = there.map(({ number }) => orderNumber(number)).join(", ");
  const whose = { client: there[0]?.client ?? "", orders: numbers };
  await recordAudit(tx, actor, {
    entity: "run",
    entityId: runId,
    action,
    after: { ...whose, ...after },
  });
}

/** Returns an image of this stop's customer; else null, because the report matters more. */
export async function ownImage(tx: Transaction, { customerId }: Stop, id: string | null) {
  if (id === null) return null;
  const [image] = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(eq(attachments.id, id), eq(attachments.customerId, customerId)));
  return image?.id ?? null;
}

/** The reporter, as stored in events and in the audit log. */
export interface Reporter {
  event: { linkId: string } | { recordedBy: string };
  audit: OrderActor;
  /** Earliest possible time of their reports. */
  since: Date;
}

/** The reporter for a record that staff make themselves. */
export function byStaff(staff: Staff<"deliver">): Reporter {
  const event = { recordedBy: staff.userId };
  return { event, audit: actingAs(staff, "deliver"), since: new Date(0) };
}

/** Returns the phone's time, unless its clock can't be right. */
export function happened(at: string, { since }: Reporter): Date {
  const now = new Date();
  const said = new Date(at);
  return said > now || said < since ? now : said;
}

/** True if the report was recorded before. The stop's lock makes duplicates find the first. */
export async function isRecorded(
  tx: Transaction,
  { requestId, stopId }: Pick<Report, "requestId" | "stopId">,
): Promise<boolean> {
  const [known] = await tx
    .select({ stopId: stopEvents.stopId })
    .from(stopEvents)
    .where(eq(stopEvents.requestId, requestId));
  if (known && known.stopId !== stopId) {
    throw new Refusal<ReportRefusal>("gone", "This report was about another stop.");
  }
  return known !== undefined;
}
