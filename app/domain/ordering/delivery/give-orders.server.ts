import { and, asc, eq, isNull, notExists, or, sql } from "drizzle-orm";
import { rebookFor } from "#app/domain/delivery/booking.server.ts";
import { leaveStop } from "#app/domain/delivery/leave-stop.server.ts";
import { giveDeposit } from "#app/domain/ledger/deposits.server.ts";
import { giveOrder, type OrderRow } from "#app/domain/orders/order-rows.server.ts";
import type { Transaction } from "#db/database.ts";
import { lockOrders } from "#db/locks.ts";
import { runs } from "#db/schema/deliveries.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";

/**
 * The open orders of a customer, locked, the earliest first: those of which nothing is issued, and that
 * are not on a truck. Call it before the customer is locked.
 */
export async function lockOpenOrders(tx: Transaction, customerId: string): Promise<OrderRow[]> {
  const isIssued = tx
    .select({ one: sql`1` })
    .from(documentOrders)
    .where(eq(documentOrders.orderId, orders.id));
  const open = () =>
    tx
      .select({ order: orders })
      .from(orders)
      .leftJoin(runs, eq(runs.id, orders.runId))
      .where(
        and(
          eq(orders.customerId, customerId),
          eq(orders.status, "pending"),
          or(isNull(runs.id), eq(runs.state, "planned")),
          notExists(isIssued),
        ),
      )
      .orderBy(asc(orders.number));
  await lockOrders(tx, ...(await open()).map(({ order }) => order.id));
  // As whoever had them locked has left them.
  return (await open()).map(({ order }) => order);
}

/**
 * Gives an order to another record of its client, at the site that stands for its own: its day, what it
 * costs and what was typed of it stay. The caller holds the order's lock, and then those of the records.
 *
 * @param shipToId of the other record; null for an order without a site
 */
export async function giveOrderTo(
  tx: Transaction,
  order: OrderRow,
  whose: Pick<OrderRow, "customerId" | "shipToId">,
): Promise<void> {
  const stopId = await rebookFor(tx, order, whose);
  await giveOrder(tx, order.id, { ...whose, stopId });
  await giveDeposit(tx, order.id, whose.customerId);
  if (order.stopId !== stopId) await leaveStop(tx, order);
}
