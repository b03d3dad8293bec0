import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { accountOf } from "#db/schema/customers.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { orderDeposits } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { settle } from "./ledger.server.ts";

/** What is paid of an order before it is packed. */
export interface Deposit {
  cents: number;
  isPaid: boolean;
  /** Whether an invoice of the order has taken it. */
  isUsed: boolean;
}

/** No payment yet, or one that was taken back since, as a cheque that bounced. */
const isUnpaid = sql<boolean>`(${orderDeposits.entryId} is null or exists (select from ledger_entries
  where ledger_entries.reverses_id = ${orderDeposits.entryId}))`;

/** An order's deposit; null if none was asked for. The caller must have checked access. */
export async function depositOf(
  db: Database | Transaction,
  orderId: string,
): Promise<Deposit | null> {
  const [found] = await db
    .select({
      cents: orderDeposits.cents,
      isPaid: sql<boolean>`not ${isUnpaid}`,
      isUsed: sql<boolean>`${orderDeposits.usedAt} is not null`,
    })
    .from(orderDeposits)
    .where(eq(orderDeposits.orderId, orderId));
  return found ?? null;
}

/**
 * The deposits that pending orders wait for: asked for, not paid, and not released by anybody. For staff
 * who match payments, by the accounts that they are on.
 */
export async function askedDeposits(
  db: Database,
): Promise<{ orderId: string; number: number; customerId: string; cents: number }[]> {
  return db
    .select({
      orderId: orderDeposits.orderId,
      number: orders.number,
      customerId: accountOf(orders.customerId),
      cents: orderDeposits.cents,
    })
    .from(orderDeposits)
    .innerJoin(orders, eq(orders.id, orderDeposits.orderId))
    .where(
      and(
        eq(orders.status, "pending"),
        isUnpaid,
        sql`exists (select from order_holds where order_holds.order_id = ${orders.id}
          and reason = 'deposit' and released_at is null)`,
      ),
    )
    .orderBy(asc(orders.number));
}

/**
 * Stores that a deposit is asked for, or another one than before. Whoever calls it has locked the order.
 *
 * @returns whether it could be: not once one was paid
 */
export async function askFor(
  tx: Transaction,
  deposit: { orderId: string; customerId: string; cents: number; askedBy: string },
): Promise<boolean> {
  const { cents, askedBy } = deposit;
  const asked = await tx
    .insert(orderDeposits)
    .values(deposit)
    .onConflictDoUpdate({
      target: orderDeposits.orderId,
      set: { cents, askedBy, askedAt: sql`now()`, entryId: null, usedAt: null },
      setWhere: isUnpaid,
    })
    .returning({ orderId: orderDeposits.orderId });
  return asked.length > 0;
}

/** The order whose deposit a payment is, and that no invoice has taken; null for any other payment. */
export async function orderOfDeposit(tx: Transaction, entryId: string): Promise<string | null> {
  const [found] = await tx
    .select({ orderId: orderDeposits.orderId })
    .from(orderDeposits)
    .where(and(eq(orderDeposits.entryId, entryId), isNull(orderDeposits.usedAt)));
  return found?.orderId ?? null;
}

/** Says which payment an order's deposit is. Whoever calls it has locked the order. */
export async function markPaid(tx: Transaction, orderId: string, entryId: string): Promise<void> {
  await tx.update(orderDeposits).set({ entryId }).where(eq(orderDeposits.orderId, orderId));
}

/** Lets an unpaid deposit be paid on the account of another record: its order went there. */
export async function giveDeposit(
  tx: Transaction,
  orderId: string,
  customerId: string,
): Promise<void> {
  await tx
    .update(orderDeposits)
    .set({ customerId })
    .where(and(eq(orderDeposits.orderId, orderId), isNull(orderDeposits.entryId)));
}

/**
 * Settles an invoice with the deposits of its orders, as far as they go: what is more than it comes to
 * stays on the account. Whoever calls it has the customer's lock.
 */
export async function settleWithDeposits(tx: Transaction, documentId: string): Promise<void> {
  const found = await tx
    .select({
      orderId: orderDeposits.orderId,
      customerId: orderDeposits.customerId,
      entryId: orderDeposits.entryId,
    })
    .from(orderDeposits)
    .innerJoin(documentOrders, eq(documentOrders.orderId, orderDeposits.orderId))
    .where(
      and(
        eq(documentOrders.documentId, documentId),
        isNotNull(orderDeposits.entryId),
        isNull(orderDeposits.usedAt),
      ),
    )
    .orderBy(documentOrders.position);
  for (const { orderId, customerId, entryId } of found) {
    const entry = { customerId, entryId: entryId ?? "" };
    await settle(tx, { userId: null }, entry, { documents: [documentId], rest: "nothing yet" });
    await tx
      .update(orderDeposits)
      .set({ usedAt: sql`now()` })
      .where(eq(orderDeposits.orderId, orderId));
  }
}

/** Whether an order has a deposit that no invoice has taken. */
export async function hasDeposit(tx: Transaction, orderId: string): Promise<boolean> {
  const paid = and(
    eq(orderDeposits.orderId, orderId),
    isNotNull(orderDeposits.entryId),
    isNull(orderDeposits.usedAt),
  );
  return (await tx.$count(orderDeposits, paid)) > 0;
}
