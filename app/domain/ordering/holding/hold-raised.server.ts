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

/** An order about to be changed, with its maximum so far. */
export interface BeforeRaise {
  orderId: string;
  customerId: string;
  terms: CustomerTerms;
  /** Cents. */
  promised: number;
}

/** Locks the customer of an order about to be changed. The caller has locked the order. */
export async function lockCustomerOf(
  tx: Transaction,
  { id: orderId, customerId }: { id: string; customerId: string },
): Promise<BeforeRaise> {
  const terms = await lockTerms(tx, customerId);
  return { orderId, customerId, terms, promised: (await costsNow(tx, orderId)).mostCents };
}

/**
 * Holds an order whose maximum rose with its change, if the customer exceeds the credit limit or
 * must prepay. Earlier releases don't count, as they were for less. Overdue invoices and manual
 * holds were checked at placing.
 *
 * @returns the audit note on the holds; empty if it isn't held now
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
 * Rechecks the holds set by the packing station (`raisedAtPacking`): ends them once the order is
 * within what the customer may owe, and restores them if needed again. Holds released by staff stay
 * released. Locks the customer; the caller has locked the order.
 *
 * @returns the reasons that were released and those that hold it again
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

export const withinAgain = "What was added is taken off again";

/**
 * Returns the newest hold of each reason, if the station set it and it is open or ended by removing
 * the additions. Holds that staff released or a payment ended are final.
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

/** Returns the reasons to hold the customer's orders now, except those checked at placing. */
async function reasonsNow(
  tx: Transaction,
  customerId: string,
  terms: CustomerTerms,
): Promise<HoldReason[]> {
  const standing = await exposureOf(tx, customerId, terms);
  return holdReasonsFor(standing, 0).filter((one) => one === "credit" || one === "prepay");
}
