import type { Lifecycle } from "#app/lib/lifecycle.ts";
import type { PaymentState } from "#db/schema/values/payments.ts";

type PaymentDoer = "order" | "clock" | "provider" | "money";

export type PaymentVerb =
  | "save card"
  | "ask authorization"
  | "authorize"
  | "decline"
  | "ask capture"
  | "refuse capture"
  | "capture"
  | "void"
  | "fail";

const open = ["confirming", "to_hold", "holding", "held", "capturing", "needs_customer"] as const;

/**
 * The lifecycle of a card payment. Only `changePaymentState` changes its state, and the database
 * refuses changes not listed here (`payment_state_changes`; a test keeps both equal). The
 * provider's reports are accepted in every state.
 */
export const paymentLifecycle = {
  states: {
    confirming: { label: "Customer is paying" },
    to_hold: { label: "Card saved" },
    holding: { label: "Being held" },
    held: { label: "Held" },
    capturing: { label: "Being charged" },
    captured: { label: "Charged" },
    released: { label: "Released" },
    needs_customer: { label: "Needs the customer" },
    failed: { label: "Failed" },
  },
  transitions: {
    "save card": {
      from: ["confirming"],
      to: "to_hold",
      who: ["provider"],
      action: "",
      follows: "Its order is placed; the card is authorized on its day.",
    },
    "ask authorization": {
      from: ["to_hold"],
      to: "holding",
      who: ["clock", "order"],
      action: "",
      follows: "The provider is asked to authorize the saved card.",
    },
    authorize: {
      from: ["confirming", "to_hold", "holding", "needs_customer", "released", "failed"],
      to: "held",
      who: ["provider"],
      action: "",
      follows:
        "Its order is placed or free of its hold, and an earlier authorization is voided. One that was given up meanwhile is voided.",
    },
    decline: {
      from: ["holding"],
      to: "needs_customer",
      who: ["provider"],
      action: "",
      follows: "Its order is put on hold, and the customer is asked for another card.",
    },
    "ask capture": {
      from: ["held"],
      to: "capturing",
      who: ["order", "money"],
      action: "",
      follows: "The provider is asked for what is open of the invoice, at most what is authorized.",
    },
    "refuse capture": {
      from: ["capturing"],
      to: "held",
      who: ["provider"],
      action: "",
      follows: "Staff decide on the page of the payments.",
    },
    capture: {
      from: [...open, "released", "failed"],
      to: "captured",
      who: ["provider"],
      action: "card charged",
      follows: "It is booked in the ledger, and the customer is told.",
    },
    void: {
      from: open,
      to: "released",
      who: ["order", "clock", "provider", "money"],
      action: "",
      follows: "Nothing is authorized now.",
    },
    fail: {
      from: open,
      to: "failed",
      who: ["provider"],
      action: "",
      follows: "The authorization expired: its order is put on hold, and the customer is told.",
    },
  },
} as const satisfies Lifecycle<PaymentState, PaymentDoer, PaymentVerb>;
