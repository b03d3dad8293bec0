import { asc, eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import type { Transaction } from "#db/database.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { orderColumns } from "../lists/order-queries.server.ts";
import { type ChangedOrder, orderChangedMail } from "./order-changed-mail.ts";
import { recipientOf } from "./order-recipient.server.ts";

/** What was changed in an order, and whose it is. */
type Change = Omit<ChangedOrder, "items" | "charges" | "holdReason"> & {
  customerId: string;
  placedBy: string | null;
};

/** Queues the mail that tells the client what was changed, if their address is confirmed. */
export async function queueChangedMail(
  tx: Transaction,
  change: Change,
  siteUrl: string,
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
  const told = { ...change, items, charges, holdReason: order?.holdReason ?? null };
  await queueMail(tx, { to: recipient.email, ...orderChangedMail(told, siteUrl) });
}
