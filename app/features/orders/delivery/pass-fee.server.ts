import { and, asc, eq, isNull, ne, notExists, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { dayOfRun } from "#app/features/delivery/booking.server.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import { formatCents, toCents, toDollars } from "#app/lib/money.ts";
import type { Transaction } from "#db/database.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { queueChangeMails } from "../mails/queue-change-mails.server.ts";
import { orderNumber } from "../order.ts";

/** A cancelled order, as it was on its run. */
type Cancelled = Pick<typeof orders.$inferSelect, "id" | "customerId" | "shipToId" | "runId">;

/**
 * Of several orders of a site on one run the first pays the delivery. Once that is cancelled, its fee
 * passes to the next that is not packed yet, unless one still pays or the next is large enough to come
 * free; it is audited, and the client is told by mail. What a visitor pays otherwise than by invoice
 * was agreed with them, and stays. Call it under the lock of the customer. An order that somebody else
 * has locked, to cancel it for instance, waits for that lock, so it is passed over.
 */
export async function passFeeOn(
  tx: Transaction,
  staff: Staff<"sell">,
  cancelled: Cancelled,
  shop: Shop,
): Promise<void> {
  const { customerId, shipToId, runId } = cancelled;
  const isFee = eq(orderCharges.kind, "delivery_fee");
  const [fee] = await tx
    .select()
    .from(orderCharges)
    .where(and(eq(orderCharges.orderId, cancelled.id), isFee));
  if (!fee || !runId) return;
  const together = and(
    ...[eq(orders.customerId, customerId), eq(orders.runId, runId), ne(orders.id, cancelled.id)],
    sql`${orders.shipToId} is not distinct from ${shipToId}`,
  );
  const paying = tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderCharges, and(eq(orderCharges.orderId, orders.id), isFee))
    .where(and(together, ne(orders.status, "cancelled")));
  const [next] = await tx
    .select()
    .from(orders)
    .where(
      and(together, eq(orders.status, "pending"), isNull(orders.paymentWay), notExists(paying)),
    )
    .orderBy(asc(orders.placedAt), asc(orders.id))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!next || (await isFree(tx, next.id, runId))) return;
  await tx.insert(orderCharges).values({ ...fee, orderId: next.id });
  const total = toDollars(toCents(next.totalPrice) + toCents(fee.amount));
  const estimatedTotal = toDollars(toCents(next.estimatedTotal) + toCents(fee.amount));
  await tx
    .update(orders)
    .set({ totalPrice: total, estimatedTotal, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, next.id));
  await recordAudit(tx, staff, {
    ...{ entity: "order", entityId: next.id, action: "fee passed on" },
    before: { totalPrice: next.totalPrice },
    after: { totalPrice: total, from: `Order ${orderNumber(cancelled.id)}, cancelled` },
  });
  const to = `${formatCents(toCents(fee.amount))}, which order ${orderNumber(cancelled.id)} would have paid`;
  const lines = {
    ...{ estimates: { from: next.totalPrice, to: total }, notes: null },
    differences: [{ productName: fee.description, from: null, to }],
  };
  await queueChangeMails(tx, next.id, { lines }, { who: "staff" }, shop);
}

/** Whether an order is large enough to be delivered free on the day of its run. */
async function isFree(tx: Transaction, orderId: string, runId: string): Promise<boolean> {
  const day = await dayOfRun(tx, runId);
  if (!day || day.freeFrom === null) return false;
  const lines = await tx
    .select({ subtotal: orderItems.subtotal })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.substitutesItemId)));
  return sumCents(lines, ({ subtotal }) => toCents(subtotal)) >= day.freeFrom;
}
