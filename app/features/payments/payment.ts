import { z } from "zod";
import { centsOf } from "#app/features/receivables/book-form.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

/** How far a card payment is; see docs/decisions/0036. */
type PaymentState =
  | "confirming"
  | "to_hold"
  | "holding"
  | "held"
  | "capturing"
  | "captured"
  | "released"
  | "needs_customer"
  | "failed";

/** Which payments the back office's list shows. */
export const paymentViews = ["attention", "held", "refunds", "all"] as const;

export type PaymentView = (typeof paymentViews)[number];

/** A card payment in the back office. Amounts in cents. */
export interface CardPayment {
  id: string;
  customerId: string;
  /** The company or the person; empty if unknown. */
  customer: string;
  orderId: string | null;
  state: PaymentState;
  cents: number;
  heldCents: number;
  capturedCents: number;
  refundedCents: number;
  refundingCents: number;
  captureBefore: Date | null;
  /** The Pacific day on which the hold is placed. */
  holdOn: string | null;
  cardBrand: string;
  cardLast4: string;
  refusal: string;
  createdAt: Date;
  /** Of its last job: what was asked, and how far that is. Null before there was one. */
  job: {
    action: "hold" | "capture" | "release" | "refund";
    state: "waiting" | "done" | "refused" | "stuck";
  } | null;
}

const stateText: Record<PaymentState, string> = {
  confirming: "Customer is paying",
  to_hold: "Card saved",
  holding: "Being held",
  held: "Held",
  capturing: "Being charged",
  captured: "Charged",
  released: "Released",
  needs_customer: "Needs the customer",
  failed: "Failed",
};

/** A payment's state in a word or two; a card of which nothing was ever held has nothing to release. */
export function paymentInWords({ state, heldCents }: Pick<CardPayment, "state" | "heldCents">) {
  return state === "released" && heldCents === 0 ? "Not held" : stateText[state];
}

const jobText = {
  hold: "The hold",
  capture: "The charge",
  release: "The release",
  refund: "The refund",
};

/** What can be done to a payment by hand; a form names it in its field `deed`. */
export type PaymentDeed = "retry" | "release" | "refund";

/** What staff may do now. */
export function deedsFor({
  state,
  job,
  capturedCents,
  refundedCents,
  refundingCents,
}: CardPayment): PaymentDeed[] {
  const isStuck = job?.state === "stuck" || (job?.state === "refused" && job.action === "capture");
  return [
    ...(isStuck && state !== "captured" && state !== "released" && state !== "failed"
      ? (["retry"] as const)
      : []),
    ...(job?.state === "stuck" && job.action === "refund" ? (["retry"] as const) : []),
    ...(["held", "to_hold", "needs_customer", "confirming"].includes(state)
      ? (["release"] as const)
      : []),
    ...(capturedCents - refundedCents - refundingCents > 0 ? (["refund"] as const) : []),
  ];
}

/** In words, why a payment is in the list of those that need somebody; empty if it isn't. */
export function attentionText(payment: CardPayment, now: Date): string {
  const { state, job, refusal, captureBefore } = payment;
  const reason = refusal && `: ${refusal.replaceAll("_", " ")}`;
  if (job?.state === "stuck") return `${jobText[job.action]} was not answered for a day, nor done`;
  if (state === "needs_customer")
    return `The card was refused${reason}. The customer was asked to pay.`;
  if (state === "held" && job?.state === "refused" && job.action === "capture") {
    return `The charge was refused${reason}`;
  }
  if (state === "failed") return `Nothing is held or charged${reason}`;
  const hoursLeft = captureBefore && (captureBefore.getTime() - now.getTime()) / 3600_000;
  return hoursLeft !== null && hoursLeft < 24 ? "The hold runs out within a day" : "";
}

export const paymentFailed = "This could not be done. Please try again.";

/** Why nothing was done. */
export const refundRefused = {
  unknown: "There is no such payment.",
  "more than was charged":
    "This is more than was charged and not refunded yet. Nothing was changed.",
  "more than the credit":
    "This is more than the customer’s credit. Issue a credit note first, under the order or the invoice. Nothing was changed.",
};

export const changedMeanwhile =
  "The payment has changed meanwhile. Nothing was done; it is current now.";

export type RefundAnswer = FormAnswer<"amount" | "reason">;

const refundForm = z.object({
  requestId: z.uuid(),
  amount: z
    .string()
    .prefault("")
    .transform((typed, check) => {
      const cents = centsOf(typed);
      if (cents !== null && cents > 0) return cents;
      check.addIssue({ code: "custom", message: "Please enter an amount, such as 12.50" });
      return z.NEVER;
    }),
  reason: filledText(500, "Please say why"),
});

/** Parses a refund, or returns the answer with its errors. */
export function checkRefund(fields: Record<string, string>) {
  return checkForm(refundForm, fields);
}
