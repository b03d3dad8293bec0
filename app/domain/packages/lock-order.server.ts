import { eq } from "drizzle-orm";
import { alreadyInState } from "#app/domain/orders/order-lifecycle.ts";
import type { PackingRefusal } from "#app/domain/packages/packing.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { openHolds, orders } from "#db/schema/orders.ts";

interface PendingChange {
  /** Whether it was made before: sent again, it is no mistake in whatever state the order is by now. */
  wasMade?: () => Promise<boolean>;
  /** It takes something off: that may free an order that waits for its card alone. */
  isLess?: boolean;
}

/**
 * Locks an order for a change by the station. Every change takes this lock first, so that whoever
 * finishes the order has seen all of them.
 *
 * @returns whether it is still to be made
 * @throws Refusal unless the order is pending and not held
 */
export async function lockPending(
  tx: Transaction,
  orderId: string,
  { wasMade, isLess = false }: PendingChange = {},
): Promise<boolean> {
  const [order] = await tx
    .select({
      status: orders.status,
      holds: openHolds,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for("update");
  if (!order) throw new Refusal<PackingRefusal>("gone", "There is no such order.");
  if (await wasMade?.()) return false;
  const holds = order.holds.filter((reason) => !isLess || reason !== "card");
  if (order.status === "pending" && holds.length > 0) {
    const message = "This order is on hold. Nothing was changed.";
    throw new Refusal<PackingRefusal>("not pending", message);
  }
  if (order.status === "pending") return true;
  const message = `${alreadyInState(order.status)} Nothing was changed.`;
  throw new Refusal<PackingRefusal>("not pending", message);
}

/** A line that was done is open again, since what it said no longer holds. */
export const openAgain = { packState: "open", overDecision: null, packNote: "" } as const;
