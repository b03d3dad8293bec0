import { and, eq, lte } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import {
  byClock,
  changeOrderStates,
  type OrderActor,
} from "#app/domain/orders/order-state.server.ts";
import { refreshPayments } from "#app/domain/payments/card-payments.server.ts";
import { voidOrderPayments } from "#app/domain/payments/order-payments.server.ts";
import type { PaymentWork } from "#app/domain/payments/perform-job.server.ts";
import { tellExpired } from "#app/domain/payments/refused-card-mails.server.ts";
import type { Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { releaseStop } from "../delivery/order-stop.server.ts";
import { letOverdueLeave } from "./leave-orders.server.ts";

/** Seconds between checks for expired orders. */
const lookEvery = 5 * 60;

/** How long an expired order waits for a card provider that doesn't answer, in ms. */
const patience = 30 * 60_000;

/** The provider is undefined if the shop has no API keys. */
type Unpaid = PaymentWork | (Pick<PaymentWork, "db" | "log" | "now"> & { provider?: undefined });

/**
 * Runs the job that cancels orders whose card wasn't accepted in time, and lets overdue orders
 * leave (`letOverdueLeave`). It runs in one process at a time.
 */
export function endUnpaid(jobs: JobRunner, work: Unpaid, shop: Shop): Promise<void> {
  return jobs.repeat("unpaid-orders", lookEvery, async () => {
    // A failure of one must not hold up the other; it still fails the job, which the owner sees.
    try {
      await letOverdueLeave(work.db, shop, work.log, work.now?.());
    } finally {
      const ended = await cancelUnpaid(work, shop);
      if (ended.length > 0) {
        work.log.info({ orders: ended.length }, "cancelled orders that were not paid");
      }
    }
  });
}

/**
 * Cancels every order whose time to pay is over, and tells its guest. The provider is asked first,
 * since a last-minute payment counts even if it wasn't reported. Without an answer, the order waits
 * for up to half an hour more. Idempotent.
 *
 * @returns the ids of the orders
 * @throws the first failure, once all orders were tried
 */
export async function cancelUnpaid(work: Unpaid, shop: Shop): Promise<string[]> {
  const { db } = work;
  const now = work.now?.() ?? new Date();
  const due = and(eq(orders.status, "awaiting_payment"), lte(orders.awaitsUntil, now));
  const unpaid = await db
    .select({ id: orders.id, until: orders.awaitsUntil })
    .from(orders)
    .where(due);
  const ended: string[] = [];
  const failures: unknown[] = [];
  for (const { id, until } of unpaid) {
    const own = and(eq(payments.orderId, id), payments.isCurrent);
    const isTold = !work.provider || (await refreshPayments(work, own));
    // A card authorization that succeeds after that is released.
    if (!isTold && until !== null && now.getTime() - until.getTime() < patience) continue;
    // One that fails must not keep the places of the others.
    try {
      const isEnded = await db.transaction(async (tx) => {
        if (!(await giveUpUnpaid(tx, byClock, "expire", id, now))) return false;
        await tellExpired(tx, id, shop);
        return true;
      });
      if (isEnded) ended.push(id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return ended;
}

/**
 * Cancels an order that waits for its card, freeing its place and releasing its authorization.
 *
 * @param dueBy cancels only an order whose time to pay was over then
 * @returns true if it waited
 */
export async function giveUpUnpaid(
  tx: Transaction,
  by: OrderActor,
  verb: "expire" | "replace",
  id: string,
  dueBy?: Date,
): Promise<boolean> {
  const which = and(eq(orders.id, id), dueBy && lte(orders.awaitsUntil, dueBy));
  const [order] = await changeOrderStates(tx, by, verb, which);
  if (!order) return false;
  await releaseStop(tx, order);
  await voidOrderPayments(tx, order.id);
  return true;
}
