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
import { lockPending } from "#app/domain/packages/lock-for-packing.server.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { isNoWeight } from "#app/lib/amounts/weight.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { goodsOf, loadOf } from "../delivery/arrange-delivery.server.ts";
import { changeLoad } from "../delivery/order-stop.server.ts";
import { settleStop } from "../delivery/shared-stop-fee.server.ts";
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
 * Adds a line at packing (`addLine`) and applies the higher total: books the pounds on the run,
 * settles the stop's fee, checks credit limit and prepayment, and raises the card authorization. A
 * failed check holds the order. For staff who pack.
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
    // A retry may find the order held because of its first attempt.
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
 * Marks a line as done (`markLineDone`). Weight beyond the promise that the client agreed to is
 * checked like an added line. A line can be marked unavailable while the order waits for its card
 * or is held for additions, since the lower total may clear that. For staff who pack.
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
 * Rechecks the order and the station's holds (`alignRaised`) after packages or lines were reopened
 * or removed: a reopened line needs more of the card authorization, a lower total may be covered
 * again.
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
    // A client who wasn't told of the hold yet isn't told that it ended.
    const isTold = await rewriteWaiting(tx, orderId, shop);
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

/** Applies a change and the checks for a higher total. The caller has locked the order. */
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
