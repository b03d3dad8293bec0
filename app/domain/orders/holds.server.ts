import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import type { OrderHold } from "./hold.ts";

const openFor = (orderId: string, reason: HoldReason) =>
  and(
    eq(orderHolds.orderId, orderId),
    eq(orderHolds.reason, reason),
    isNull(orderHolds.releasedAt),
  );

/**
 * Holds an order that is still to be packed for a reason. Does nothing if it is packed or
 * cancelled, or already held for that reason.
 *
 * @returns true if it is held now and was not before
 */
export async function holdOrder(
  tx: Database | Transaction,
  orderId: string,
  reason: HoldReason,
  note = "",
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into order_holds (order_id, reason, note)
    select id, ${reason}, ${note} from orders
    where id = ${orderId} and status in ('awaiting_payment', 'pending')
    for no key update
    on conflict (order_id, reason) where released_at is null do nothing
    returning id`);
  return rows.length > 0;
}

/**
 * Ends an order's hold for one reason.
 *
 * @param by null if it ends automatically
 * @returns true if it was held for that reason
 */
export async function endHold(
  tx: Database | Transaction,
  orderId: string,
  reason: HoldReason,
  by: { readonly userId: string | null } | null,
  note: string,
): Promise<boolean> {
  const ended = await tx
    .update(orderHolds)
    .set({ releasedAt: sql`now()`, releasedBy: by?.userId ?? null, releaseNote: note })
    .where(openFor(orderId, reason))
    .returning({ id: orderHolds.id });
  return ended.length > 0;
}

/** True if an order is held for a reason now. */
export async function isHeldFor(
  db: Database | Transaction,
  orderId: string,
  reason: HoldReason,
): Promise<boolean> {
  return (await db.$count(orderHolds, openFor(orderId, reason))) > 0;
}

/** True if an order waits to be packed and no hold remains. */
export async function isFree(tx: Transaction, orderId: string): Promise<boolean> {
  const pending = and(eq(orders.id, orderId), eq(orders.status, "pending"));
  if ((await tx.$count(orders, pending)) === 0) return false;
  const open = and(eq(orderHolds.orderId, orderId), isNull(orderHolds.releasedAt));
  return (await tx.$count(orderHolds, open)) === 0;
}

/** Returns all holds of an order, oldest first. The caller must have checked access. */
export function holdsOf(db: Database | Transaction, orderId: string): Promise<OrderHold[]> {
  return db
    .select(pick(orderHolds, "reason", "since", "note", "releasedAt", "releaseNote"))
    .from(orderHolds)
    .where(eq(orderHolds.orderId, orderId))
    .orderBy(asc(orderHolds.since), asc(orderHolds.reason));
}
