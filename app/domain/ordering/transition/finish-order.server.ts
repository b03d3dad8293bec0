import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import type { Actor } from "#app/domain/audit/record-audit.server.ts";
import { boxesFor, boxSize } from "#app/domain/delivery/box-size.ts";
import { deliveryNoteTerms, invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import {
  issueDeliveryNote,
  issueInvoice,
} from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { takenBackOf } from "#app/domain/documents/issuing/take-back.server.ts";
import { isCovered } from "#app/domain/ledger/credit-standing.ts";
import { hasDeposit, settleWithDeposits } from "#app/domain/ledger/deposits.server.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { waitToLeave } from "#app/domain/orders/leaving.server.ts";
import { isNothingLeft } from "#app/domain/orders/order.ts";
import { type OrderRefusal, orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { lockOrder, type OrderRow } from "#app/domain/orders/order-rows.server.ts";
import { actingAs, changeOrderState } from "#app/domain/orders/order-state.server.ts";
import { boxesUsed } from "#app/domain/packages/boxes.server.ts";
import { refuseHeldPackages } from "#app/domain/packages/held-packages.server.ts";
import { packAsOrdered } from "#app/domain/packages/pack-as-ordered.server.ts";
import { captureOrder, isAskedForMore } from "#app/domain/payments/order-payments.server.ts";
import { storedSettings } from "#app/domain/settings/kept-settings.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { Refusal, refusalIn } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockRuns, transactionWithRetry } from "#db/locks.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orderItems } from "#db/schema/orders.ts";
import { together } from "#db/together.ts";
import { changeLoad } from "../delivery/order-stop.server.ts";
import { getTerms } from "../holding/customer-terms.server.ts";
import { queueFulfilledMail, queuePackedMail } from "../mails/queue-outcome-mails.server.ts";
import { paymentOnInvoice } from "../mails/retail-payment.server.ts";
import { packedSettings } from "../packing/packed-settings.ts";
import { cancelWithin } from "./cancel-order.server.ts";
import { settleReopened } from "./reopen-order.server.ts";

/** A fulfilled order with its invoice, or its delivery note if invoiced monthly. */
export interface FulfilledOrder {
  id: string;
  invoiceNumber: string;
  invoiceUrl: string | null;
}

/**
 * Fulfils a pending order as ordered, without weighing: issues an invoice and queues its email in
 * one transaction. For staff who take orders.
 *
 * @returns null if all its lines were dropped and it was cancelled instead
 * @throws Refusal as `changeOrderState`, if lines must be weighed first, or while the bank is asked
 *   to authorize more
 */
export function fulfilOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  shop: Shop,
): Promise<FulfilledOrder | null> {
  return transactionWithRetry(db, async (tx) => {
    const by = actingAs(staff, "sell");
    if (!isUuid(id)) throw orderGone();
    // Take the packers' lock, so that no line is reopened in the meantime.
    await lockOrder(tx, id);
    if (await isLeftWithNothing(tx, id)) return cancelWithin(tx, by, id, shop).then(() => null);
    const order = await changeOrderState(tx, by, "finish", id);
    await refuseUnweighed(tx, order.id);
    await refuseHeldPackages(tx, order.id);
    await packAsOrdered(tx, order.id, staff.userId);
    return invoiced(tx, staff, order, shop);
  });
}

/**
 * Fulfils a pending order as packed, as `fulfilOrder` does but with the weighed packages. `version`
 * is the one that the packer has seen. For staff who pack.
 *
 * @returns null if all its lines were dropped and it was cancelled instead
 * @throws Refusal as `changeOrderState`, if it was changed or lines are open, or while the bank is
 *   asked to authorize more
 */
export function fulfilPackedOrder(
  db: Database,
  staff: Staff<"pack">,
  { id, version }: { id: string; version: number },
  shop: Shop,
): Promise<FulfilledOrder | null> {
  return transactionWithRetry(db, async (tx) => {
    if (!isUuid(id)) throw orderGone();
    const by = actingAs(staff, "pack");
    // Packers take this lock for every change, so each change is seen or refused.
    const [seen, lines, held] = await together([
      lockOrder(tx, id),
      linesOf(tx, id),
      refusalIn(refuseHeldPackages(tx, id)),
    ]);
    if (seen?.status === "pending" && seen.version !== version) {
      throw refusal(
        "changed",
        "Someone changed this order in the meantime. Look at it again, then finish it.",
      );
    }
    const open = lines.filter(({ packState }) => packState === "open");
    if (seen?.status === "pending" && open.length > 0) {
      throw refusal("open lines", `Not done yet: ${namesOf(open)}.`);
    }
    if (held) throw held;
    if (isNothingLeft(lines)) return cancelWithin(tx, by, id, shop).then(() => null);
    const order = await changeOrderState(tx, by, "finish", id);
    return invoiced(tx, staff, order, shop);
  });
}

/**
 * Issues a fulfilled order's invoice, or its delivery note if invoiced monthly, charges its card
 * and queues the client's email. If the owner's setting says so, charge and email wait until the
 * order leaves (`letLeave`).
 *
 * @throws Refusal while the bank is asked to authorize more
 */
async function invoiced(
  tx: Transaction,
  by: Actor,
  order: OrderRow,
  shop: Shop,
): Promise<FulfilledOrder> {
  const [customer, payment, hasPaidAhead, takenBack, { waits: mayWait }] = await together([
    getTerms(tx, order.customerId),
    paymentOnInvoice(tx, order.id),
    // Deposits are used before the card is charged.
    hasDeposit(tx, order.id),
    takenBackOf(tx, order.id),
    order.runId === null ? { waits: false } : storedSettings(tx, packedSettings),
  ]);
  const isMonthly = customer.invoicePer === "month";
  const wasReopened = takenBack.length > 0;
  const isLocked = payment !== undefined || hasPaidAhead || wasReopened;
  if (isLocked || order.runId !== null) await lockCustomer(tx, order.customerId);
  await countBoxes(tx, order);
  const waits = mayWait && (await isRunPlanned(tx, order.runId));
  // The invoice says "paid in advance" only if it was; cards are charged automatically.
  const isAsked = customer.termsKind === "prepay" && payment === undefined;
  const isPaid = !isAsked || isCovered(await exposureOf(tx, order.customerId, customer));
  const issued = isMonthly
    ? await issueDeliveryNote(tx, { orderId: order.id }, deliveryNoteTerms(shop))
    : await issueInvoice(tx, { orderId: order.id }, (at, terms) =>
        invoiceTerms(shop)(at, { ...terms, isPaid }, payment),
      );
  if (hasPaidAhead && !isMonthly) await settleWithDeposits(tx, issued.id);
  if (wasReopened) await settleReopened(tx, by, order.id, isMonthly ? null : issued.id);
  if (issued.total !== null) {
    const cents = toCents(issued.total);
    if (await isAskedForMore(tx, order.id, cents)) throw refusal("card asked", stillAsked);
    if (!waits) await captureOrder(tx, order.id, cents);
  }
  if (waits) await waitToLeave(tx, { orderId: order.id, documentId: issued.id });
  else await (isMonthly ? queuePackedMail : queueFulfilledMail)(tx, order, issued, shop);
  return { id: order.id, invoiceNumber: issued.documentNumber, invoiceUrl: issued.url };
}

/**
 * Replaces an order's expected boxes on its run by the actual ones, or if none were recorded, by
 * those that its packed pounds fill. The customer is locked before the run.
 */
async function countBoxes(tx: Transaction, order: OrderRow): Promise<void> {
  const { id, runId, bookedLb: lb } = order;
  if (runId === null) return;
  const used = await boxesUsed(tx, id);
  const [packed] = await tx
    .select({ lb: sql<string>`coalesce(sum(${orderItems.packedLb}), 0.00)` })
    .from(orderItems)
    .where(eq(orderItems.orderId, id));
  const boxes = used || boxesFor(packed?.lb ?? "0.00", await storedSettings(tx, boxSize));
  if (boxes !== order.bookedBoxes) await changeLoad(tx, order, { lb, boxes });
}

/** Locks the run, so that sending it out sees the orders that wait for it. */
async function isRunPlanned(tx: Transaction, runId: string | null): Promise<boolean> {
  if (runId === null) return false;
  await lockRuns(tx, runId);
  const [run] = await tx.select({ state: runs.state }).from(runs).where(eq(runs.id, runId));
  return run?.state === "planned";
}

const stillAsked =
  "Their bank is being asked to hold more for what was added. Finish again in a moment. Nothing was changed.";

/** True if every line was dropped (`isNothingLeft`). */
export async function isLeftWithNothing(db: Database, orderId: string): Promise<boolean> {
  return isNothingLeft(await linesOf(db, orderId));
}

async function linesOf(db: Database, orderId: string) {
  return db
    .select({
      productName: orderItems.productName,
      packState: orderItems.packState,
      packedLb: orderItems.packedLb,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

/**
 * Refuses lines that must be weighed at the station: pieces, whose weight varies, and partly packed
 * lines, which differ from what was ordered.
 */
async function refuseUnweighed(tx: Transaction, orderId: string): Promise<void> {
  const unweighed = await tx
    .select({ productName: orderItems.productName })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.orderId, orderId),
        eq(orderItems.packState, "open"),
        or(eq(orderItems.soldBy, "piece"), gt(orderItems.packedLb, "0")),
      ),
    )
    .orderBy(asc(orderItems.position));
  if (unweighed.length === 0) return;
  const message = `Weigh these lines first: ${namesOf(unweighed)}. Nothing was changed.`;
  throw refusal("open lines", message);
}

const refusal = (code: OrderRefusal, message: string) => new Refusal(code, message);

function namesOf(lines: readonly { productName: string }[]): string {
  return lines.map(({ productName }) => productName).join(", ");
}
