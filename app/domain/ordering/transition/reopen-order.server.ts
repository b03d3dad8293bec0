import { and, asc, eq, inArray, not, sql } from "drizzle-orm";
import { z } from "zod";
import type { Shop } from "#app/content/company.ts";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import {
  numberOf,
  takeBackDocument,
  takenBackOf,
} from "#app/domain/documents/issuing/take-back.server.ts";
import { openItems, settle } from "#app/domain/ledger/allocations.server.ts";
import { dropWaiting } from "#app/domain/orders/leaving.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { alreadyInState } from "#app/domain/orders/order-lifecycle.ts";
import { orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { lockOrder, type OrderRow, touchOrder } from "#app/domain/orders/order-rows.server.ts";
import { actingAs, changeOrderState } from "#app/domain/orders/order-state.server.ts";
import { refundCreditNote } from "#app/domain/payments/refunds.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { filledTitle } from "#app/lib/form/form-texts.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockRuns, transactionWithRetry } from "#db/locks.ts";
import { runs } from "#db/schema/deliveries.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { isLiveReturn, returnedGoods } from "#db/schema/money/door.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { settleStop } from "../delivery/shared-stop-fee.server.ts";
import { dropPackedMail } from "../mails/queue-outcome-mails.server.ts";

/** The document that cancelled an order's invoice or delivery note. */
export interface Reopened {
  number: string;
  takenBackBy: string;
}

/**
 * Reopens a packed order before it leaves: its document is cancelled in full, and it is packed,
 * finished and billed like any other. Once it left with its run, it is credited or the difference
 * billed instead; an order packed after the truck left is still here (`isLeftBehind`). The fee of
 * its stop is settled again. For staff who pack or take orders.
 *
 * @throws Refusal if it is in another state, has left, or its card is being charged right now; also
 *   as `takeBackDocument`
 */
export function reopenOrder(
  db: Database,
  staff: Staff<"pack"> | Staff<"sell">,
  orderId: string,
  reason: string,
  shop: Shop,
): Promise<Reopened> {
  const by = actingAs(staff, staffMay(staff, "pack") ? "pack" : "sell");
  return transactionWithRetry(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw orderGone();
    if (order.status !== "fulfilled") throw refused(`${alreadyInState(order.status)} ${unchanged}`);
    await refuseCharging(tx, orderId);
    await lockCustomer(tx, order.customerId);
    await refuseLeft(tx, order);
    const taken = await takeBackDocument(tx, { orderId, reason, by: staff.userId }, shop);
    await changeOrderState(tx, by, "reopen", orderId);
    // The order or others of its stop may have moved since it was finished.
    const { number } = order;
    await settleStop(tx, staff, order, { id: orderId, number, how: "changed" }, shop);
    // The old total is void: until finished again, the order costs what was ordered.
    const { estimate: totalPrice } = await costsNow(tx, orderId);
    await touchOrder(tx, orderId, { totalPrice });
    await dropPackedMail(tx, orderId);
    await dropWaiting(tx, orderId);
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "document taken back",
      after: { takenBack: taken.number, by: taken.document.documentNumber, reason },
    });
    return { number: taken.number, takenBackBy: taken.document.documentNumber };
  });
}

const unchanged = "Nothing was changed.";

/** Locks the run, so that sending it out and reopening the order see each other. */
async function refuseLeft(tx: Transaction, { id, runId }: OrderRow): Promise<void> {
  if ((await tx.$count(returnedGoods, and(eq(returnedGoods.orderId, id), isLiveReturn))) > 0) {
    throw refused(`Something of it came back already, so it had left. ${unchanged}`);
  }
  if (runId === null) return;
  await lockRuns(tx, runId);
  const [run] = await tx.select({ state: runs.state }).from(runs).where(eq(runs.id, runId));
  if (run?.state === "planned") return;
  // It was packed too late for the truck, so it is still here.
  if ((await tx.$count(orders, and(eq(orders.id, id), isLeftBehind))) > 0) return;
  throw refused(
    `Its run was sent out, so its document stays. Credit it, or bill the difference. ${unchanged}`,
  );
}

async function refuseCharging(tx: Transaction, orderId: string): Promise<void> {
  const charging = and(
    eq(payments.orderId, orderId),
    inArray(payments.state, ["capturing", "holding"]),
  );
  if ((await tx.$count(payments, charging)) === 0) return;
  throw refused(`Its card is being charged at this moment. Try again in a minute. ${unchanged}`);
}

function refused(message: string): Refusal {
  return new Refusal("not reopened", message);
}

export interface Replaced {
  /** Number of the latest cancelled document. */
  number: string;
  takenBackBy: string;
  refundedCents: number;
}

/**
 * Settles a reopened order's new invoice with the credit notes of its earlier ones, and refunds the
 * rest of a card charge. The caller has locked the customer.
 *
 * @param invoiceId null if it is invoiced monthly or was cancelled
 * @returns what it replaces; null for an order that was never reopened
 */
export async function settleReopened(
  tx: Transaction,
  by: { userId: string | null; email: string },
  orderId: string,
  invoiceId: string | null,
): Promise<Replaced | null> {
  const takenBack = await takenBackOf(tx, orderId);
  const last = takenBack.at(-1);
  if (!last) return null;
  const number = await numberOf(tx, last.takesBackId);
  const replaced = { number, takenBackBy: last.documentNumber, refundedCents: 0 };
  const credits = takenBack.filter(({ kind }) => kind === "credit_note");
  for (const { id: documentId, customerId } of invoiceId === null ? [] : credits) {
    const settles = { documents: [invoiceId ?? ""], rest: "nothing yet" } as const;
    await settle(tx, { userId: by.userId }, { customerId, documentId }, settles);
  }
  const [latest] = credits.slice(-1);
  if (!latest) return replaced;
  // What remains of the credit notes is what a card was overcharged, if one was charged.
  const items = await openItems(tx, latest.customerId, "credits");
  const ours = items.filter(({ documentId }) => credits.some(({ id }) => id === documentId));
  const left = sumCents(ours, ({ openCents }) => openCents);
  const refundedCents =
    left > 0
      ? await refundCreditNote(tx, by, {
          orderId,
          documentId: latest.id,
          cents: left,
          payout: "refund",
        })
      : 0;
  return { ...replaced, refundedCents };
}

/** True if an order left with its run, or goods of it came back. For queries on orders. */
export const hasLeft = sql<boolean>`(exists (select from runs
    where runs.id = ${orders.runId} and runs.state <> 'planned') and not ${isLeftBehind}
  or exists (select from returned_goods
    where returned_goods.order_id = ${orders.id} and ${isLiveReturn}))`;

/** True if errors in an order are credited, as it can't be reopened. For staff who handle money. */
export async function isForCredit(
  db: Database,
  _staff: Staff<"money">,
  orderId: string,
): Promise<boolean> {
  if (!isUuid(orderId)) return false;
  const isOut = and(eq(orders.id, orderId), inArray(orders.status, ["fulfilled", "delivered"]));
  return (await db.$count(orders, isOut)) > 0;
}

/** Returns an order that can be reopened as far as is known beforehand; null for any other. */
export async function reopenableOrder(
  db: Database,
  _staff: Staff<"pack"> | Staff<"sell">,
  orderId: string,
) {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({
      number: orders.number,
      document: documents.documentNumber,
      kind: documents.kind,
      hasCard: sql<boolean>`exists (select from payments
        where payments.order_id = ${orders.id} and is_current and state = 'captured')`,
    })
    .from(orders)
    .innerJoin(documentOrders, eq(documentOrders.orderId, orders.id))
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.status, "fulfilled"),
        not(hasLeft),
        inArray(documents.kind, ["invoice", "delivery_note"]),
        isStandingDocument,
      ),
    )
    .orderBy(asc(documents.issuedAt))
    .limit(1);
  return order ?? null;
}

/** The reason for reopening, as printed on the document that cancels the old one. */
export const reopenSchema = z.object({ reason: filledTitle(200, "Please say why") });
