import { desc, eq } from "drizzle-orm";
import { holdReasonsFor } from "#app/domain/ledger/credit-standing.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { holdsForStaff, raisedAtPacking } from "#app/domain/orders/hold.ts";
import { endHold, holdOrder } from "#app/domain/orders/holds.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import type { Transaction } from "#db/database.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
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
 * @param note kept with the hold
 * @returns what the order's history says of it; empty where it isn't held now
 */
export async function holdIfRaised(
  tx: Transaction,
  { orderId, customerId, terms, promised }: BeforeRaise,
  note = "",
): Promise<{ hold?: string }> {
  if ((await costsNow(tx, orderId)).mostCents <= promised) return {};
  const held: HoldReason[] = [];
  for (const reason of await reasonsNow(tx, customerId, terms)) {
    if (await holdOrder(tx, orderId, reason, note)) held.push(reason);
  }
  return held.length > 0 ? { hold: holdsForStaff(held) } : {};
}

/**
 * Judges again what the station held an order for (`raisedAtPacking`), by the rule that held it: a hold
 * ends once the order comes to no more than the customer may owe, and is back where one that ended so
 * would be needed again. What the staff released stays released. Locks the customer; the caller has locked
 * the order.
 *
 * @returns the reasons that hold it no longer, and those that hold it again
 */
export async function alignRaised(
  tx: Transaction,
  orderId: string,
): Promise<{ freed: HoldReason[]; held: HoldReason[] }> {
  const changed: Record<"freed" | "held", HoldReason[]> = { freed: [], held: [] };
  const raised = await raisedHolds(tx, orderId);
  const [order] = await tx
    .select({ customerId: orders.customerId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (raised.length === 0 || !order) return changed;
  const { customerId } = order;
  const due = await reasonsNow(tx, customerId, await lockTerms(tx, customerId));
  for (const { reason, isOpen } of raised) {
    if (isOpen === due.includes(reason)) continue;
    if (isOpen) await endHold(tx, orderId, reason, null, withinAgain);
    else await holdOrder(tx, orderId, reason, raisedAtPacking);
    changed[isOpen ? "freed" : "held"].push(reason);
  }
  return changed;
}

/** The note on the release of what was taken off again. */
export const withinAgain = "What was added is taken off again";

/**
 * The newest hold for each reason, if the station is its cause and it is open, or ended because what was
 * added was taken off again. One that ended otherwise, because staff released it or the order was paid for,
 * is over.
 */
async function raisedHolds(
  tx: Transaction,
  orderId: string,
): Promise<{ reason: HoldReason; isOpen: boolean }[]> {
  const newest = await tx
    .selectDistinctOn([orderHolds.reason])
    .from(orderHolds)
    .where(eq(orderHolds.orderId, orderId))
    .orderBy(orderHolds.reason, desc(orderHolds.since));
  return newest.flatMap(({ reason, note, releasedAt, releaseNote }) =>
    note === raisedAtPacking && (releasedAt === null || releaseNote === withinAgain)
      ? [{ reason, isOpen: releasedAt === null }]
      : [],
  );
}

/** Why what a customer has ordered would be held now, apart from what was judged when it was placed. */
async function reasonsNow(
  tx: Transaction,
  customerId: string,
  terms: CustomerTerms,
): Promise<HoldReason[]> {
  const standing = await exposureOf(tx, customerId, terms);
  return holdReasonsFor(standing, 0).filter((one) => one === "credit" || one === "prepay");
}
