import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { PackingRefusedError } from "./packing.ts";

/**
 * Locks an order for a change by the station. Every change takes this lock first, so that whoever
 * finishes the order has seen all of them.
 *
 * @throws PackingRefusedError unless the order is pending and not held
 */
export async function lockPending(tx: Transaction, orderId: string): Promise<void> {
  const [order] = await tx
    .select({
      status: orders.status,
      isHeld: sql<boolean>`${orders.holdReason} is not null and ${orders.releasedAt} is null`,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for("update");
  if (!order) throw new PackingRefusedError("gone", "There is no such order.");
  if (order.status === "pending" && order.isHeld) {
    const message = "This order is on hold. Nothing was changed.";
    throw new PackingRefusedError("not pending", message);
  }
  if (order.status === "pending") return;
  const message = `This order is already ${order.status}. Nothing was changed.`;
  throw new PackingRefusedError("not pending", message);
}

/** A new version of the order, which tells every page that shows it. */
export async function touch(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.id, orderId));
}
