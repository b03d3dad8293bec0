import { eq, sql } from "drizzle-orm";
import { raisedAtPacking } from "#app/domain/orders/hold.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { alreadyInState } from "#app/domain/orders/order-lifecycle.ts";
import type { PackingRefusal } from "#app/domain/packages/packing.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { openHolds, orders } from "#db/schema/orders.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { together } from "#db/together.ts";

interface PendingChange {
  /** True if the change was made before: a retry succeeds in whatever state the order is now. */
  wasMade?: () => Promise<boolean>;
  /** True if the change removes something, which may release a hold for the card or at packing. */
  isLess?: boolean;
  /** True if the refusal must name the order, as the packer is at another. */
  isOther?: boolean;
}

/**
 * Locks an order for a change by the station. Every change takes this lock first; finishing the
 * order therefore sees all of them. Returns true if the change is still to be made.
 *
 * @throws Refusal unless the order is pending and not held, except by holds that the change can
 *   release
 */
export async function lockPending(
  tx: Transaction,
  orderId: string,
  { wasMade, isLess = false, isOther = false }: PendingChange = {},
): Promise<boolean> {
  // What is sent behind the lock is read under it.
  const [order, isMade] = await together([lockFor(tx, orderId, isLess), wasMade?.()]);
  if (!order) throw new Refusal<PackingRefusal>("gone", "There is no such order.");
  if (isMade) return false;
  if (order.status === "pending" && order.holds.length > 0) {
    const message = `${whose(order.number)} is on hold. Nothing was changed.`;
    throw new Refusal<PackingRefusal>("not pending", message);
  }
  if (order.status === "pending") return true;
  const message = `${alreadyInState(order.status, whose(order.number))} Nothing was changed.`;
  throw new Refusal<PackingRefusal>("not pending", message);

  function whose(number: number): string {
    return isOther ? orderName(number) : "This order";
  }
}

/**
 * Locks several orders for one change (`lockPending`), by id: two changes can't deadlock. Returns
 * the ids that were locked; null if the change was made before.
 *
 * @param own the order that the packer is at; the refusal names any other
 */
export async function lockSeveralPending(
  tx: Transaction,
  own: string,
  others: readonly string[],
  { wasMade, isLess }: Omit<PendingChange, "isOther"> = {},
): Promise<string[] | null> {
  const ids = [...new Set([own, ...others])].toSorted();
  for (const id of ids) {
    const how = id === own ? { isLess } : { isOther: true };
    if (!(await lockPending(tx, id, { wasMade, ...how }))) return null;
  }
  return ids;
}

async function lockFor(tx: Transaction, orderId: string, isLess: boolean) {
  const [order] = await tx
    .select({
      number: orders.number,
      status: orders.status,
      holds: isLess ? holdsThatStay : openHolds,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for("update");
  return order;
}

/** The holds of an order that removing something at the station can't release. */
const holdsThatStay = sql<HoldReason[]>`array(select reason from order_holds
  where order_holds.order_id = orders.id and released_at is null
    and reason <> 'card' and note <> ${raisedAtPacking})`;

/** Fields of a reopened line, whose outcome no longer holds. */
export const openAgain = { packState: "open", overDecision: null, packNote: "" } as const;
