import type { NamedOrder } from "#app/domain/orders/order.ts";
import type { CardPayment } from "#app/domain/payments/payment.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

/** An order that is paid by card, for whoever holds its link. */
export interface OrderToPay extends NamedOrder {
  status: OrderStatus;
  /** Until when its place is kept; null once it is paid or cancelled. */
  awaitsUntil: Date | null;
  /** Whether that is over. */
  isDue: boolean;
  /** Whether it isn't packed because its card was refused, or is no longer authorized. */
  isHeldBack: boolean;
  /** Whether the bank is being asked for an authorization that replaces this one. */
  isBeingHeld: boolean;
  /** For how much it is asked then, in cents; else 0. */
  askedCents: number;
  /** What the order's card is authorized for now, in cents; 0 for nothing. */
  nowHeldCents: number;
  /** Whether this is to replace an authorization that doesn't cover the order any more. */
  isHigher: boolean;
  /** What is still to be paid of its invoice, in cents; 0 before there is one. */
  owedCents: number;
  /** Placed so lately, and not changed since, that what is in the cart is what was ordered. */
  isNew: boolean;
  /** Whether its card was accepted in the last minutes, in place of one before. */
  isPaidAnew: boolean;
  /** Whether its card was accepted, even if it was cancelled since. */
  wasAccepted: boolean;
  /** Of the cart that it was ordered with; null once that has become another order. */
  requestId: string | null;
  /** Whether it was given up unpaid, for another order of the same cart. */
  wasReplaced: boolean;
  /** The Pacific day; null without one. */
  deliveryDay: string | null;
  paymentId: string;
  paymentState: CardPayment["state"];
  /** The amount authorized. */
  cents: number;
  /** As by `authorizationDay`. */
  holdOn: string | null;
  /** The bank's word for why it last said no; empty if it has not. */
  refusal: string;
}

/**
 * What is to be done: `form`, pay; `late`, the time to pay is over; `refused`, too many cards were
 * tried, or the card has paid for too many orders; `lapsed`, start another payment; `asking`, wait for
 * the bank's answer; `cancelled` and `paid`, nothing.
 */
export type PayStep = "form" | "late" | "refused" | "lapsed" | "asking" | "cancelled" | "paid";

/** What the holder of an order's link is to do. */
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
  // Accepted by the bank, and given up by us: a card that has paid for many orders.
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

/** Whether an order's page asks its holder to pay by card. */
export function asksToPay(step: PayStep): boolean {
  return step === "form" || step === "lapsed";
}

/** What to do once a card was refused, which may be good: its bank may only want its holder's yes. */
export function refusedInWords({ nowHeldCents }: Pick<OrderToPay, "nowHeldCents">): string {
  const held =
    nowHeldCents > 0 ? ` The ${formatCents(nowHeldCents)} held before is still held.` : "";
  return `Nothing was charged.${held} Try the same card again and confirm the payment if your bank asks, or use another card.`;
}

/** What an order's card is authorized for before it is charged; null for nothing. */
export function heldInWords({
  nowHeldCents,
  isBeingHeld,
}: Pick<OrderToPay, "nowHeldCents" | "isBeingHeld">): string | null {
  if (nowHeldCents === 0) return null;
  const held = `We are holding ${formatCents(nowHeldCents)} on your card`;
  return isBeingHeld ? `${held}.` : `${held}, and charge what we pack.`;
}

/** Why an order's holder is asked to pay by card, as a title and what follows it. */
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
