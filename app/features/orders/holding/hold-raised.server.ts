import { and, eq, isNull, sql } from "drizzle-orm";
import { toCents } from "#app/lib/money.ts";
import type { Transaction } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { type CustomerTerms, creditStanding, lockTerms } from "./customer-terms.server.ts";
import { exceedsLimit, holdForStaff } from "./hold.ts";

/** An order that is about to be changed, and what it costs at most so far. */
export interface BeforeRaise {
  orderId: string;
  customerId: string;
  terms: CustomerTerms;
  /** Cents. */
  promised: number;
}

/** Locks the customer of an order that is about to be changed, which the caller has locked. */
export async function lockCustomerOf(
  tx: Transaction,
  { id: orderId, customerId }: { id: string; customerId: string },
): Promise<BeforeRaise> {
  const terms = await lockTerms(tx, customerId);
  return { orderId, customerId, terms, promised: await promisedCents(tx, orderId) };
}

/**
 * Holds an order that costs more at most than before its change, and with which the customer is over
 * the credit limit; also one that was released before, since that was for less. What is overdue and
 * what is held by hand were judged when it was placed.
 *
 * @returns what the order's history says of it; empty where it isn't held now
 */
export async function holdIfRaised(
  tx: Transaction,
  { orderId, customerId, terms, promised }: BeforeRaise,
): Promise<{ hold?: string }> {
  if ((await promisedCents(tx, orderId)) <= promised) return {};
  if (!exceedsLimit(await creditStanding(tx, customerId, terms), 0)) return {};
  const isFree = sql`(${isNull(orders.holdReason)} or ${orders.releasedAt} is not null)`;
  const held = await tx
    .update(orders)
    .set({
      ...{ holdReason: "credit", heldAt: sql`now()` },
      ...{ releasedAt: null, releasedBy: null, releaseNote: "" },
    })
    .where(and(eq(orders.id, orderId), isFree))
    .returning({ id: orders.id });
  return held.length > 0 ? { hold: holdForStaff.credit } : {};
}

/** What an order costs at most, with its charges, as it counts against the limit. */
async function promisedCents(tx: Transaction, orderId: string): Promise<number> {
  const { rows } = await tx.execute<{ promised: string }>(sql`
    select (select coalesce(sum(promised_amount), 0.00) from order_items
        where order_id = ${orderId} and pack_state not in ('substituted', 'dropped'))
      + (select coalesce(sum(amount), 0.00) from order_charges where order_id = ${orderId})
      as promised`);
  return toCents(rows[0]?.promised ?? "0");
}
