import type { HoldReason } from "#db/schema/values/orders.ts";

/** Amounts up to this are carried on the balance: nobody is reminded of them. In cents. */
export const smallCents = 500;

/** What a customer owes and may owe; in cents. */
export interface CreditStanding {
  /** All orders wait for the staff. */
  isHeld: boolean;
  /** Every order is paid before it is delivered. */
  isPrepaid: boolean;
  /** Null for no limit. */
  limitCents: number | null;
  /** Open invoices less what was paid or credited and settles nothing yet. */
  owedCents: number;
  /** What is ordered and not invoiced costs at most. */
  orderedCents: number;
  /** What is overdue by more than the days of grace, beyond what is left over. */
  overdueCents: number;
}

/** Why another order of at most so many cents would be held; empty if it would not be. */
export function holdReasonsFor(standing: CreditStanding, orderCents: number): HoldReason[] {
  const { isHeld, isPrepaid, overdueCents } = standing;
  return [
    ...(isHeld ? (["manual"] as const) : []),
    ...(overdueCents > smallCents ? (["overdue"] as const) : []),
    ...(exceedsLimit(standing, orderCents) ? (["credit"] as const) : []),
    ...(isPrepaid && !isCovered(standing, orderCents) ? (["prepay"] as const) : []),
  ];
}

/** Whether what a customer has paid covers all that is owed and ordered, and another order of so many cents. */
export function isCovered(
  { owedCents, orderedCents }: Pick<CreditStanding, "owedCents" | "orderedCents">,
  orderCents = 0,
): boolean {
  return owedCents + orderedCents + orderCents <= 0;
}

/** Whether a customer with another order of at most so many cents is over the credit limit. */
function exceedsLimit(
  { limitCents, owedCents, orderedCents }: CreditStanding,
  orderCents: number,
): boolean {
  return limitCents !== null && owedCents + orderedCents + orderCents > limitCents;
}
