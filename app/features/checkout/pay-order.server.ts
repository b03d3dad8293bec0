import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "#app/context.server.ts";
import { openCentsOfOrder } from "#app/domain/ledger/allocations.server.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import type { CardFormFacts } from "#app/domain/payments/card-form/card-form.ts";
import { startOrderPayment } from "#app/domain/payments/order-payments.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { payments } from "#db/schema/money/payments.ts";
import { openHolds, orders } from "#db/schema/orders.ts";
import { type OrderToPay, type PayStep, payStep } from "./pay-order.ts";

export type OpenedPayment = OrderToPay & {
  step: Exclude<PayStep, "asking"> | "unreached";
  form: CardFormFacts | null;
};

/**
 * Opens an order's card form for the holder of its link, with the payment's status from the
 * provider. Repeats and second tabs get the same payment. Null for an order that isn't paid by
 * card.
 */
export async function openOrderPayment(
  {
    db,
    cardPayments,
    log,
  }: Pick<RequestContext, "db" | "cardPayments"> & { log: Pick<Log, "error"> },
  { orderId }: OrderLink,
): Promise<OpenedPayment | null> {
  const before = await orderToPay(db, orderId);
  if (!before) return null;
  const step = asShown(payStep(before));
  const isTried = before.paymentState === "confirming";
  if (step !== "form" && !(step === "late" && isTried)) return { ...before, step, form: null };
  // A payment made at the last moment counts.
  const asking = step === "form" ? cardPayments?.prepare(before.paymentId) : lookAgain();
  const asked = asking && (await orNull(asAnswer(asking), log, "open an order's card form"));
  const now = (await orderToPay(db, orderId)) ?? before;
  const standing = asShown(payStep(now));
  const form = (standing === "form" && asked?.form) || null;
  // The provider didn't answer, or the bank is still deciding.
  return { ...now, step: standing === "form" && !form ? "unreached" : standing, form };

  async function lookAgain(): Promise<null> {
    await cardPayments?.refresh(before?.paymentId ?? "");
    return null;
  }
}

/** A bank that hasn't answered is shown like an unreachable provider. */
function asShown(step: PayStep): OpenedPayment["step"] {
  return step === "asking" ? "unreached" : step;
}

/** Returns an order's payment status as far as we know; null if it isn't paid by card. */
export async function standingPayment(
  db: Database,
  { orderId }: OrderLink,
): Promise<(OrderToPay & { step: PayStep }) | null> {
  const order = await orderToPay(db, orderId);
  return order && { ...order, step: payStep(order) };
}

const asAnswer = async (form: Promise<CardFormFacts | null>) => ({ form: await form });

const isAskedFor = sql`replacing.replaces_id = current.id and not exists (
  select from payment_jobs where payment_jobs.payment_id = replacing.id
    and payment_jobs.action = 'release' and payment_jobs.state <> 'refused')`;

/**
 * The payment that an order's links open. One that needs the customer comes before the
 * authorization that it is to replace, until the order is packed or cancelled.
 */
const paymentToOpen = sql`(
  select coalesce(replacing.id, current.id)
  from payments as current
  left join payments as replacing on ${isAskedFor}
    and replacing.state = 'needs_customer' and orders.status = 'pending'
  where current.order_id = orders.id and current.is_current
  order by replacing.created_at desc nulls last limit 1)`;

const isBeingHeld = sql<boolean>`exists (
  select from payments as replacing join payments as current on ${isAskedFor}
  where current.id = payments.id and replacing.state = 'holding')`;

const askedCents = sql<number>`coalesce((
  select max(replacing.cents) from payments as replacing join payments as current on ${isAskedFor}
  where current.id = payments.id and replacing.state = 'holding'), 0)::integer`;

const nowHeldCents = sql<number>`coalesce((
  select held.held_cents from payments as held
  where held.order_id = orders.id and held.is_current and held.state = 'held'), 0)::integer`;

const owed = sql<number>`case when orders.status in ('fulfilled', 'delivered') then coalesce(
  ${openCentsOfOrder(sql`orders.id`)}, 0) else 0 end::integer`;

async function orderToPay(db: Database | Transaction, orderId: string): Promise<OrderToPay | null> {
  const [order] = await db
    .select({
      ...pick(orders, "id", "number", "status", "awaitsUntil", "deliveryDay", "requestId"),
      isDue: sql<boolean>`coalesce(${orders.awaitsUntil} <= now(), false)`,
      isHeldBack: sql<boolean>`'card' = any(${openHolds})`,
      isBeingHeld,
      askedCents,
      nowHeldCents,
      isHigher: sql<boolean>`not ${payments.isCurrent}`,
      owedCents: owed,
      isNew: sql<boolean>`${orders.placedAt} > now() - interval '1 hour' and ${orders.version} = 0
        and ${payments.stateSince} <= ${orders.cardAcceptedAt}`,
      isPaidAnew: sql<boolean>`${payments.stateSince} > now() - interval '10 minutes'
        and ${payments.stateSince} > ${orders.cardAcceptedAt}`,
      wasAccepted: sql<boolean>`${orders.cardAcceptedAt} is not null`,
      wasReplaced: sql<boolean>`${orders.status} = 'cancelled' and ${orders.requestId} is null
        and ${orders.cardAcceptedAt} is null`,
      paymentId: payments.id,
      paymentState: payments.state,
      cents: payments.cents,
      holdOn: payments.holdOn,
      refusal: payments.refusal,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.id, paymentToOpen))
    .where(and(eq(orders.id, orderId), eq(orders.paymentWay, "card")));
  return order ?? null;
}

/**
 * Starts another payment of an order whose authorization expired, was voided or no longer covers
 * it, payable with any card. Does nothing for other orders; idempotent.
 */
export function payOrderAnew(db: Database, { orderId, customerId }: OrderLink): Promise<void> {
  return db.transaction(async (tx) => {
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.id, orderId))
      .for("no key update");
    const order = await orderToPay(tx, orderId);
    if (!order || payStep(order) !== "lapsed") return;
    await startOrderPayment(tx, {
      orderId,
      customerId,
      requestId: randomUUID(),
      holdOn: null,
      cents: order.owedCents || (await costsNow(tx, orderId)).mostCents,
    });
  });
}
