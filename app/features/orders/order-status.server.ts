import { and, eq } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { issueInvoice } from "#db/issue-invoice.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { orders } from "#db/schema/orders.ts";
import { OrderConflictError, OrderNotFoundError } from "./order.ts";
import { queueCancelledMail, queueFulfilledMail } from "./queue-outcome-mails.server.ts";

/** What fulfilling an order brought about. */
export interface FulfilledOrder {
  id: string;
  invoiceNumber: string;
  invoiceUrl: string | null;
}

/**
 * Fulfils a pending order, issues its invoice over its total and queues the mail that brings it to
 * the client: all or nothing. For administrators. `siteUrl` is the public origin, without a slash.
 *
 * @throws OrderNotFoundError, OrderConflictError when it is no longer pending
 */
export function fulfilOrder(
  db: Database,
  admin: Admin,
  id: string,
  siteUrl: string,
): Promise<FulfilledOrder> {
  return db.transaction(async (tx) => {
    const order = await leavePending(tx, admin, id, "fulfilled");
    const invoice = await issueInvoice(tx, { orderId: order.id, amount: order.totalPrice });
    await queueFulfilledMail(tx, order, invoice, siteUrl);
    return {
      id: order.id,
      invoiceNumber: invoice.invoiceNumber,
      invoiceUrl: invoice.invoiceUrl,
    };
  });
}

/**
 * Cancels a pending order and queues the mail that tells the client: both or neither. For
 * administrators. `siteUrl` as for `fulfilOrder`.
 *
 * @throws OrderNotFoundError, OrderConflictError when it is no longer pending
 */
export function cancelOrder(
  db: Database,
  admin: Admin,
  id: string,
  siteUrl: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const order = await leavePending(tx, admin, id, "cancelled");
    await queueCancelledMail(tx, order, siteUrl);
  });
}

type LeftPending = Pick<typeof orders.$inferSelect, "id" | "userId" | "placedAt" | "totalPrice">;

/**
 * The one change of status there is. The update itself asks whether the order is pending: of two
 * at once the second waits for the first, then finds that it is not.
 */
async function leavePending(
  tx: Transaction,
  admin: Admin,
  id: string,
  status: "fulfilled" | "cancelled",
): Promise<LeftPending> {
  if (!isUuid(id)) throw new OrderNotFoundError(id);
  const [order] = await tx
    .update(orders)
    .set({ status })
    .where(and(eq(orders.id, id), eq(orders.status, "pending")))
    .returning({
      id: orders.id,
      userId: orders.userId,
      placedAt: orders.placedAt,
      totalPrice: orders.totalPrice,
    });
  if (!order) throw await refusal(tx, id);

  await tx.insert(auditLog).values({
    actorId: admin.userId,
    actorEmail: admin.email,
    entity: "order",
    entityId: order.id,
    action: status,
    before: { status: "pending" },
    after: { status },
  });
  return order;
}

async function refusal(tx: Transaction, id: string): Promise<Error> {
  const [order] = await tx.select({ status: orders.status }).from(orders).where(eq(orders.id, id));
  return order ? new OrderConflictError(order.status) : new OrderNotFoundError(id);
}
