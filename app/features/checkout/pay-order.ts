import type { NamedOrder } from "#app/domain/orders/order.ts";
import type { CardPayment } from "#app/domain/payments/payment.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

/** An order paid by card, for the holder of its link. */
export interface OrderToPay extends NamedOrder {
  status: OrderStatus;
  /** Until when its place is kept; null once it is paid or cancelled. */
  awaitsUntil: Date | null;
  isDue: boolean;
  /** True if it isn't packed because its card was refused or is no longer authorized. */
  isHeldBack: boolean;
  /** True while the bank is being asked for an authorization that replaces this one. */
  isBeingHeld: boolean;
  /** The amount requested then, in cents; else 0. */
  askedCents: number;
  /** Amount the order's card is authorized for now, in cents; 0 for none. */
  nowHeldCents: number;
  /** True if this payment is to replace an authorization that no longer covers the order. */
  isHigher: boolean;
  /** Unpaid part of its invoice, in cents; 0 before there is one. */
  owedCents: number;
  /** True if placed recently and unchanged since, so that the cart still holds what was ordered. */
  isNew: boolean;
  /** True if its card was accepted in the last minutes, replacing an earlier one. */
  isPaidAnew: boolean;
  /** True if its card was accepted, even if it was cancelled since. */
  wasAccepted: boolean;
  /** Request id of its cart; null once the cart has become another order. */
  requestId: string | null;
  /** True if it was abandoned unpaid for another order of the same cart. */
  wasReplaced: boolean;
  deliveryDay: string | null;
  paymentId: string;
  paymentState: CardPayment["state"];
  cents: number;
  holdOn: string | null;
  /** The bank's reason for its latest refusal; empty for none. */
  refusal: string;
}

/**
 * The next action. `late`: the time to pay is over. `refused`: too many cards were tried, or the
 * card has paid for too many orders. `lapsed`: start another payment. `asking`: wait for the bank.
 */
export type PayStep = "form" | "late" | "refused" | "lapsed" | "asking" | "cancelled" | "paid";

/** Returns the next action for the holder of an order's link. */
export function payStep({
  status,
  isDue,
  isHeldBack,
  isBeingHeld,
  owedCents,
  wasAccepted,
  paymentState,
}: Pick<
  OrderToPay,
  "status" | "isDue" | "isHeldBack" | "isBeingHeld" | "owedCents" | "wasAccepted" | "paymentState"
>): PayStep {
  const isOver = paymentState === "released" || paymentState === "failed";
  // The bank accepted it, but we voided it because the card has paid for too many orders.
  const isGivenUp = paymentState === "held" || paymentState === "to_hold";
  if (status === "cancelled") return wasAccepted ? "cancelled" : "late";
  if (status === "awaiting_payment") {
    if (isDue) return "late";
    return isOver || isGivenUp ? "refused" : "form";
  }
  if (paymentState === "needs_customer" || paymentState === "confirming") return "form";
  const hasFailed = paymentState === "failed" && status === "pending";
  if (isOver) return isHeldBack || hasFailed || owedCents > 0 ? "lapsed" : "paid";
  if (paymentState !== "held" || !isHeldBack) return "paid";
  return isBeingHeld ? "asking" : "lapsed";
}

/** True if an order's page asks its holder to pay by card. */
export function asksToPay(step: PayStep): boolean {
  return step === "form" || step === "lapsed";
}

/** Says what to do after a refusal; the card's bank may only want the holder's confirmation. */
export function refusedInWords({ nowHeldCents }: Pick<OrderToPay, "nowHeldCents">): string {
  const held =
    nowHeldCents > 0 ? ` The ${formatCents(nowHeldCents)} held before is still held.` : "";
  return `Nothing was charged.${held} Try the same card again and confirm the payment if your bank asks, or use another card.`;
}

/** Says what an order's card is authorized for before it is charged; null for nothing. */
export function heldInWords({
  nowHeldCents,
  isBeingHeld,
}: Pick<OrderToPay, "nowHeldCents" | "isBeingHeld">): string | null {
  if (nowHeldCents === 0) return null;
  const held = `We are holding ${formatCents(nowHeldCents)} on your card`;
  return isBeingHeld ? `${held}.` : `${held}, and charge what we pack.`;
}

/** Says why the order's holder is asked to pay by card, as a title and a text. */
export function payAsked({
  status,
  paymentState,
  isHigher,
  cents,
  owedCents,
}: Pick<OrderToPay, "status" | "paymentState" | "isHigher" | "cents" | "owedCents">): {
  title: string;
  text: string;
} {
  if (status === "awaiting_payment") {
    return {
      title: "This order is not paid yet",
      text: "We keep your place for half an hour, and then give it up.",
    };
  }
  const then = status === "pending" ? "We'll cut your order once it's paid for." : "";
  const text = `Nothing was charged. ${then}`.trim();
  if (isHigher) {
    return {
      title: "Your bank did not agree to the higher amount",
      text: `Your order now comes to ${formatCents(cents)} at most, which is more than your card is held for. Please pay by card, or change the order back. ${then}`,
    };
  }
  if (paymentState === "held") {
    return { title: "Your card is held for less than your order comes to", text };
  }
  if (paymentState === "failed" || paymentState === "released") {
    const owed = owedCents > 0 ? `${formatCents(owedCents)} is still to be paid. ` : "";
    return { title: "The hold on your card has run out", text: owed + text };
  }
  return { title: "Your bank did not agree to the payment", text };
}
