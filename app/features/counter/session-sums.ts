import { sumCents } from "#app/lib/amounts/line-totals.ts";

interface Sold {
  /** The order's id. */
  id: string;
  totalCents: number;
  isOnAccount: boolean;
}

interface Money {
  orderId: string;
  /** Negative for refunds. */
  cents: number;
  roundingCents: number;
  isTakenBack: boolean;
}

/** Sums that lead from a drawer's sales to its takings. */
export interface SessionSums {
  soldCents: number;
  onAccountCents: number;
  /** Payments for orders that were not sold here: pickups. Without rounding, like the next. */
  forOrdersCents: number;
  givenBackCents: number;
  /** Gain from cash rounding, over all payments and refunds. */
  roundingCents: number;
  /** Payments beyond the sales' totals: a tax changed, or a payment was taken back. */
  otherwiseCents: number;
  /** sold − on account + for orders − given back + rounding + otherwise: the tenders' sum. */
  takenCents: number;
}

/** Returns the cents that settle a debt, without cash rounding. */
const exact = ({ cents, roundingCents }: Money) => cents - roundingCents;

/** Returns a drawer's valid payments for orders that were not sold at it. */
export function takenForOrders<Receipt extends Money>(
  sales: readonly Pick<Sold, "id">[],
  receipts: readonly Receipt[],
): Receipt[] {
  const sold = new Set(sales.map(({ id }) => id));
  return receipts.filter(
    ({ orderId, cents, isTakenBack }) => cents > 0 && !isTakenBack && !sold.has(orderId),
  );
}

/** Counts the orders that payments are for, since one may be paid in several ways. */
export const ordersPaid = (payments: readonly Pick<Money, "orderId">[]): number =>
  new Set(payments.map(({ orderId }) => orderId)).size;

export function sessionSums(sales: readonly Sold[], receipts: readonly Money[]): SessionSums {
  const standing = receipts.filter(({ isTakenBack }) => !isTakenBack);
  const soldCents = sumCents(sales, ({ totalCents }) => totalCents);
  const onAccountCents = sumCents(
    sales.filter(({ isOnAccount }) => isOnAccount),
    ({ totalCents }) => totalCents,
  );
  const forOrdersCents = sumCents(takenForOrders(sales, receipts), exact);
  const givenBackCents = sumCents(
    standing.filter(({ cents }) => cents < 0),
    (one) => -exact(one),
  );
  const forSalesCents = sumCents(standing, exact) - forOrdersCents + givenBackCents;
  return {
    ...{ soldCents, onAccountCents, forOrdersCents, givenBackCents },
    roundingCents: sumCents(standing, (one) => one.roundingCents),
    otherwiseCents: forSalesCents - (soldCents - onAccountCents),
    takenCents: sumCents(standing, ({ cents }) => cents),
  };
}
