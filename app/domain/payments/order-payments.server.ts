import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { openCentsOfOrder, settle } from "#app/domain/ledger/allocations.server.ts";
import { endHold, isFree } from "#app/domain/orders/holds.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { paymentJobs, payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { endedStates } from "#db/schema/values/payments.ts";
import { authorizationDay, savedCardDay } from "./authorization-plan.ts";
import { changePaymentState } from "./payment-state.server.ts";
import { sendJob } from "./send-job.server.ts";

// Payment operations of orders, in the transaction of the order's own change. The caller has locked
// the order; the payment is locked here.

interface NewOrderPayment {
  orderId: string;
  customerId: string;
  cents: number;
  /** From `authorizationDay`. */
  holdOn: string | null;
  requestId: string;
}

/**
 * Starts an order's card payment in the transaction that places it; after the commit,
 * `CardPayments.prepare` makes its card form. Voids the order's earlier unfinished payment. Returns
 * its id. Idempotent by `requestId`.
 */
export async function startOrderPayment(
  tx: Transaction,
  { orderId, customerId, cents, holdOn, requestId }: NewOrderPayment,
): Promise<string> {
  const [earlier] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.requestId, requestId), eq(payments.orderId, orderId)));
  if (earlier) return earlier.id;
  await voidOrderPayments(tx, orderId);
  await tx
    .update(payments)
    .set({ isCurrent: false })
    .where(and(eq(payments.orderId, orderId), payments.isCurrent));
  const [started] = await tx
    .insert(payments)
    .values({ orderId, customerId, cents, holdOn, requestId })
    .returning({ id: payments.id });
  if (!started) throw new Error("The payment was not stored");
  return started.id;
}

type Payment = typeof payments.$inferSelect;

/** Locks and returns the order's payments that may still be authorized or captured. */
async function openPayments(tx: Transaction, orderId: string): Promise<Payment[]> {
  return tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        sql`${payments.state} <> all(${sql.param(`{${endedStates.join(",")}}`)}::text[])`,
      ),
    )
    .orderBy(payments.id)
    .for("update");
}

/**
 * Returns the cents of an order's invoices to charge to its card, given the order's total.
 * Prepayments are used first. The caller has the customer's lock.
 */
async function centsToTake(tx: Transaction, orderId: string, orderCents: number): Promise<number> {
  const invoices = await tx
    .select({ documentId: documentOrders.documentId, customerId: orders.customerId })
    .from(documentOrders)
    .innerJoin(orders, eq(orders.id, documentOrders.orderId))
    .where(eq(documentOrders.orderId, orderId));
  for (const invoice of invoices) await settle(tx, { userId: null }, invoice, "oldest first");
  const { rows } = await tx.execute<{ open: string | null }>(
    sql`select ${openCentsOfOrder(orderId)} as open`,
  );
  const open = rows[0]?.open ?? null;
  return open === null ? orderCents : Math.min(Number(open), orderCents);
}

/**
 * Charges the open amount of an order's invoice to its card, at most the authorized amount. Called
 * under the customer's lock when the invoice is issued, and when a card is authorized later. A card
 * not authorized yet is authorized now for the amount; a refused one is left to the customer, and
 * the invoice stays open.
 *
 * @param orderCents the total of an order that is invoiced monthly
 */
export async function captureOrder(
  tx: Transaction,
  orderId: string,
  orderCents: number,
): Promise<void> {
  const open = await openPayments(tx, orderId);
  if (open.length === 0) return;
  const totalCents = await centsToTake(tx, orderId, orderCents);
  for (const payment of open) {
    const { id, state, heldCents, isCurrent } = payment;
    if (!isCurrent || totalCents <= 0) {
      await voidPayment(tx, payment);
    } else if (state === "held") {
      await changePaymentState(tx, id, "ask capture");
      await sendJob(tx, {
        paymentId: id,
        action: "capture",
        cents: Math.min(totalCents, heldCents),
      });
    } else if (state === "to_hold") {
      await changePaymentState(tx, id, "ask authorization", { cents: totalCents, holdOn: null });
      await sendJob(tx, { paymentId: id, action: "hold", cents: totalCents });
    }
  }
}

/**
 * True if an order's total exceeds its card's authorization and the bank is being asked for more,
 * so that charging now would take too little. Nobody waits longer than a bank's few seconds, so if
 * the provider is down, the rest of the invoice stays open. Call it before `captureOrder`, with the
 * same arguments.
 */
export async function isAskedForMore(
  tx: Transaction,
  orderId: string,
  orderCents: number,
): Promise<boolean> {
  const [asked] = await tx
    .select({ heldCents: sql<number>`held.held_cents` })
    .from(payments)
    .innerJoin(sql`payments as held`, sql`held.id = ${payments.replacesId}`)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.state, "holding"),
        sql`held.is_current and held.state = 'held' and held.held_cents < ${payments.cents}`,
        sql`${payments.createdAt} > now() - make_interval(mins => ${waitMinutes})`,
      ),
    );
  return asked !== undefined && asked.heldCents < (await centsToTake(tx, orderId, orderCents));
}

const waitMinutes = 2;

/**
 * Returns how many cents of an order's invoice its card will be charged: the authorized amount, or
 * the one requested at packing. 0 if the card was refused or already charged.
 */
export async function onCardCents(
  db: Database | Transaction,
  orderId: string,
  cents: number,
): Promise<number> {
  const [current] = await db
    .select({ state: payments.state, cents: payments.cents, heldCents: payments.heldCents })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), payments.isCurrent));
  switch (current?.state) {
    case "held":
    case "capturing":
      return Math.min(cents, current.heldCents);
    case "holding":
      return Math.min(cents, current.cents);
    case "to_hold":
      return cents;
    default:
      return 0;
  }
}

/** Returns the charge of an order's card; undefined before that, and without a card. */
export async function chargedCard(db: Database | Transaction, orderId: string) {
  const [charged] = await db
    .select(pick(payments, "capturedCents", "heldCents", "cardBrand", "cardLast4"))
    .from(payments)
    .where(and(eq(payments.orderId, orderId), payments.isCurrent, eq(payments.state, "captured")));
  return charged;
}

/** Voids all authorizations of an order that is cancelled or paid, including pending ones. */
export async function voidOrderPayments(tx: Transaction, orderId: string): Promise<void> {
  for (const payment of await openPayments(tx, orderId)) await voidPayment(tx, payment);
}

/** Voids a payment. The caller has locked its row. */
export async function voidPayment(
  tx: Transaction,
  {
    id,
    intentRef,
    setupRef,
    state,
  }: Pick<typeof payments.$inferSelect, "id" | "intentRef" | "setupRef" | "state">,
): Promise<void> {
  // A pending capture can only be refunded.
  if (state === "capturing") return;
  if (intentRef === null && (setupRef === null || state !== "confirming")) {
    // A pending authorization is voided after its answer.
    await changePaymentState(tx, id, "void");
    return;
  }
  await sendJob(tx, { paymentId: id, action: "release" });
}

/**
 * Authorizes an order's card again, for a higher amount or before the authorization expires. The
 * earlier authorization stays current until the new one succeeds, and is then voided. A card not
 * authorized yet is authorized for the new amount on its day. Returns false if there was no card to
 * authorize.
 */
export async function reauthorize(
  tx: Transaction,
  orderId: string,
  cents: number,
): Promise<boolean> {
  const open = await openPayments(tx, orderId);
  const current = open.find(({ isCurrent }) => isCurrent);
  if (current?.state === "to_hold") {
    await tx.update(payments).set({ cents }).where(eq(payments.id, current.id));
    return true;
  }
  if (current?.state !== "held" || !current.payerRef || !current.cardRef) return false;
  // Of two replacements the later counts; the earlier one was never current.
  for (const other of open) if (other.replacesId === current.id) await voidPayment(tx, other);
  const { customerId, payerRef, cardRef, cardPrint, cardBrand, cardLast4 } = current;
  const [anew] = await tx
    .insert(payments)
    .values({
      orderId,
      customerId,
      cents,
      state: "holding",
      isCurrent: false,
      replacesId: current.id,
      payerRef,
      cardRef,
      cardPrint,
      cardBrand,
      cardLast4,
      requestId: sql`gen_random_uuid()`,
    })
    .returning({ id: payments.id });
  if (!anew) throw new Error("The payment was not stored");
  await sendJob(tx, { paymentId: anew.id, action: "hold", cents });
  return true;
}

/**
 * Aligns the authorization of a pending order's card with its total and day; called in the
 * transaction that changes lines, day or charges. A higher total is authorized again; a lower one
 * is only captured lower. A refused higher authorization is voided once the earlier one covers the
 * order again, which releases the order. A saved card is authorized on the new day's schedule; an
 * authorization that would expire before a later day is voided, and the card saved.
 *
 * @returns true if the order was released, as by `endCardHold`; callers then tell the customer
 *   (`alignAuthorizationAndTell`)
 */
export async function alignAuthorization(tx: Transaction, orderId: string): Promise<boolean> {
  const [order] = await tx
    .select({ status: orders.status, deliveryDay: orders.deliveryDay })
    .from(orders)
    .where(eq(orders.id, orderId));
  const open = await openPayments(tx, orderId);
  const current = open.find(({ isCurrent }) => isCurrent);
  if (!current || order?.status !== "pending") return false;
  const { mostCents: cents } = await costsNow(tx, orderId);
  const today = pacificDay(new Date());
  if (current.state === "to_hold") {
    // Authorized on its day, or by the next round if that has passed.
    const holdOn = order.deliveryDay === null ? today : savedCardDay(order.deliveryDay);
    await tx.update(payments).set({ cents, holdOn }).where(eq(payments.id, current.id));
    return false;
  }
  if (current.state === "needs_customer" && cents !== current.cents) {
    // The provider's form shows the old amount.
    const { customerId } = current;
    const asked = { orderId, customerId, cents, holdOn: null, requestId: randomUUID() };
    await startOrderPayment(tx, asked);
    return false;
  }
  const holdOn = authorizationDay(order.deliveryDay, today);
  if (current.state === "held" && current.cardRef && holdOn !== null) {
    await saveForLater(tx, open, current, { cents, holdOn });
    return endCardHold(tx, orderId, "The card is asked nearer the day");
  }
  const higher = open.filter(({ replacesId }) => replacesId === current.id);
  if (cents > current.cents) {
    for (const one of higher.filter((one) => one.cents === cents && awaitsAnswer(one))) {
      // A payment that was just voided is no answer by the bank.
      if (!(await isGivenUp(tx, one.id))) return false;
    }
    await reauthorize(tx, orderId, cents);
    return false;
  }
  if (current.state !== "held") return false;
  for (const payment of higher.filter((one) => one.cents > current.cents)) {
    await voidPayment(tx, payment);
  }
  // Still needed to renew an expiring authorization.
  if (higher.some((one) => one.cents <= current.cents && awaitsAnswer(one))) return false;
  return endCardHold(tx, orderId, "The card covers the order again");
}

/** Voids a card's authorization, to authorize it again on a later day. */
async function saveForLater(
  tx: Transaction,
  open: Payment[],
  { id, ...current }: Payment,
  plan: { cents: number; holdOn: string },
): Promise<void> {
  const { orderId, customerId, payerRef, cardRef, cardPrint, cardBrand, cardLast4 } = current;
  await tx.update(payments).set({ isCurrent: false }).where(eq(payments.id, id));
  await tx.insert(payments).values({
    orderId,
    customerId,
    ...plan,
    state: "to_hold",
    isCurrent: true,
    payerRef,
    cardRef,
    cardPrint,
    cardBrand,
    cardLast4,
    requestId: randomUUID(),
  });
  for (const payment of open) await voidPayment(tx, payment);
}

/** True if the bank or the customer is being asked to authorize. */
function awaitsAnswer({ state }: Pick<typeof payments.$inferSelect, "state">): boolean {
  return state === "holding" || state === "needs_customer";
}

/**
 * Ends an order's hold for its card. Does nothing if it has none.
 *
 * @returns true if nothing holds the order any more; the customer, who was asked to pay, should be
 *   told
 */
export async function endCardHold(
  tx: Transaction,
  orderId: string,
  releaseNote = "The card was accepted",
): Promise<boolean> {
  const ended = await endHold(tx, orderId, "card", null, releaseNote);
  return ended && (await isFree(tx, orderId));
}

/** True if voiding a payment was requested, whatever its progress. */
export async function isGivenUp(tx: Transaction, paymentId: string): Promise<boolean> {
  const asked = and(
    eq(paymentJobs.paymentId, paymentId),
    eq(paymentJobs.action, "release"),
    ne(paymentJobs.state, "refused"),
  );
  return (await tx.$count(paymentJobs, asked)) > 0;
}
