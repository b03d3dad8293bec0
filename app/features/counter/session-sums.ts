import { sumCents } from "#app/lib/amounts/line-totals.ts";

interface Sold {
  /** The order's id. */
  id: string;
  totalCents: number;
  isOnAccount: boolean;
}

interface Money {
  orderId: string;
  /** Less than none for what was given back. */
  cents: number;
  roundingCents: number;
  isTakenBack: boolean;
}

/** The sums that lead from what was sold at a drawer to what was taken there. */
export interface SessionSums {
  soldCents: number;
  onAccountCents: number;
  /** Paid for orders that were not sold here: pickups. To the cent, as the next. */
  forOrdersCents: number;
  givenBackCents: number;
  /** What the shop gained by rounding cash, of all that was taken and given back. */
  roundingCents: number;
  /** What was taken for sales more than they come to: a tax that changed meanwhile, a payment taken back. */
  otherwiseCents: number;
  /** sold − on account + for orders − given back + rounding + otherwise: the tenders' sum. */
  takenCents: number;
}

/** The cents that settle what is owed: without what cash was rounded by. */
const exact = ({ cents, roundingCents }: Money) => cents - roundingCents;

/** Those of a drawer's payments that stand and were for orders that were not sold at it. */
export function takenForOrders<Receipt extends Money>(
  sales: readonly Pick<Sold, "id">[],
  receipts: readonly Receipt[],
): Receipt[] {
  const sold = new Set(sales.map(({ id }) => id));
  return receipts.filter(
    ({ orderId, cents, isTakenBack }) => cents > 0 && !isTakenBack && !sold.has(orderId),
  );
}

/** How many orders payments are for: one may be paid in several ways. */
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
