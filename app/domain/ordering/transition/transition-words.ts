import { noMailGoesOut } from "#app/domain/mail/sends-mail.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { OrderInQuestion, OrderTransition } from "./order-transition.ts";

interface TransitionWords {
  /** Shown on the order's own page and below the question. */
  button: string;
  question: string;
  consequence: string;
  /** Label of the button that dismisses the question. */
  keep: string;
  done: { title: string; description: string };
  /** Shown when the server failed. */
  failed: string;
  /** Shown when there was no valid response. */
  unreached: string;
}

const mailPromise = "We email the client if we can.";

export const transitionWords: Record<OrderTransition, TransitionWords> = {
  confirm: {
    button: "Confirm Order",
    question: "Are you sure you want to confirm this order and its new client?",
    consequence: `Their orders will count from now on and can be fulfilled. ${mailPromise}`,
    keep: "Not yet",
    done: { title: "Order confirmed", description: "The order now counts and can be fulfilled." },
    failed: "An error occurred while confirming the order.",
    unreached: "Failed to confirm the order.",
  },
  fulfill: {
    button: "Mark Fulfilled",
    question: "Are you sure you want to mark this order as fulfilled?",
    consequence: `Its invoice will be issued, or its delivery note where the month is invoiced; if nothing of it is left, it is cancelled. ${mailPromise} This cannot be undone.`,
    keep: "Not yet",
    done: { title: "Order fulfilled", description: "Order has been marked as fulfilled." },
    failed: "An error occurred while fulfilling the order.",
    unreached: "Failed to fulfill the order.",
  },
  cancel: {
    button: "Cancel Order",
    question: "Are you sure you want to cancel this order?",
    consequence: `${mailPromise} This cannot be undone.`,
    keep: "Keep Order",
    done: { title: "Order cancelled", description: "Order has been cancelled successfully." },
    failed: "Failed to cancel the order.",
    unreached: "Failed to cancel the order.",
  },
  deliver: {
    button: "Mark Delivered",
    question: "Was this order handed over?",
    consequence: `${mailPromise} Other packed orders for the same stop count as delivered too. You can take it back today.`,
    keep: "Not yet",
    done: { title: "Order delivered", description: "Order has been marked as delivered." },
    failed: "Failed to mark the order as delivered.",
    unreached: "Failed to mark the order as delivered.",
  },
  undeliver: {
    button: "Take Delivery Back",
    question: "Is the report of this delivery wrong?",
    consequence:
      "It will be fulfilled again, with everything else that was reported of its stop today taken back. If its driver is back, the run stays over, and the order counts as come back. If we emailed the client about it, we email them a correction.",
    keep: "Keep It",
    done: { title: "Delivery taken back", description: "The order is fulfilled, not delivered." },
    failed: "Failed to take the delivery back.",
    unreached: "Failed to take the delivery back.",
  },
};

/** Returns the question; before the order's day, the question about its handover names that day. */
export function questionFor(
  change: OrderTransition,
  { deliveryDay, isRefused }: Pick<OrderInQuestion, "deliveryDay" | "isRefused">,
  today: string,
): string {
  if (change === "undeliver" && isRefused) return "Is the report of this refusal wrong?";
  const { question } = transitionWords[change];
  if (change !== "deliver" || deliveryDay === null || deliveryDay <= today) return question;
  return `This order is for ${dateInWords(deliveryDay)}, not for today. Was it handed over already?`;
}

export function buttonFor(
  change: OrderTransition,
  { isRefused }: Pick<OrderInQuestion, "isRefused">,
): string {
  return change === "undeliver" && isRefused ? "Take Refusal Back" : transitionWords[change].button;
}

/**
 * Names the consequences of a change: whether the client is emailed, and for a cancelled order
 * where a paid deposit stays.
 */
export function consequenceOf(
  change: OrderTransition,
  sends: boolean,
  { paidAheadCents = 0 }: Pick<OrderInQuestion, "paidAheadCents"> = {},
): string {
  const { consequence } = transitionWords[change];
  const said = sends ? consequence : consequence.replace(mailPromise, noMailGoesOut);
  return change === "cancel" && paidAheadCents > 0
    ? `${paidAheadInWords(paidAheadCents)} ${said}`
    : said;
}

/** Says where the deposit of a cancelled order stays. */
export const paidAheadInWords = (cents: number): string =>
  `${formatCents(cents)} was paid ahead. It stays as credit until it is given back.`;

/** Says what was done and whether the client was told; null if the change has no email. */
export function doneWords(change: OrderTransition, isTold: boolean | null) {
  const { title, description } = transitionWords[change].done;
  if (isTold === null) return { title, description };
  const told = isTold
    ? "The client is notified by email."
    : "The client is not told: we can’t email them.";
  return { title, description: `${description} ${told}` };
}

/** Shown when an order can't be handed over yet. */
export const fulfilFirst =
  "This order is not fulfilled yet. Pack it before you mark it as delivered. Nothing was changed.";

export const idRequired = "Order ID is required";
