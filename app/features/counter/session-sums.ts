import { sumByTillMethod, type TillMoney } from "#app/domain/door/till/till.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { type TillMethod, tillMethods } from "#db/schema/values/tills.ts";

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

/** What one method of payment took and gave back, in cents. */
export interface WaySums {
  /** Payments, before refunds. */
  takenCents: number;
  /** Refunds, as a positive amount. */
  givenBackCents: number;
  /** taken − given back */
  netCents: number;
}

/** The sums of each method of payment. */
export type ByWay = Record<TillMethod, WaySums>;

/** Sums that lead from a drawer's sales to its takings, and from those to what is left of them. */
export interface SessionSums extends WaySums {
  soldCents: number;
  onAccountCents: number;
  /** Payments for orders that were not sold here: pickups. Without rounding. */
  forOrdersCents: number;
  /** Gain from cash rounding, over payments alone. */
  roundingCents: number;
  /** Payments beyond the sales' totals: a tax changed, or a payment was taken back. */
  otherwiseCents: number;
  /** sold − on account + for orders + rounding + otherwise: all payments, before refunds. */
  takenCents: number;
  /** Total of the credit notes. What was given back differs from it by cash rounding alone. */
  creditedCents: number;
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

/** Returns what each method took and gave back, without reversed payments. */
export function sumsByWay(receipts: readonly TillMoney[]): ByWay {
  const taken = sumByTillMethod(receipts.filter(({ cents }) => cents > 0));
  const given = sumByTillMethod(receipts.filter(({ cents }) => cents < 0));
  const of = (method: TillMethod): WaySums => ({
    takenCents: taken[method],
    givenBackCents: given[method] === 0 ? 0 : -given[method],
    netCents: taken[method] + given[method],
  });
  return Object.fromEntries(tillMethods.map((method) => [method, of(method)])) as ByWay;
}

/**
 * Returns the sums of a drawer's report. Their takings and refunds are the totals of `sumsByWay`,
 * so the report's two tables end in the same figures.
 */
export function sessionSums(
  sales: readonly Sold[],
  receipts: readonly (Money & TillMoney)[],
): SessionSums {
  const standing = receipts.filter(({ isTakenBack }) => !isTakenBack);
  const payments = standing.filter(({ cents }) => cents > 0);
  const refunds = standing.filter(({ cents }) => cents < 0);
  const ways = Object.values(sumsByWay(receipts));
  const soldCents = sumCents(sales, ({ totalCents }) => totalCents);
  const onAccountCents = sumCents(
    sales.filter(({ isOnAccount }) => isOnAccount),
    ({ totalCents }) => totalCents,
  );
  const forOrdersCents = sumCents(takenForOrders(sales, receipts), exact);
  const forSalesCents = sumCents(payments, exact) - forOrdersCents;
  return {
    ...{ soldCents, onAccountCents, forOrdersCents },
    roundingCents: sumCents(payments, (one) => one.roundingCents),
    otherwiseCents: forSalesCents - (soldCents - onAccountCents),
    takenCents: sumCents(ways, ({ takenCents }) => takenCents),
    creditedCents: sumCents(refunds, (one) => -exact(one)),
    givenBackCents: sumCents(ways, ({ givenBackCents }) => givenBackCents),
    netCents: sumCents(ways, ({ netCents }) => netCents),
  };
}
