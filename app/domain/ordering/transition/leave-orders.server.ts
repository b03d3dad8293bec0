import { and, eq, inArray, isNull, lt, or, type SQL } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { endWaiting, waitingOrders } from "#app/domain/orders/leaving.server.ts";
import { captureOrder } from "#app/domain/payments/order-payments.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { lockCustomer, lockOrders, transactionWithRetry } from "#db/locks.ts";
import { documents } from "#db/schema/money/documents.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { queueFulfilledMail, queuePackedMail } from "../mails/queue-outcome-mails.server.ts";

/**
 * Locks the orders that wait to leave and match a condition on `orders`, then their customers. Call
 * it before `letLeave`, which locks the run and the stops.
 */
export async function lockWaiting(tx: Transaction, which: SQL | undefined): Promise<void> {
  const waiting = await waitingOrders(tx, which);
  await lockOrders(tx, ...waiting.map(({ id }) => id));
  const customers = new Set(waiting.map(({ customerId }) => customerId));
  for (const customerId of [...customers].sort()) await lockCustomer(tx, customerId);
}

/**
 * Charges the cards of orders that leave for the open amount of their documents, and tells their
 * clients, once. Orders that don't wait are skipped. The caller has locked them (`lockWaiting`).
 *
 * @param which a condition on `orders`
 */
export async function letLeave(
  tx: Transaction,
  which: SQL | undefined,
  shop: Shop,
): Promise<string[]> {
  const waiting = await waitingOrders(tx, which);
  for (const { id } of waiting) {
    const documentId = await endWaiting(tx, id);
    if (documentId === undefined) continue;
    const [found] = await tx
      .select({ order: orders, document: documents })
      .from(orders)
      .innerJoin(documents, eq(documents.id, documentId))
      .where(eq(orders.id, id));
    if (!found) continue;
    const { order, document } = found;
    if (document.total !== null) await captureOrder(tx, id, toCents(document.total));
    const isMonthly = document.kind === "delivery_note";
    await (isMonthly ? queuePackedMail : queueFulfilledMail)(tx, order, document, shop);
  }
  return waiting.map(({ id }) => id);
}

/** An authorization that expires within this time is charged before the order leaves, in ms. */
const endingSoon = 24 * 3600_000;

/**
 * Lets orders leave without their run: those of a past day, whose run nobody sent out, and those
 * whose card authorization is about to expire. Idempotent.
 */
export async function letOverdueLeave(
  db: Database,
  shop: Shop,
  log: Pick<Log, "info">,
  now = new Date(),
): Promise<void> {
  const ending = db
    .select({ id: payments.orderId })
    .from(payments)
    .where(
      and(
        ...[payments.isCurrent, eq(payments.state, "held")],
        lt(payments.captureBefore, new Date(now.getTime() + endingSoon)),
      ),
    );
  const overdue = await waitingOrders(
    db,
    or(isNull(orders.runId), lt(orders.deliveryDay, pacificDay(now)), inArray(orders.id, ending)),
  );
  for (const { id } of overdue) {
    const own = eq(orders.id, id);
    const left = await transactionWithRetry(db, async (tx) => {
      await lockWaiting(tx, own);
      return letLeave(tx, own, shop);
    });
    if (left.length > 0) log.info({ orderId: id }, "an order waited for its run no longer");
  }
}
