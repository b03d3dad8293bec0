import type { HoldReason } from "#db/schema/values/orders.ts";

/** In cents; amounts up to this stay on the balance, and nobody is reminded of them. */
export const smallCents = 500;

/** A customer's debts and credit limit; in cents. */
export interface CreditStanding {
  /** True if staff hold all orders. */
  isHeld: boolean;
  /** True if every order is paid before delivery. */
  isPrepaid: boolean;
  limitCents: number | null;
  /** Open invoices less unapplied payments and credits. */
  owedCents: number;
  /** The maximum of orders that are not invoiced. */
  orderedCents: number;
  /** The part overdue beyond the days of grace, less unused credit. */
  overdueCents: number;
}

/** True if no amount can hold an order: no limit, no days of grace, no payment in advance. */
export function isUnlimited(terms: {
  termsKind: string;
  creditLimit: string | null;
  graceDays: number | null;
}): boolean {
  return terms.creditLimit === null && terms.graceDays === null && terms.termsKind !== "prepay";
}

/** Returns why another order of at most so many cents would be held; empty if it wouldn't. */
export function holdReasonsFor(standing: CreditStanding, orderCents: number): HoldReason[] {
  const { isHeld, isPrepaid, overdueCents } = standing;
  return [
    ...(isHeld ? (["manual"] as const) : []),
    ...(overdueCents > smallCents ? (["overdue"] as const) : []),
    ...(exceedsLimit(standing, orderCents) ? (["credit"] as const) : []),
    ...(isPrepaid && !isCovered(standing, orderCents) ? (["prepay"] as const) : []),
  ];
}

/** True if the customer's payments cover all it owes and ordered plus an order of so many cents. */
export function isCovered(
  { owedCents, orderedCents }: Pick<CreditStanding, "owedCents" | "orderedCents">,
  orderCents = 0,
): boolean {
  return owedCents + orderedCents + orderCents <= 0;
}

function exceedsLimit(
  { limitCents, owedCents, orderedCents }: CreditStanding,
  orderCents: number,
): boolean {
  return limitCents !== null && owedCents + orderedCents + orderCents > limitCents;
}
