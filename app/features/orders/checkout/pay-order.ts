import type { CardPayment } from "#app/features/payments/payment.ts";
import type { OrderStatus } from "../order.ts";

/** An order that is paid by card, for whoever holds its link. */
export interface OrderToPay {
  id: string;
  status: OrderStatus;
  /** Until when its place is kept; null once it is paid or cancelled. */
  awaitsUntil: Date | null;
  /** Whether that is over. */
  isDue: boolean;
  /** Whether it isn't packed because its card was refused. */
  isHeldBack: boolean;
  /** Placed so lately that what is in the cart is what was ordered. */
  isNew: boolean;
  /** Whether its card was accepted, even if it was cancelled since. */
  wasAccepted: boolean;
  /** The Pacific day; null without one. */
  deliveryDay: string | null;
  paymentId: string;
  paymentState: CardPayment["state"];
  /** What is held. */
  cents: number;
  /** As by `holdDay`. */
  holdOn: string | null;
  /** The bank's word for why it last said no; empty if it has not. */
  refusal: string;
}

/**
 * What is to be done: `form`, pay; `late`, the time to pay is over; `refused`, too many cards were
 * tried, or the card has paid for too many orders; `lapsed`, start another payment; `cancelled` and `paid`, nothing.
 */
export type PayStep = "form" | "late" | "refused" | "lapsed" | "cancelled" | "paid";

/** What the holder of an order's link is to do. */
export function payStep({
  status,
  isDue,
  isHeldBack,
  wasAccepted,
  paymentState,
}: Pick<OrderToPay, "status" | "isDue" | "isHeldBack" | "wasAccepted" | "paymentState">): PayStep {
  const isOver = paymentState === "released" || paymentState === "failed";
  // Accepted by the bank, and given up by us: a card that has paid for many orders.
  const isGivenUp = paymentState === "held" || paymentState === "to_hold";
  if (status === "cancelled") return wasAccepted ? "cancelled" : "late";
  if (status === "awaiting_payment") {
    if (isDue) return "late";
    return isOver || isGivenUp ? "refused" : "form";
  }
  if (paymentState === "needs_customer" || paymentState === "confirming") return "form";
  return isOver && isHeldBack ? "lapsed" : "paid";
}
