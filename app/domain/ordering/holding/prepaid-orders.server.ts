import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isCovered } from "#app/domain/ledger/credit-standing.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { holdForStaff } from "#app/domain/orders/hold.ts";
import { endHold, holdOrder, isFree } from "#app/domain/orders/holds.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { byClock } from "#app/domain/orders/order-state.server.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import { tellReleased } from "../mails/queue-outcome-mails.server.ts";
import { lockTerms } from "./customer-terms.server.ts";

/** Seconds between checks for paid orders. */
const lookEvery = 60;

const isWaiting = and(
  eq(orderHolds.reason, "prepay"),
  isNull(orderHolds.releasedAt),
  eq(orders.status, "pending"),
);

/** Runs the job that releases prepaid orders once paid, in one process at a time. */
export function freePrepaid(
  jobs: JobRunner,
  { db, shop, log }: { db: Database; shop: Shop; log: Pick<Log, "info"> },
): Promise<void> {
  return jobs.repeat("prepaid-orders", lookEvery, async () => {
    const freed = await releasePaid(db, shop);
    if (freed.length > 0) log.info({ orders: freed.length }, "freed orders that were paid for");
  });
}

/**
 * Ends the prepay hold of every order whose maximum is covered by the customer's remaining credit,
 * however the payment was booked. Credit goes to a customer's oldest order first. The client is
 * emailed once no other hold remains. Idempotent.
 *
 * @returns the ids of the orders
 */
export async function releasePaid(db: Database, shop: Shop): Promise<string[]> {
  const waiting = await db
    .selectDistinct({ customerId: orders.customerId })
    .from(orderHolds)
    .innerJoin(orders, eq(orders.id, orderHolds.orderId))
    .where(isWaiting);
  const freed: string[] = [];
  for (const { customerId } of waiting) {
    freed.push(...(await transactionWithRetry(db, (tx) => releaseOf(tx, customerId, shop))));
  }
  return freed;
}

async function releaseOf(tx: Transaction, customerId: string, shop: Shop): Promise<string[]> {
  const held = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderHolds, eq(orderHolds.orderId, orders.id))
    .where(and(isWaiting, ofAccount(orders.customerId, customerId)))
    .orderBy(asc(orders.id))
    .for("update", { of: orders });
  if (held.length === 0) return [];
  const standing = await exposureOf(tx, customerId, await lockTerms(tx, customerId));
  const inOrder = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderHolds, eq(orderHolds.orderId, orders.id))
    .where(and(isWaiting, ofAccount(orders.customerId, customerId)))
    .orderBy(asc(orders.placedAt), asc(orders.number));
  const promised = new Map<string, number>();
  for (const { id } of inOrder) promised.set(id, (await costsNow(tx, id)).mostCents);
  const waitingCents = [...promised.values()].reduce((sum, cents) => sum + cents, 0);
  // Orders without this hold have used their part of the credit already.
  let left = -(standing.owedCents + standing.orderedCents - waitingCents);
  const freed: string[] = [];
  for (const [id, cents] of promised) {
    if (cents > left) break;
    left -= cents;
    await endAsPaid(tx, byClock, id);
    if (await isFree(tx, id)) await tellReleased(tx, id, shop);
    freed.push(id);
  }
  return freed;
}

/**
 * Holds a prepaid order again if the payment that released it was given back and the client's
 * credit no longer covers it. Holds released by staff stay released. The caller holds the order's
 * lock.
 *
 * @returns true if it is held now and was not before
 */
export async function holdIfUnpaid(
  tx: Transaction,
  { id, customerId }: { id: string; customerId: string },
): Promise<boolean> {
  if (!(await wasFreedAsPaid(tx, id))) return false;
  const standing = await exposureOf(tx, customerId, await lockTerms(tx, customerId));
  return standing.isPrepaid && !isCovered(standing) && holdOrder(tx, id, "prepay");
}

/** True if an order's last hold for prepayment ended because it was paid. */
export async function wasFreedAsPaid(
  db: Database | Transaction,
  orderId: string,
): Promise<boolean> {
  const [last] = await db
    .select({ releaseNote: orderHolds.releaseNote })
    .from(orderHolds)
    .where(and(eq(orderHolds.orderId, orderId), eq(orderHolds.reason, "prepay")))
    .orderBy(desc(orderHolds.since))
    .limit(1);
  return last?.releaseNote === paidNote;
}

/** The release note of a hold that a payment ended. */
const paidNote = "It was paid";

/**
 * Ends an order's prepay hold, if it has one, because it is paid. The caller holds the order's lock
 * and tells the client.
 */
export async function endAsPaid(tx: Transaction, by: Actor, orderId: string): Promise<void> {
  if (!(await endHold(tx, orderId, "prepay", by, paidNote))) return;
  await recordAudit(tx, by, {
    entity: "order",
    entityId: orderId,
    action: "hold released",
    after: { reason: holdForStaff("prepay"), note: paidNote },
  });
}
