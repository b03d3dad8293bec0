import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { accountOf } from "#db/schema/customers.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import {
  depositRefunds,
  isUnusedDeposit,
  ledgerEntries,
  orderDeposits,
} from "#db/schema/money/ledger.ts";
import { tillReceipts } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";
import { asId, settle, unusedCentsOf } from "./allocations.server.ts";

/** A payment for an order before it is packed. */
export interface Deposit {
  cents: number;
  isPaid: boolean;
  isUsed: boolean;
}

/** True without a payment, or if it was reversed since, such as a bounced cheque. */
const isUnpaid = sql<boolean>`(${orderDeposits.entryId} is null or exists (select from ledger_entries
  where ledger_entries.reverses_id = ${orderDeposits.entryId}))`;

/** Returns an order's deposit; null if none was requested. The caller must have checked access. */
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
 * Returns the unpaid deposits that pending orders wait for and that nobody released, by account.
 * For staff who match payments.
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

/** Requests a deposit or changes its amount; false if already paid. The caller locks the order. */
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

/** Returns the order for which a payment is an unused deposit; null for any other payment. */
export async function orderOfDeposit(tx: Transaction, entryId: string): Promise<string | null> {
  const [found] = await tx
    .select({ orderId: orderDeposits.orderId })
    .from(orderDeposits)
    .where(and(eq(orderDeposits.entryId, entryId), isNull(orderDeposits.usedAt)));
  return found?.orderId ?? null;
}

/**
 * Refuses to use a credit for something else if it waits for its order as a deposit, or as the
 * rounding of its cash.
 *
 * @throws Refusal that names the order
 */
export async function refuseReserved(tx: Transaction, creditId: string): Promise<void> {
  const [found] = await tx
    .select({ number: orders.number })
    .from(orderDeposits)
    .innerJoin(orders, eq(orders.id, orderDeposits.orderId))
    .leftJoin(tillReceipts, eq(tillReceipts.entryId, orderDeposits.entryId))
    .innerJoin(
      ledgerEntries,
      sql`${ledgerEntries.id} in (${orderDeposits.entryId}, ${tillReceipts.roundingEntryId})`,
    )
    .where(and(eq(ledgerEntries.id, asId(creditId)), isUnusedDeposit));
  if (!found) return;
  const message = `This is the deposit of order ${found.number} and waits for its invoice. Give it back or cancel the order first. Nothing was changed.`;
  throw new Refusal("reserved", message, { status: 409 });
}

/** Records the payment of an order's deposit. The caller has locked the order. */
export async function markPaid(tx: Transaction, orderId: string, entryId: string): Promise<void> {
  await tx.update(orderDeposits).set({ entryId }).where(eq(orderDeposits.orderId, orderId));
}

/** The unused part of an order's paid deposit. */
export interface FreeDeposit {
  entryId: string;
  customerId: string;
  method: PaymentMethod;
  /** What can be given back, in cents, including the cents that its cash was rounded up by. */
  freeCents: number;
  /** True if nothing of it was used or given back: its cash rounding goes with it. */
  isWhole: boolean;
}

/**
 * Returns the rest of an order's paid deposit; null without one, and once an invoice or something
 * else has used it. The caller must have checked access.
 */
export async function freeDeposit(
  db: Database | Transaction,
  orderId: string,
): Promise<FreeDeposit | null> {
  const [found] = await db
    .select({
      ...pick(ledgerEntries, "customerId", "method", "cents"),
      entryId: ledgerEntries.id,
      unusedCents: unusedCentsOf(orderDeposits.entryId).mapWith(Number),
      gainedCents: sql<number>`greatest(0, coalesce(${tillReceipts.roundingCents}, 0))`.mapWith(
        Number,
      ),
    })
    .from(orderDeposits)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, orderDeposits.entryId))
    .leftJoin(tillReceipts, eq(tillReceipts.entryId, ledgerEntries.id))
    .where(
      and(eq(orderDeposits.orderId, orderId), isNull(orderDeposits.usedAt), sql`not ${isUnpaid}`),
    );
  if (!found?.method || found.unusedCents <= 0) return null;
  const { cents, unusedCents, gainedCents, method, ...entry } = found;
  const isWhole = unusedCents + gainedCents === -cents;
  return { ...entry, method, isWhole, freeCents: isWhole ? -cents : unusedCents };
}

/**
 * Records that a deposit was given back. If all of it was, its request is withdrawn, or waits for
 * another payment; otherwise the rest counts as paid. The caller has locked the order.
 */
export async function markGivenBack(
  tx: Transaction,
  orderId: string,
  given: {
    paymentId: string;
    refundIds: readonly string[];
    cents: number;
    isAll: boolean;
    asksAgain: boolean;
  },
): Promise<void> {
  const { paymentId, refundIds, cents, isAll, asksAgain } = given;
  await tx
    .insert(depositRefunds)
    .values(refundIds.map((refundId) => ({ refundId, orderId, paymentId })));
  const ofOrder = eq(orderDeposits.orderId, orderId);
  if (!isAll) {
    const rest = sql`greatest(1, ${orderDeposits.cents} - ${cents}::bigint)`;
    await tx.update(orderDeposits).set({ cents: rest }).where(ofOrder);
  } else if (asksAgain) {
    await tx.update(orderDeposits).set({ entryId: null }).where(ofOrder);
  } else {
    await tx.delete(orderDeposits).where(ofOrder);
  }
}

/** Moves an unpaid deposit to another customer's account, along with its order. */
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
 * Settles an invoice with the deposits of its orders, as far as possible; any excess stays on the
 * account. The caller has locked the customer.
 */
export async function settleWithDeposits(tx: Transaction, documentId: string): Promise<void> {
  const found = await tx
    .select(pick(orderDeposits, "orderId", "customerId", "entryId"))
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
    for (const own of [entryId ?? "", ...(await roundingOf(tx, entryId ?? ""))]) {
      const entry = { customerId, entryId: own };
      await settle(tx, { userId: null }, entry, { documents: [documentId], rest: "nothing yet" });
    }
    await tx
      .update(orderDeposits)
      .set({ usedAt: sql`now()` })
      .where(eq(orderDeposits.orderId, orderId));
  }
}

/** Returns the entry by which a cash deposit at a till was rounded down, if any. */
async function roundingOf(tx: Transaction, entryId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select rounding_entry_id as id from till_receipts
    where entry_id = ${entryId} and rounding_cents < 0`);
  return rows.map(({ id }) => id);
}

/** True if an order has a deposit that no invoice has used. */
export async function hasDeposit(tx: Transaction, orderId: string): Promise<boolean> {
  const paid = and(
    eq(orderDeposits.orderId, orderId),
    isNotNull(orderDeposits.entryId),
    isNull(orderDeposits.usedAt),
  );
  return (await tx.$count(orderDeposits, paid)) > 0;
}
