import { and, eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { changedColumns, whyUnchanged } from "#app/domain/orders/order-state.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { lockOrders, transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { queueConfirmedMail } from "../mails/queue-outcome-mails.server.ts";

/**
 * Confirms a new client through one of their orders: all their pending orders can then be
 * fulfilled, and the client is told by mail. For staff who take orders.
 *
 * @throws Refusal when there is none, or it is no longer pending or already confirmed
 */
export function confirmOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    if (!isUuid(id)) throw orderGone();
    const waiting = and(orders.isNewClient, eq(orders.status, "pending"));
    const [client] = await tx
      .select({ customerId: orders.customerId })
      .from(orders)
      .where(and(eq(orders.id, id), waiting));
    if (!client) throw await whyUnchanged(tx, id);
    const all = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.customerId, client.customerId), waiting));
    await lockOrders(tx, ...all.map((one) => one.id));
    const confirmed = await tx
      .update(orders)
      .set({ isNewClient: false })
      .where(and(eq(orders.customerId, client.customerId), waiting))
      .returning(changedColumns);
    const order = confirmed.find((one) => one.id === id.toLowerCase());
    if (!order) throw await whyUnchanged(tx, id);
    const entries = confirmed.map((one) => ({
      entity: "order" as const,
      entityId: one.id,
      action: "confirmed",
    }));
    await recordAudit(tx, staff, ...entries);
    await queueConfirmedMail(tx, order, shop);
  });
}
