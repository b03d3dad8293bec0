import { holdReasonsFor } from "#app/domain/ledger/credit-standing.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { holdsForStaff } from "#app/domain/orders/hold.ts";
import { holdOrder } from "#app/domain/orders/holds.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import type { Transaction } from "#db/database.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { type CustomerTerms, lockTerms } from "./customer-terms.server.ts";

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
  return { orderId, customerId, terms, promised: (await costsNow(tx, orderId)).mostCents };
}

/**
 * Holds an order that costs more at most than before its change, and with which the customer is over
 * the credit limit, or has not paid before delivery; also one that was released before, since that was
 * for less. What is overdue and
 * what is held by hand were judged when it was placed.
 *
 * @returns what the order's history says of it; empty where it isn't held now
 */
export async function holdIfRaised(
  tx: Transaction,
  { orderId, customerId, terms, promised }: BeforeRaise,
): Promise<{ hold?: string }> {
  if ((await costsNow(tx, orderId)).mostCents <= promised) return {};
  const standing = await exposureOf(tx, customerId, terms);
  const raised = holdReasonsFor(standing, 0).filter((one) => one === "credit" || one === "prepay");
  const held: HoldReason[] = [];
  for (const reason of raised) if (await holdOrder(tx, orderId, reason)) held.push(reason);
  return held.length > 0 ? { hold: holdsForStaff(held) } : {};
}
