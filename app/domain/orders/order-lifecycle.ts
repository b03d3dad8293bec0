import { type Lifecycle, stateInWords } from "#app/lib/lifecycle.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

/**
 * Who changes an order's state: staff by their permission, the holder of a retail order's link, the
 * driver by the run's link, the card provider, the clock, or a customer for their own orders.
 */
export type OrderDoer =
  | "sell"
  | "pack"
  | "deliver"
  | "till"
  | "holder"
  | "driver"
  | "card"
  | "clock"
  | "customer";

/** Every state of an order, including planned ones. */
export type OrderState = OrderStatus | "draft_occurrence" | "returned";

export type OrderVerb =
  | "accept card"
  | "expire"
  | "replace"
  | "finish"
  | "cancel"
  | "lapse"
  | "lapse unapproved"
  | "deliver"
  | "take back"
  | "move packed"
  | "place occurrence"
  | "skip occurrence"
  | "reopen"
  | "hand over"
  | "refuse at the truck"
  | "return";

/**
 * The lifecycle of an order. Only `changeOrderStates` changes the state, and the database refuses
 * changes that are not listed here (`order_state_changes`; a test keeps both equal). The follow-up
 * actions are in `domain/ordering`.
 */
export const orderLifecycle = {
  states: {
    draft_occurrence: { label: "Draft", isToCome: true },
    awaiting_payment: { label: "Awaiting payment" },
    pending: { label: "Pending" },
    fulfilled: { label: "Fulfilled" },
    delivered: { label: "Delivered" },
    returned: { label: "Returned", isToCome: true },
    cancelled: { label: "Cancelled" },
  },
  transitions: {
    "accept card": {
      from: ["awaiting_payment"],
      to: "pending",
      who: ["card"],
      action: "card accepted",
      follows: "It is an order like others, and its mails go out.",
    },
    expire: {
      from: ["awaiting_payment"],
      to: "cancelled",
      who: ["clock"],
      action: "not paid in time",
      follows: "Its place is free, its card is released, and the customer is told.",
    },
    replace: {
      from: ["awaiting_payment"],
      to: "cancelled",
      who: ["customer"],
      action: "replaced before it was paid",
      follows: "Its place is free and its card is released; the new order says the rest.",
    },
    finish: {
      from: ["pending"],
      to: "fulfilled",
      who: ["sell", "pack", "till"],
      action: "fulfilled",
      follows:
        "Its invoice or delivery note is issued, its card is charged, and the client is told. Not while it is held, or its new client unconfirmed.",
    },
    cancel: {
      from: ["pending"],
      to: "cancelled",
      // Finishing an order with nothing left cancels it.
      who: ["sell", "pack", "holder", "customer"],
      action: "cancelled",
      follows:
        "Its place is free, its share of the stop's fee passes on, its card is released, and the client is told.",
    },
    lapse: {
      from: ["pending"],
      to: "cancelled",
      who: ["clock"],
      action: "not confirmed in time",
      follows: "Its place is free, and guest and company are told.",
    },
    "lapse unapproved": {
      from: ["pending"],
      to: "cancelled",
      who: ["clock"],
      action: "not approved in time",
      follows: "Its place is free, and who ordered and who could have approved it are told.",
    },
    deliver: {
      from: ["fulfilled"],
      to: "delivered",
      who: ["deliver", "driver", "till"],
      action: "delivered",
      follows: "The client is told.",
    },
    "take back": {
      from: ["delivered"],
      to: "fulfilled",
      who: ["deliver", "driver"],
      action: "delivery taken back",
      follows: "Who was told that it was delivered is told that it was not. Within the day alone.",
    },
    "move packed": {
      from: ["fulfilled"],
      to: "fulfilled",
      who: ["sell"],
      action: "moved as packed",
      follows:
        "It goes out on another run or is picked up, with its boxes; the second fee is billed as the owner has set, and the client is told.",
    },
    "place occurrence": {
      from: ["draft_occurrence"],
      to: "pending",
      who: ["clock"],
      action: "placed",
      follows: "It is placed as of the cut-off, at the prices of its day.",
      isToCome: true,
    },
    "skip occurrence": {
      from: ["draft_occurrence"],
      to: "cancelled",
      who: ["customer", "sell", "clock"],
      action: "skipped",
      follows: "Its stop, pounds and stock are free again.",
      isToCome: true,
    },
    reopen: {
      from: ["fulfilled"],
      to: "pending",
      who: ["pack", "sell"],
      action: "reopened",
      follows:
        "Its document is cancelled by a credit note for the whole of it, and issued anew when it is finished again. Until its run is sent out.",
    },
    "hand over": {
      from: ["fulfilled"],
      to: "delivered",
      who: ["till"],
      action: "handed over the counter",
      follows: "Sold over the counter: paid, or on account, in the same transaction.",
    },
    "refuse at the truck": {
      from: ["fulfilled"],
      to: "returned",
      who: ["driver", "deliver"],
      action: "returned",
      follows: "It goes back to its lots only with its temperature and minutes, else to waste.",
      isToCome: true,
    },
    return: {
      from: ["delivered"],
      to: "returned",
      who: ["deliver"],
      action: "returned",
      follows: "It is never sold again; a credit note says what of it is not charged.",
      isToCome: true,
    },
  },
} as const satisfies Lifecycle<OrderState, OrderDoer, OrderVerb>;

/** The transitions that are implemented. */
export type OrderVerbToday = {
  [Verb in OrderVerb]: (typeof orderLifecycle.transitions)[Verb] extends { isToCome: true }
    ? never
    : Verb;
}[OrderVerb];

/** Returns a state in mid-sentence form: "awaiting payment". */
export const orderStateInWords = (state: OrderStatus) => stateInWords(orderLifecycle, state);

/** Says e.g. "This order is already cancelled." */
export function alreadyInState(state: OrderStatus, order = "This order"): string {
  return state === "awaiting_payment"
    ? `${order} is still awaiting its payment.`
    : `${order} is already ${orderStateInWords(state)}.`;
}
