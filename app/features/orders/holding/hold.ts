import { smallCents } from "#app/features/receivables/reminders.ts";

/**
 * Why an order waits for the staff: over the credit limit, something overdue, by hand, or its card
 * was refused.
 */
export type HoldReason = "credit" | "overdue" | "manual" | "payment";

/** How an order was held; all null for one that never was. It is held until it is released. */
export interface OrderHold {
  holdReason: HoldReason | null;
  heldAt: Date | null;
  releasedAt: Date | null;
  releaseNote: string;
}

/** What a customer owes and may owe; in cents. */
export interface CreditStanding {
  /** All orders wait for the staff. */
  isHeld: boolean;
  /** Null for no limit. */
  limitCents: number | null;
  /** Open invoices less what was paid or credited and settles nothing yet. */
  owedCents: number;
  /** What is ordered and not invoiced costs at most. */
  orderedCents: number;
  /** What is overdue by more than the days of grace, beyond what is left over. */
  overdueCents: number;
}

/** Why another order of at most so many cents would be held; null if it would not be. */
export function holdReasonFor(standing: CreditStanding, orderCents: number): HoldReason | null {
  if (standing.isHeld) return "manual";
  if (standing.overdueCents > smallCents) return "overdue";
  return exceedsLimit(standing, orderCents) ? "credit" : null;
}

/** Whether a customer with another order of at most so many cents is over the credit limit. */
export function exceedsLimit(
  { limitCents, owedCents, orderedCents }: CreditStanding,
  orderCents: number,
): boolean {
  return limitCents !== null && owedCents + orderedCents + orderCents > limitCents;
}

/** Whether an order is held now. */
export function isOnHold({ holdReason, releasedAt }: Pick<OrderHold, "holdReason" | "releasedAt">) {
  return holdReason !== null && releasedAt === null;
}

/** The reason as told to the client, in a sentence. */
export const holdForClient: Record<HoldReason, string> = {
  credit: "It is on hold, because with it your account is over its credit limit.",
  overdue: "It is on hold, because an invoice of your account is overdue.",
  manual: "It is on hold until we have spoken with you.",
  payment: "It is on hold, because your bank has not agreed to the payment by card.",
};

/** What happens next, as told to the client. */
export const afterHold = "We have it and will get in touch; we cut it once the hold is released.";

/** The reason as told to the staff. */
export const holdForStaff: Record<HoldReason, string> = {
  credit: "Over the credit limit",
  overdue: "An invoice is overdue",
  manual: "The client is held",
  payment: "The card was refused",
};

/** Shown when an order can't be fulfilled because it is held. */
export const releaseFirst =
  "This order is on hold. Release it before you fulfill it. Nothing was changed.";
