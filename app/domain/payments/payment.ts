import { z } from "zod";
import type { CardIntent } from "#app/domain/payments/provider/card-provider.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import type {
  PaymentAction,
  PaymentJobState,
  PaymentState,
  PaymentTrouble,
} from "#db/schema/values/payments.ts";
import { paymentLifecycle } from "./payment-lifecycle.ts";

export const paymentViews = ["attention", "held", "refunds", "all"] as const;

export type PaymentView = (typeof paymentViews)[number];

/** A card payment in the back office. Amounts in cents. */
export interface CardPayment
  extends Pick<
    CardIntent,
    | "cents"
    | "capturedCents"
    | "refundedCents"
    | "disputedCents"
    | "returnedCents"
    | "captureBefore"
    | "cardBrand"
    | "cardLast4"
    | "refusal"
  > {
  id: string;
  customerId: string;
  customer: string;
  orderId: string | null;
  orderNumber: number | null;
  state: PaymentState;
  heldCents: number;
  refundingCents: number;
  trouble: PaymentTrouble | null;
  /** The Pacific day on which the card is authorized. */
  holdOn: string | null;
  createdAt: Date;
  /** True if more was packed than authorized, and the rest is unpaid. */
  isRestOpen: boolean;
  /** The last job; null if there was none. */
  job: {
    action: PaymentAction;
    state: PaymentJobState;
  } | null;
}

/** Names a payment's state; a card that was never authorized has nothing to void. */
export function paymentInWords({ state, heldCents }: Pick<CardPayment, "state" | "heldCents">) {
  return state === "released" && heldCents === 0
    ? "Not held"
    : paymentLifecycle.states[state].label;
}

const jobText = {
  hold: "The hold",
  capture: "The charge",
  release: "The release",
  refund: "The refund",
};

/** Manual actions on a payment, as the field `intent` of a form. */
export type StaffPaymentAction = "retry" | "release" | "refund" | "seen";

/** Returns the refundable part of a charge, in cents. */
export function refundableCents(
  payment: Pick<
    CardPayment,
    "capturedCents" | "refundedCents" | "refundingCents" | "disputedCents" | "returnedCents"
  >,
): number {
  const { capturedCents, refundedCents, refundingCents, disputedCents, returnedCents } = payment;
  return capturedCents - refundedCents - refundingCents - (disputedCents - returnedCents);
}

export const troubleText = {
  "refund failed":
    "A refund did not reach the card. It is to the customer’s credit again: please pay it back in another way.",
  disputed:
    "The customer’s bank took money back, because its customer disputes the charge. What the customer owes again is on the account; answer the bank at the card provider, with the evidence that the payment’s page opens.",
};

/** Returns the actions that staff can take now. */
export function actionsFor(payment: CardPayment): StaffPaymentAction[] {
  const { state, job, trouble } = payment;
  const isStuck = job?.state === "stuck" || (job?.state === "refused" && job.action === "capture");
  return [
    ...(isStuck && state !== "captured" && state !== "released" && state !== "failed"
      ? (["retry"] as const)
      : []),
    ...(job?.state === "stuck" && job.action === "refund" ? (["retry"] as const) : []),
    ...(["held", "to_hold", "needs_customer", "confirming"].includes(state)
      ? (["release"] as const)
      : []),
    ...(refundableCents(payment) > 0 ? (["refund"] as const) : []),
    ...(trouble ? (["seen"] as const) : []),
  ];
}

/** Explains why a payment needs attention; empty if it doesn't. */
export function attentionText(payment: CardPayment, now: Date): string {
  const { state, job, refusal, captureBefore, trouble } = payment;
  if (trouble) return troubleText[trouble];
  const reason = refusal && `: ${refusal.replaceAll("_", " ")}`;
  if (job?.state === "stuck") return `${jobText[job.action]} was not answered for a day, nor done`;
  if (state === "needs_customer")
    return `The card was refused${reason}. The customer was asked to pay.`;
  if (state === "held" && job?.state === "refused" && job.action === "capture") {
    return `The charge was refused${reason}`;
  }
  if (payment.isRestOpen) {
    return "More was packed than the card was held for. The rest of the invoice is open.";
  }
  if (state === "failed") return `Nothing is held or charged${reason}`;
  const hoursLeft = captureBefore && (captureBefore.getTime() - now.getTime()) / 3600_000;
  return hoursLeft !== null && hoursLeft < 24 ? "The hold runs out within a day" : "";
}

export const paymentFailed = "This could not be done. Please try again.";

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

export function checkRefund(fields: Record<string, string>) {
  return checkForm(refundForm, fields);
}
