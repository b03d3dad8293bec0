import { taxes as rates } from "#app/content/taxes.ts";
import { lineTotalCents, promiseCents, sumCents, taxCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";

// An order's estimate and maximum: goods, charges and their taxes. All pages, emails, limits and
// holds use these figures; `order_costs` in the database applies the same rule for lists, and
// invoices apply it to what was packed.

/** A line or a charge; for a charge, estimate and maximum are equal. */
export interface CostLine<Code extends string = string> {
  cents: Cents;
  mostCents: Cents;
  taxCode: Code;
}

export interface OrderCosts {
  /** Without taxes of $0.00. */
  taxes: { label: string; cents: Cents }[];
  /** Includes taxes. */
  estimateCents: Cents;
  mostCents: Cents;
}

/** Dollars per lb, the percentage that may be packed on top, and the tax code. */
interface Sold<Code extends string> {
  pricePerLb: string;
  overCapPct: number;
  taxCode: Code;
}

/** Returns the cost line of some pounds of a product. */
export function costLine<Code extends string>(
  { pricePerLb, overCapPct, taxCode }: Sold<Code>,
  pounds: string | number,
): CostLine<Code> {
  const cents = lineTotalCents(toCents(pricePerLb), toHundredthsLb(pounds));
  return { cents, mostCents: promiseCents(cents, overCapPct), taxCode };
}

/** Returns the cost line of a charge in dollars. */
export function chargeLine({ amount, taxCode }: { amount: string; taxCode: string }): CostLine {
  const cents = toCents(amount);
  return { cents, mostCents: cents, taxCode };
}

/** Computes an order's costs. Taxes are per code on the sum, rounded half up, as on the invoice. */
export function orderCosts(lines: readonly CostLine[]): OrderCosts {
  const taxes = taxesOn(lines);
  return {
    taxes: taxes.filter(({ cents }) => cents > 0).map(({ label, cents }) => ({ label, cents })),
    estimateCents: goodsCents(lines) + goodsCents(taxes),
    mostCents: sumCents(lines, mostOf) + sumCents(taxes, mostOf),
  };
}

function taxesOn(lines: readonly CostLine[]) {
  const known: Record<string, { label: string; rate: string }> = rates;
  return [...Map.groupBy(lines, ({ taxCode }) => taxCode)].map(([code, own]) => {
    const { label = "", rate = "0" } = known[code] ?? {};
    return {
      label,
      cents: taxCents(goodsCents(own), rate),
      mostCents: taxCents(sumCents(own, mostOf), rate),
    };
  });
}

const mostOf = ({ mostCents }: { mostCents: Cents }) => mostCents;

/** Returns the estimate of goods before tax, on which minimum and delivery fee depend. */
export function goodsCents(lines: readonly { cents: Cents }[]): Cents {
  return sumCents(lines, ({ cents }) => cents);
}

/** Returns the tax code of most of the estimate, for a fee without its own. */
export function codeOfMost<Code extends string>(
  lines: readonly Pick<CostLine<Code>, "cents" | "taxCode">[],
): Code | "Z" {
  const sums = new Map<Code, number>();
  for (const { cents, taxCode } of lines) sums.set(taxCode, (sums.get(taxCode) ?? 0) + cents);
  const [most] = [...sums].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? "Z";
}

/** Returns the costs of lines and a delivery fee, which by default is taxed as most lines are. */
export function costsWithFee(
  lines: readonly CostLine[],
  fee: { cents: Cents; taxCode: string | null },
): OrderCosts {
  const { cents, taxCode } = fee;
  return orderCosts([...lines, { cents, mostCents: cents, taxCode: taxCode ?? codeOfMost(lines) }]);
}

/** Returns a fee on an invoice of its own, with its tax. */
export function feeWithTax({ cents, taxCode }: { cents: Cents; taxCode: string }): Cents {
  return costsWithFee([], { cents, taxCode }).estimateCents;
}

/** A line as stored, in dollars (`costColumns`). */
export interface StoredLine {
  subtotal: string;
  promisedAmount: string;
  finalAmount: string;
  taxCode: string;
  packState: "open" | "packed" | "short" | "substituted" | "dropped";
  overDecision: "bill_promise" | "customer_agreed" | "unasked" | null;
  substitutesItemId: string | null;
}

export interface StoredCosts {
  items: readonly StoredLine[];
  charges: readonly { amount: string; taxCode: string }[];
}

export interface NamedCosts extends StoredCosts {
  items: readonly (StoredLine & { productName: string })[];
}

/** Returns a stored order's costs; equal to `order_costs`. */
export function storedCosts({ items, charges }: StoredCosts): OrderCosts {
  return orderCosts([...items.map(storedLine), ...charges.map(chargeLine)]);
}

/**
 * The estimate covers what was ordered. A replaced or unavailable line costs at most what was
 * packed of it, and weight that the customer agreed to may exceed the promise.
 */
function storedLine(line: StoredLine): CostLine {
  const [promised, final] = [toCents(line.promisedAmount), toCents(line.finalAmount)];
  const isAgreed = line.overDecision !== null && line.overDecision !== "bill_promise";
  const isGone = line.packState === "substituted" || line.packState === "dropped";
  const packed = isAgreed ? final : Math.min(promised, final);
  return {
    cents: line.substitutesItemId === null ? toCents(line.subtotal) : 0,
    mostCents: isGone ? packed : Math.max(promised, packed),
    taxCode: line.taxCode,
  };
}

/** Returns a stored order's goods in cents, on which its minimum and delivery fee depend. */
export function storedGoodsCents(items: StoredCosts["items"]): Cents {
  return goodsCents(items.map(storedLine));
}

/** Returns the promise shown beside an estimate. */
export function promiseInWords(mostCents: Cents): string {
  return `You pay for the weight we pack, at most ${formatCents(mostCents)}.`;
}

/** The cart's costs in words, as answered by `POST /api/checkout`. */
export interface CartMost {
  /** A sentence; null if some lines are unavailable, since the sum would be partial. */
  words: string | null;
  lacks: string[];
  /** E.g. "Earliest delivery to V3G 1A2: Thursday, November 26"; null without a day. */
  to: string | null;
  /** Progress to the day's minimum, or then to free delivery; null if there is neither. */
  goal: { words: string; share: number } | null;
}
