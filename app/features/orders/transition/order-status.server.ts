import { and, asc, eq, gt, inArray, isNotNull, isNull, not, or } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { refuseLate, releaseStop } from "#app/features/delivery/booking.server.ts";
import { deliveryNoteTerms, invoiceTerms } from "#app/features/invoices/invoice-terms.ts";
import type { OrderHolder } from "#app/features/payments/order-links.server.ts";
import { captureOrder, releaseOrder } from "#app/features/payments/order-payments.server.ts";
import { toCents } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { issueDeliveryNote, issueInvoice, packAsOrdered } from "#db/issue-invoice.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { isBegun } from "../delivery/day-prices.server.ts";
import { beingPacked } from "../delivery/delivery-words.ts";
import { passFeeOn } from "../delivery/pass-fee.server.ts";
import { lockTerms } from "../holding/customer-terms.server.ts";
import { isOnHold } from "../holding/hold.ts";
import {
  queueCancelledMail,
  queueConfirmedMail,
  queueFulfilledMail,
  queuePackedMail,
} from "../mails/queue-outcome-mails.server.ts";
import { retailPayment } from "../mails/retail-payment.server.ts";
import {
  NothingPackedError,
  OrderChangedError,
  OrderConflictError,
  OrderHeldError,
  OrderNotFoundError,
  OrderUnconfirmedError,
  OrderUnweighedError,
} from "../order.ts";
import { OrderRefusedError } from "../placing/order-rules.ts";

/** The result of fulfilling an order: its invoice, or its delivery note where the month is invoiced. */
export interface FulfilledOrder {
  id: string;
  invoiceNumber: string;
  invoiceUrl: string | null;
}

/**
 * Fulfils a pending order as it was ordered, without weighing, issues an invoice and queues the mail with it, in one
 * transaction. For staff who take orders.
 *
 * @throws OrderNotFoundError, OrderConflictError when it is no longer pending,
 *   OrderUnconfirmedError when it is an unconfirmed new client's, OrderHeldError, OrderUnweighedError when lines
 *   have to be weighed first, NothingPackedError when all were dropped
 */
export function fulfilOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  shop: Shop,
): Promise<FulfilledOrder> {
  return transactionWithRetry(db, async (tx) => {
    const order = await leavePending(tx, staff, id, "fulfilled");
    await refuseUnweighed(tx, order.id);
    await packAsOrdered(tx, order.id, staff.userId);
    await refuseEmpty(tx, order.id);
    return invoiced(tx, order, shop);
  });
}

/**
 * Fulfils a pending order as it was packed: issues an invoice for the weighed packages and queues
 * the mail with it, in one transaction. `version` is the order's as the packer has seen it; with
 * another, somebody changed it meanwhile. For staff who pack.
 *
 * @throws OrderNotFoundError, OrderConflictError when it is no longer pending,
 *   OrderUnconfirmedError when it is an unconfirmed new client's, OrderHeldError, OrderChangedError,
 *   OrderUnweighedError when lines are open, NothingPackedError when all were dropped
 */
export function fulfilPackedOrder(
  db: Database,
  staff: Staff<"pack">,
  { id, version }: { id: string; version: number },
  shop: Shop,
): Promise<FulfilledOrder> {
  return transactionWithRetry(db, async (tx) => {
    if (!isUuid(id)) throw new OrderNotFoundError(id);
    // Packers take this lock for every change, so all of them are seen or refused.
    const [seen] = await tx
      .select({ version: orders.version, status: orders.status })
      .from(orders)
      .where(eq(orders.id, id))
      .for("update");
    if (seen?.status === "pending" && seen.version !== version) {
      throw new OrderChangedError(id, seen.version);
    }
    const lines = await tx
      .select({ productName: orderItems.productName, packState: orderItems.packState })
      .from(orderItems)
      .where(eq(orderItems.orderId, id))
      .orderBy(asc(orderItems.position));
    const open = lines.filter(({ packState }) => packState === "open");
    if (seen?.status === "pending" && open.length > 0) {
      throw new OrderUnweighedError(open.map(({ productName }) => productName));
    }
    const order = await leavePending(tx, staff, id, "fulfilled");
    await refuseEmpty(tx, order.id);
    return invoiced(tx, order, shop);
  });
}

/**
 * Issues a fulfilled order's invoice, or its delivery note for a customer who is invoiced by the
 * month, and queues the mail that tells the client.
 */
async function invoiced(tx: Transaction, order: LeftPending, shop: Shop): Promise<FulfilledOrder> {
  const [customer] = await tx
    .select({ invoicePer: customers.invoicePer })
    .from(customers)
    .where(eq(customers.id, order.customerId));
  const isMonthly = customer?.invoicePer === "month";
  const payment = await retailPayment(tx, order.id);
  const issued = isMonthly
    ? await issueDeliveryNote(tx, { orderId: order.id }, deliveryNoteTerms(shop))
    : await issueInvoice(tx, { orderId: order.id }, (at, terms) =>
        invoiceTerms(shop)(at, terms, payment),
      );
  if (issued.total !== null) await captureOrder(tx, order.id, toCents(issued.total));
  await (isMonthly ? queuePackedMail : queueFulfilledMail)(tx, order, issued, shop);
  return { id: order.id, invoiceNumber: issued.documentNumber, invoiceUrl: issued.url };
}

/** Of an order whose lines were all dropped or replaced by nothing, there is nothing to invoice. */
async function refuseEmpty(tx: Transaction, orderId: string): Promise<void> {
  const isPacked = inArray(orderItems.packState, ["packed", "short"]);
  const packed = await tx.$count(orderItems, and(eq(orderItems.orderId, orderId), isPacked));
  if (packed === 0) throw new NothingPackedError(orderId);
}

/** Pieces vary, and what is partly packed is not as ordered: both are weighed at the station. */
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
  throw new OrderUnweighedError(unweighed.map(({ productName }) => productName));
}

/**
 * Confirms a new client through one of their orders: all their pending orders can then be
 * fulfilled, and the client is told by mail. For staff who take orders. `siteUrl` as for `fulfilOrder`.
 *
 * @throws OrderNotFoundError, OrderConflictError when it is no longer pending or already confirmed
 */
export function confirmOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  shop: Shop,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(id)) throw new OrderNotFoundError(id);
    const waiting = and(orders.isNewClient, eq(orders.status, "pending"));
    const [client] = await tx
      .select({ customerId: orders.customerId })
      .from(orders)
      .where(and(eq(orders.id, id), waiting));
    if (!client) throw await refusal(tx, id);
    const confirmed = await tx
      .update(orders)
      .set({ isNewClient: false })
      .where(and(eq(orders.customerId, client.customerId), waiting))
      .returning(settledColumns);
    const order = confirmed.find((one) => one.id === id.toLowerCase());
    if (!order) throw await refusal(tx, id);
    const entries = confirmed.map((one) => ({
      entity: "order" as const,
      entityId: one.id,
      action: "confirmed",
    }));
    await recordAudit(tx, staff, ...entries);
    await queueConfirmedMail(tx, order, shop);
  });
}

/**
 * Cancels a pending order, releases its stop, passes its fee on (`passFeeOn`) and queues the mail that tells the
 * client, in one transaction. For staff who take orders. `siteUrl` as for `fulfilOrder`.
 *
 * @throws OrderNotFoundError, OrderConflictError when it is no longer pending
 */
export function cancelOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    const order = await leavePending(tx, staff, id, "cancelled");
    await lockTerms(tx, order.customerId);
    await releaseStop(tx, order);
    await passFeeOn(tx, staff, order, shop);
    await releaseOrder(tx, order.id);
    await queueCancelledMail(tx, order, shop);
  });
}

/**
 * Cancels a retail order for whoever holds its link, until its cut-off and before packing begins.
 * Mails tell the customer and the company.
 *
 * @throws OrderConflictError when it is no longer pending, DayRefusedError when its cut-off has
 *   passed, OrderRefusedError when it is being packed
 */
export function cancelHeldOrder(db: Database, holder: OrderHolder, shop: Shop): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    const id = holder.orderId;
    // As packers do, so that none begins meanwhile.
    const [seen] = await tx
      .select({ status: orders.status, runId: orders.runId })
      .from(orders)
      .where(eq(orders.id, id))
      .for("update");
    if (seen?.status === "pending") {
      if (await isBegun(tx, id)) {
        throw new OrderRefusedError([{ field: "account", message: beingPacked(shop.company) }]);
      }
      await refuseLate(tx, seen.runId);
    }
    const order = await leavePending(tx, { userId: null, email: holder.email }, id, "cancelled");
    await releaseStop(tx, order);
    await releaseOrder(tx, order.id);
    await queueCancelledMail(tx, order, shop, { isByHolder: true });
  });
}

const settledColumns = {
  id: orders.id,
  customerId: orders.customerId,
  placedBy: orders.placedBy,
  placedAt: orders.placedAt,
  totalPrice: orders.totalPrice,
  paymentWay: orders.paymentWay,
  shipToId: orders.shipToId,
  runId: orders.runId,
  stopId: orders.stopId,
  bookedLb: orders.bookedLb,
};

type LeftPending = Pick<typeof orders.$inferSelect, keyof typeof settledColumns>;

/**
 * Moves an order out of `pending`, the only transition there is. Called by the verbs of this folder.
 * The update checks the status
 * itself, so of two concurrent updates the second waits and then finds the order no longer pending.
 */
export async function leavePending(
  tx: Transaction,
  actor: { readonly userId: string | null; readonly email: string },
  id: string,
  status: "fulfilled" | "cancelled",
  action: string = status,
): Promise<LeftPending> {
  if (!isUuid(id)) throw new OrderNotFoundError(id);
  // A new client's order must be confirmed before it can be fulfilled, a held one released.
  const isFree = or(isNull(orders.holdReason), isNotNull(orders.releasedAt));
  const mayLeave = status === "fulfilled" ? and(not(orders.isNewClient), isFree) : undefined;
  const [order] = await tx
    .update(orders)
    .set({ status, awaitsUntil: null })
    .where(and(eq(orders.id, id), eq(orders.status, "pending"), mayLeave))
    .returning(settledColumns);
  if (!order) throw await refusal(tx, id);

  await recordAudit(tx, actor, {
    entity: "order",
    entityId: order.id,
    action,
    before: { status: "pending" },
    after: { status },
  });
  return order;
}

async function refusal(tx: Transaction, id: string): Promise<Error> {
  const [order] = await tx
    .select({
      status: orders.status,
      isNewClient: orders.isNewClient,
      holdReason: orders.holdReason,
      releasedAt: orders.releasedAt,
    })
    .from(orders)
    .where(eq(orders.id, id));
  if (order?.status === "pending" && order.isNewClient) return new OrderUnconfirmedError(id);
  if (order?.status === "pending" && isOnHold(order)) return new OrderHeldError(id);
  return order ? new OrderConflictError(order.status) : new OrderNotFoundError(id);
}
