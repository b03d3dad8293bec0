import { asc, eq } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";

/** Returns an order's lines for its emails. Callers know that the recipient may see the order. */
export function linesToTell(tx: Transaction, orderId: string) {
  return tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}
