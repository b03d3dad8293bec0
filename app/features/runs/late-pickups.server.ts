import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { seenAt } from "#app/domain/orders/lists/where-seen.server.ts";
import type { NamedOrder } from "#app/domain/orders/order.ts";
import { nameAtStop } from "#app/domain/orders/order-delivery.server.ts";
import { tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import { pacificDay, startOfDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { pickupReminderMail } from "./messages/run-messages.ts";

export interface LatePickup extends NamedOrder {
  name: string;
  phone: string;
  date: string;
  remindedAt: Date | null;
}

/** A packed order without a day: nobody delivers it until it has one. */
export type PackedWithoutDay = Pick<LatePickup, "id" | "number" | "name" | "phone">;

const reminded = "reminded to pick up";

const isLate = (today: string) =>
  and(
    eq(orders.status, "fulfilled"),
    eq(orders.deliveryKind, "pickup"),
    lt(orders.deliveryDay, today),
    eq(runStops.state, "waiting"),
  );

const whoseColumns = {
  id: orders.id,
  number: orders.number,
  name: nameAtStop,
  phone: sql<string>`coalesce(nullif(${orders.deliveryPhone}, ''), ${customers.phone})`,
};

/** Returns packed orders without a day, oldest first. For staff who deliver. */
export function packedWithoutDay(
  db: Database,
  _staff: Staff<"deliver">,
): Promise<PackedWithoutDay[]> {
  return db
    .select(whoseColumns)
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(seenAt.counter)
    .orderBy(asc(orders.placedAt), asc(orders.id));
}

/**
 * Returns packed orders at the counter whose day is over, oldest first, except those marked as left
 * (`leaveByStaff`). For staff who deliver.
 */
export async function latePickups(
  db: Database,
  _staff: Staff<"deliver">,
  now: Date = new Date(),
): Promise<LatePickup[]> {
  const found = await db
    .select({
      ...whoseColumns,
      date: sql<string>`${orders.deliveryDay}::text`,
      remindedMs: sql<string | null>`(select extract(epoch from max(${auditLog.at})) * 1000
        from ${auditLog} where ${auditLog.entity} = 'order' and ${auditLog.action} = ${reminded}
          and ${auditLog.entityId} = ${orders.id}::text)`,
    })
    .from(orders)
    .innerJoin(runStops, eq(runStops.id, orders.stopId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(isLate(pacificDay(now)))
    .orderBy(asc(orders.deliveryDay), asc(orders.id));
  return found.map(({ remindedMs, ...one }) => ({
    ...one,
    remindedAt: remindedMs === null ? null : new Date(Number(remindedMs)),
  }));
}

/**
 * Emails a client a reminder of an order at the counter, once a day. For staff who deliver.
 *
 * @throws Refusal, also if the client can't be mailed
 */
export function remindOfPickup(
  db: Database,
  staff: Staff<"deliver">,
  orderId: string,
  shop: Shop,
): Promise<void> {
  const today = pacificDay(new Date());
  return db.transaction(async (tx) => {
    // Locked, so that the second of two simultaneous requests sees the first one's entry.
    const [order] = isUuid(orderId)
      ? await tx
          .select({
            id: orders.id,
            number: orders.number,
            customerId: orders.customerId,
            placedBy: orders.placedBy,
            address: orders.deliveryAddress,
          })
          .from(orders)
          .innerJoin(runStops, eq(runStops.id, orders.stopId))
          .where(and(eq(orders.id, orderId), isLate(today)))
          .for("update", { of: orders })
      : [];
    if (!order)
      throw new Refusal<ReportRefusal>("gone", "This order does not wait for its pickup.");
    const before = await tx.$count(
      auditLog,
      and(
        eq(auditLog.entity, "order"),
        eq(auditLog.entityId, order.id),
        eq(auditLog.action, reminded),
        sql`${auditLog.at} >= ${startOfDay(today).toISOString()}::timestamptz`,
      ),
    );
    if (before > 0) {
      throw new Refusal<ReportRefusal>("too early", "This client was reminded today already.");
    }
    const isTold = await tellOfOrder(tx, order, shop, ({ guestUrl }) =>
      pickupReminderMail({ order, place: order.address }, shop, guestUrl),
    );
    if (!isTold) {
      throw new Refusal<ReportRefusal>("gone", "We can’t email this client. Please call them.");
    }
    await recordAudit(tx, staff, { entity: "order", entityId: order.id, action: reminded });
  });
}
