import { asc, eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import type { Transaction } from "#db/database.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { orderColumns } from "../lists/order-queries.server.ts";
import { type ChangedOrder, changedByHolderMail, orderChangedMail } from "./order-changed-mail.ts";
import { guestUrlFor, recipientOf } from "./order-recipient.server.ts";

/** What was changed in an order, and whose it is. */
type Change = Omit<ChangedOrder, "items" | "charges" | "holdReason" | "isByHolder"> & {
  customerId: string;
  placedBy: string | null;
};

/**
 * Queues the mail that tells the client what was changed, if their address is confirmed; and the
 * company's, if whoever holds a retail order's link changed it.
 */
export async function queueChangedMail(
  tx: Transaction,
  change: Change,
  shop: Shop,
  { isByHolder = false }: { isByHolder?: boolean } = {},
): Promise<void> {
  const recipient = await recipientOf(tx, change);
  if (!recipient?.isConfirmed) return;
  const items = await tx
    .select({
      productName: orderItems.productName,
      orderedPieces: orderItems.orderedPieces,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      subtotal: orderItems.subtotal,
      promisedAmount: orderItems.promisedAmount,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, change.id))
    .orderBy(asc(orderItems.position));
  const charges = await tx
    .select({ description: orderCharges.description, amount: orderCharges.amount })
    .from(orderCharges)
    .where(eq(orderCharges.orderId, change.id))
    .orderBy(asc(orderCharges.kind));
  const [order] = await tx
    .select({ holdReason: orderColumns.holdReason })
    .from(orders)
    .where(eq(orders.id, change.id));
  const told = { ...change, items, charges, isByHolder, holdReason: order?.holdReason ?? null };
  if (isByHolder) {
    const notice = changedByHolderMail(told, recipient.email, shop);
    await queueMail(tx, { to: shop.company.email, replyTo: recipient.email, ...notice });
  }
  const guestUrl = await guestUrlFor(tx, recipient, change.id, shop);
  await queueMail(tx, { to: recipient.email, ...orderChangedMail(told, shop, guestUrl) });
}
