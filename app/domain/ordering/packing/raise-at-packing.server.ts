import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { holdsForStaff, raisedAtPacking } from "#app/domain/orders/hold.ts";
import { isFree } from "#app/domain/orders/holds.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { type OrderRow, updateOrder } from "#app/domain/orders/order-rows.server.ts";
import {
  addLine,
  type LineRaised,
  markLineDone,
  wasAdded,
  wasAgreed,
} from "#app/domain/packages/lines.server.ts";
import { lockPending } from "#app/domain/packages/lock-order.server.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { isNoWeight } from "#app/lib/amounts/weight.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { goodsOf, loadOf } from "../delivery/arrange-delivery.server.ts";
import { changeLoad } from "../delivery/order-stop.server.ts";
import { settleStop } from "../delivery/settle-stop.server.ts";
import { alignAuthorizationAndTell } from "../holding/align-authorization.server.ts";
import {
  alignRaised,
  holdIfRaised,
  lockCustomerOf,
  withinAgain,
} from "../holding/hold-raised.server.ts";
import { changing, queueChangeMails, rewriteWaiting } from "../mails/queue-change-mails.server.ts";
import { tellReleased } from "../mails/queue-outcome-mails.server.ts";

/**
 * Adds a line at packing, as by `addLine`, and what follows where the order comes to more with it: its
 * pounds count on its run, the fee of its stop is judged anew, it is judged against the credit limit and what was paid before, and its card
 * is held for more. What is refused holds the order, as station and list say. For staff who pack.
 *
 * @throws Refusal
 */
export function addLineAtPacking(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  op: OpOf<"add">,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    // Sent again, it may find the order held for what it added.
    const wasMade = () => wasAdded(tx, op.requestId);
    if (!(await lockPending(tx, orderId, { wasMade }))) return;
    await raising(tx, staff, { orderId, shop }, async (order) => {
      const added = await addLine(tx, staff, orderId, op);
      await changeLoad(tx, order, await loadOf(tx, await goodsOf(tx, orderId)));
      await settleStop(tx, staff, order, { ...order, how: "changed" }, shop);
      const { estimate: totalPrice } = await costsNow(tx, orderId);
      await updateOrder(tx, orderId, { totalPrice });
      return added;
    });
  });
}

/**
 * Marks a line as done, as by `markLineDone`. What the client agreed to beyond the promise is judged and
 * held as what is added. What is not available can be marked so while the order waits for its card,
 * which may cover it then, or for what was added. For staff who pack.
 *
 * @throws Refusal
 */
export function finishLine(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  op: OpOf<"finish">,
  shop: Shop,
): Promise<void> {
  const isLess = op.isShort && isNoWeight(op.seenLb);
  return transactionWithRetry(db, async (tx) => {
    const wasMade = () => wasAgreed(tx, op);
    if (!(await lockPending(tx, orderId, { wasMade, isLess }))) return;
    const mark = () => markLineDone(tx, staff, orderId, op);
    if (op.over === "customer_agreed") return raising(tx, staff, { orderId, shop }, mark);
    await mark();
    if (isLess) await judgeAgain(tx, staff, orderId, shop);
  });
}

/**
 * What follows from packages and lines that are opened again or taken off: what was not available and is
 * packed after all needs more of the order's card, and with less it may cover the order again. What the
 * order was held for at the station is judged again too (`alignRaised`).
 */
export function coverOrder(
  staff: Staff<"pack">,
  orderId: string,
  shop: Shop,
): (tx: Transaction) => Promise<void> {
  return (tx) => judgeAgain(tx, staff, orderId, shop);
}

async function judgeAgain(
  tx: Transaction,
  staff: Staff<"pack">,
  orderId: string,
  shop: Shop,
): Promise<void> {
  const { freed, held } = await alignRaised(tx, orderId);
  await alignAuthorizationAndTell(tx, orderId, shop);
  if (freed.length > 0) {
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "hold released",
      after: { reason: holdsForStaff(freed), note: withinAgain },
    });
    // A client who has not heard of the hold yet need not hear that it is over.
    const isTold = await rewriteWaiting(tx, orderId, changing(staff, "staff"), shop);
    if (!isTold && (await isFree(tx, orderId))) await tellReleased(tx, orderId, shop);
  }
  if (held.length > 0) {
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "held at packing",
      after: { hold: holdsForStaff(held) },
    });
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (order) await tellHeld(tx, staff, order, null, shop);
  }
}

/** Judges what an order comes to after a change that may raise it. The caller has locked the order. */
async function raising(
  tx: Transaction,
  staff: Staff<"pack">,
  { orderId, shop }: { orderId: string; shop: Shop },
  change: (order: OrderRow) => Promise<LineRaised | null>,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error("The order that was locked is gone");
  const before = await lockCustomerOf(tx, order);
  const raised = await change(order);
  if (!raised) return;
  const held = await holdIfRaised(tx, before, raisedAtPacking);
  await alignAuthorizationAndTell(tx, orderId, shop);
  if (!held.hold) return;
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: orderId,
    action: "held at packing",
    after: held,
  });
  await tellHeld(tx, staff, order, raised, shop);
}

/** Tells the client why their order waits now: what was added to it, if anything new, by how much, and the hold. */
async function tellHeld(
  tx: Transaction,
  staff: Staff<"pack">,
  { id, totalPrice: from }: OrderRow,
  raised: LineRaised | null,
  shop: Shop,
): Promise<void> {
  const [now] = await tx.select({ to: orders.totalPrice }).from(orders).where(eq(orders.id, id));
  const estimates = { from, to: now?.to ?? from };
  const lines = { estimates, notes: null, differences: raised ? [raised] : [] };
  await queueChangeMails(tx, id, { lines }, changing(staff, "staff"), shop);
}
