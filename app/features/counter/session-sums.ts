import { sumByTillMethod, type TillMoney, tillMoveText } from "#app/domain/door/till/till.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { type TillMethod, type TillMoveKind, tillMethods } from "#db/schema/values/tills.ts";

interface Sold {
  /** Id of the order. */
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

/** Sums of one method of payment, in cents. */
export interface WaySums {
  /** Before refunds. */
  takenCents: number;
  givenBackCents: number;
  /** taken − given back */
  netCents: number;
}

export type ByWay = Record<TillMethod, WaySums>;

/** Sums that lead from a drawer's sales to its takings, and on to what is left. */
export interface SessionSums extends WaySums {
  soldCents: number;
  onAccountCents: number;
  /** Payments without rounding for orders not sold here, or on account, such as pickups. */
  forOrdersCents: number;
  /** Gain from cash rounding of payments, not of refunds. */
  roundingCents: number;
  /** Payments beyond the sales' totals, after a change of tax or a reversed payment. */
  otherwiseCents: number;
  /** All payments, before refunds: sold − on account + for orders + rounding + otherwise. */
  takenCents: number;
  /** Total of the credit notes; refunds differ from it only by cash rounding. */
  creditedCents: number;
}

const exact = ({ cents, roundingCents }: Money) => cents - roundingCents;

/** Returns a drawer's valid payments for orders that were not sold at it, or on account. */
export function takenForOrders<Receipt extends Money>(
  sales: readonly Pick<Sold, "id" | "isOnAccount">[],
  receipts: readonly Receipt[],
): Receipt[] {
  const sold = new Set(sales.flatMap(({ id, isOnAccount }) => (isOnAccount ? [] : [id])));
  return receipts.filter(
    ({ orderId, cents, isTakenBack }) => cents > 0 && !isTakenBack && !sold.has(orderId),
  );
}

/** Counts the orders that payments are for, since one may be paid in several ways. */
export const ordersPaid = (payments: readonly Pick<Money, "orderId">[]): number =>
  new Set(payments.map(({ orderId }) => orderId)).size;

/** Returns what each method took and refunded, without reversed payments. */
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
 * Returns a drawer's sums; takings and refunds are those of `sumsByWay`, as in the report's table.
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
    soldCents,
    onAccountCents,
    forOrdersCents,
    roundingCents: sumCents(payments, (one) => one.roundingCents),
    otherwiseCents: forSalesCents - (soldCents - onAccountCents),
    takenCents: sumCents(ways, ({ takenCents }) => takenCents),
    creditedCents: sumCents(refunds, (one) => -exact(one)),
    givenBackCents: sumCents(ways, ({ givenBackCents }) => givenBackCents),
    netCents: sumCents(ways, ({ netCents }) => netCents),
  };
}

/** A row of a report; a total is the sum of all other rows above it. */
export interface SumRow {
  label: string;
  cents: number;
  isTotal?: true;
}

const ifAny = (label: string, cents: number): SumRow[] => (cents === 0 ? [] : [{ label, cents }]);

/**
 * Returns the rows from what a drawer sold to what it took, and on to what is left after refunds.
 * Each tax and each rounding is a row. `orderCount` counts orders paid, but not sold here or on
 * account.
 */
export function soldToNetRows(
  totals: SessionSums,
  taxes: readonly { label: string; soldCents: number }[],
  orderCount: number,
): SumRow[] {
  const { soldCents, creditedCents, givenBackCents } = totals;
  const taxRows = taxes.flatMap((tax) => ifAny(tax.label, tax.soldCents));
  const taxCents = sumCents(taxRows, ({ cents }) => cents);
  const refundRounding = creditedCents - givenBackCents;
  return [
    ...(taxRows.length === 0
      ? [{ label: "Sold", cents: soldCents }]
      : [
          { label: "Sold, before tax", cents: soldCents - taxCents },
          ...taxRows,
          { label: "Sold, with tax", cents: soldCents, isTotal: true as const },
        ]),
    ...ifAny("On account", -totals.onAccountCents),
    ...(orderCount === 0
      ? []
      : [{ label: `Taken for orders (${orderCount})`, cents: totals.forOrdersCents }]),
    ...ifAny("Cash rounding", totals.roundingCents),
    ...ifAny("Taken otherwise than sold", totals.otherwiseCents),
    { label: "Taken, before refunds", cents: totals.takenCents, isTotal: true },
    { label: "Given back", cents: -creditedCents },
    ...ifAny("Cash rounding of what was given back", refundRounding),
    { label: "Net, after refunds", cents: totals.netCents, isTotal: true },
  ];
}

/**
 * Returns the rows from a drawer's float to the cash that should be there. `cash` is null for the
 * person about to count, who sees neither it nor the sum.
 */
export function drawerRows(
  floatCents: number,
  moves: readonly { kind: TillMoveKind; cents: number; reason: string }[],
  cash: WaySums | null,
): SumRow[] {
  const rows: SumRow[] = [
    { label: "Float", cents: floatCents },
    ...(cash
      ? [
          { label: "Cash taken", cents: cash.takenCents },
          ...ifAny("Cash given back", -cash.givenBackCents),
        ]
      : []),
    ...moves.map(({ kind, cents, reason }) => ({
      label: `${tillMoveText[kind]}: ${reason}`,
      cents: kind === "in" ? cents : -cents,
    })),
  ];
  const expected = sumCents(rows, ({ cents }) => cents);
  return cash ? [...rows, { label: "Should be there", cents: expected, isTotal: true }] : rows;
}
