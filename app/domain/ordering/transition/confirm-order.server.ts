import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { confirmOrdersOf, whyUnchanged } from "#app/domain/orders/order-state.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { queueConfirmedMail } from "../mails/queue-outcome-mails.server.ts";

/**
 * Confirms a new client through one of their orders: all their pending orders can then be
 * fulfilled, and the client is emailed. For staff who take orders.
 *
 * @throws Refusal if there is no such order, or it is no longer pending or already confirmed
 */
export function confirmOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    if (!isUuid(id)) throw orderGone();
    const [client] = await tx
      .select({ customerId: orders.customerId })
      .from(orders)
      .where(eq(orders.id, id));
    const confirmed = client ? await confirmOrdersOf(tx, staff, client.customerId) : [];
    const order = confirmed.find((one) => one.id === id.toLowerCase());
    if (!order) throw await whyUnchanged(tx, id);
    await queueConfirmedMail(tx, order, shop);
  });
}
