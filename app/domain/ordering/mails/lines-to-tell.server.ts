import { asc, eq } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";

/**
 * An order's lines as its mails list them: what was ordered, with the estimate and what it costs at
 * most. Called by what queues the mail, which knows that its recipient may see the order.
 */
export function linesToTell(tx: Transaction, orderId: string) {
  return tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}
