import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "#app/context.server.ts";
import type { CardFormFacts } from "#app/features/payments/card-form/card-form.ts";
import type { OrderHolder } from "#app/features/payments/order-links.server.ts";
import { holdCentsOf, startOrderPayment } from "#app/features/payments/order-payments.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { type OrderToPay, type PayStep, payStep } from "./pay-order.ts";

/** How an order stands, with its card form if it is to be paid now. */
export type OpenedPayment = OrderToPay & {
  step: PayStep | "unreached";
  form: CardFormFacts | null;
};

/**
 * Opens the card form of an order, for whoever holds its link, after asking the provider how its
 * payment stands: repeated, and in two tabs, it is the same payment. Null for an order that isn't paid
 * by card.
 */
export async function openOrderPayment(
  {
    db,
    cardPayments,
    log,
  }: Pick<RequestContext, "db" | "cardPayments"> & { log: Pick<Log, "error"> },
  { orderId }: OrderHolder,
): Promise<OpenedPayment | null> {
  const before = await orderToPay(db, orderId);
  if (!before) return null;
  const step = payStep(before);
  const isTried = before.paymentState === "confirming";
  if (step !== "form" && !(step === "late" && isTried)) return { ...before, step, form: null };
  // Whoever paid at the last moment has paid.
  const asking = step === "form" ? cardPayments?.prepare(before.paymentId) : lookAgain();
  const asked = asking && (await orNull(asAnswer(asking), log, "open an order's card form"));
  const now = (await orderToPay(db, orderId)) ?? before;
  const standing = payStep(now);
  const form = (standing === "form" && asked?.form) || null;
  // Not answered, or the bank takes its time.
  return { ...now, step: standing === "form" && !form ? "unreached" : standing, form };

  async function lookAgain(): Promise<null> {
    await cardPayments?.refresh(before?.paymentId ?? "");
    return null;
  }
}

/** Tells "no form" from "no answer". */
const asAnswer = async (form: Promise<CardFormFacts | null>) => ({ form: await form });

async function orderToPay(db: Database | Transaction, orderId: string): Promise<OrderToPay | null> {
  const [order] = await db
    .select({
      id: orders.id,
      status: orders.status,
      awaitsUntil: orders.awaitsUntil,
      isDue: sql<boolean>`coalesce(${orders.awaitsUntil} <= now(), false)`,
      isHeldBack: sql<boolean>`coalesce(${orders.holdReason} = 'payment' and ${orders.releasedAt} is null, false)`,
      isNew: sql<boolean>`${orders.placedAt} > now() - interval '1 hour'`,
      deliveryDay: orders.deliveryDay,
      wasAccepted: sql<boolean>`${orders.cardAcceptedAt} is not null`,
      paymentId: payments.id,
      paymentState: payments.state,
      cents: payments.cents,
      holdOn: payments.holdOn,
      refusal: payments.refusal,
    })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), payments.isCurrent))
    .where(and(eq(orders.id, orderId), eq(orders.paymentWay, "card")));
  return order ?? null;
}

/**
 * Starts another payment of an order whose hold ran out or was given up, so that its holder can pay
 * with any card. Does nothing for any other order, nor the second time.
 */
export function payOrderAnew(db: Database, { orderId, customerId }: OrderHolder): Promise<void> {
  return db.transaction(async (tx) => {
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.id, orderId))
      .for("no key update");
    const order = await orderToPay(tx, orderId);
    if (!order || payStep(order) !== "lapsed") return;
    await startOrderPayment(tx, {
      ...{ orderId, customerId, requestId: randomUUID(), holdOn: null },
      cents: await holdCentsOf(tx, orderId),
    });
  });
}
