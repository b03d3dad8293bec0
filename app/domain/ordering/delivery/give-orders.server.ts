import { and, asc, eq, isNull, notExists, or, sql } from "drizzle-orm";
import { rebookFor } from "#app/domain/delivery/booking.server.ts";
import { leaveStop } from "#app/domain/delivery/remove-empty-stop.server.ts";
import { giveDeposit } from "#app/domain/ledger/deposits.server.ts";
import { giveOrder, type OrderRow } from "#app/domain/orders/order-rows.server.ts";
import type { Transaction } from "#db/database.ts";
import { lockOrders } from "#db/locks.ts";
import { runs } from "#db/schema/deliveries.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";

/**
 * Locks and returns a customer's open orders, earliest first: those without a document and not on a
 * truck. Call it before locking the customer.
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
  // Read again, as the orders may have changed before they were locked.
  return (await open()).map(({ order }) => order);
}

/**
 * Gives an order to another record of its client, at the matching site. Its day, costs and typed
 * text stay. The caller has locked the order and then both records.
 *
 * @param shipToId the other record's site; null for an order without one
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
