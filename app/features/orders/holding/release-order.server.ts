import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { queueReleasedMail } from "../mails/queue-outcome-mails.server.ts";
import { OrderConflictError, OrderNotFoundError } from "../order.ts";

/**
 * Releases a held order with a note for the staff: it can be packed, and the client is told by mail.
 * It is not judged again; nor are the customer's other orders. For staff who take orders.
 *
 * @throws OrderNotFoundError, OrderConflictError when it is not pending, or not held any more
 */
export function releaseOrder(
  db: Database,
  staff: Staff<"sell">,
  { id, note }: { id: string; note: string },
  shop: Shop,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(id)) throw new OrderNotFoundError(id);
    const held = and(isNotNull(orders.holdReason), isNull(orders.releasedAt));
    const [order] = await tx
      .update(orders)
      .set({
        releasedAt: sql`now()`,
        releasedBy: staff.userId,
        releaseNote: note,
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.id, id), eq(orders.status, "pending"), held))
      .returning();
    if (!order) {
      const [found] = await tx
        .select({ status: orders.status })
        .from(orders)
        .where(eq(orders.id, id));
      throw found ? new OrderConflictError(found.status) : new OrderNotFoundError(id);
    }
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: order.id,
      action: "hold released",
      after: { reason: order.holdReason, note },
    });
    await queueReleasedMail(tx, order, shop);
  });
}
