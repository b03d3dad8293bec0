import { taxes as rates } from "#app/content/taxes.ts";
import { lineTotalCents, promiseCents, sumCents, taxCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";

// What an order is estimated to cost and costs at most (trade rules, section 13): goods, charges and
// their taxes. Every page, mail, limit and hold has its figures from here; `order_costs` in the
// database is the same rule for lists. The invoice taxes what was packed by the same rule.

/** A line or a charge; of a charge the estimate is the most too. */
export interface CostLine<Code extends string = string> {
  cents: Cents;
  mostCents: Cents;
  taxCode: Code;
}

export interface OrderCosts {
  /** Of the estimate, without those of nothing. */
  taxes: { label: string; cents: Cents }[];
  /** With taxes. */
  estimateCents: Cents;
  mostCents: Cents;
}

/** Dollars per lb, per cent that more may be packed, and the tax code. */
interface Sold<Code extends string> {
  pricePerLb: string;
  overCapPct: number;
  taxCode: Code;
}

/** The line of so many pounds of a product. */
export function costLine<Code extends string>(
  { pricePerLb, overCapPct, taxCode }: Sold<Code>,
  pounds: string | number,
): CostLine<Code> {
  const cents = lineTotalCents(toCents(pricePerLb), toHundredthsLb(pounds));
  return { cents, mostCents: promiseCents(cents, overCapPct), taxCode };
}

/** The line of a charge of so many dollars. */
export function chargeLine({ amount, taxCode }: { amount: string; taxCode: string }): CostLine {
  const cents = toCents(amount);
  return { cents, mostCents: cents, taxCode };
}

/** Taxes are per code on the sum of its lines, rounded half up, as on the invoice. */
export function orderCosts(lines: readonly CostLine[]): OrderCosts {
  const taxes = taxesOn(lines);
  return {
    taxes: taxes.filter(({ cents }) => cents > 0).map(({ label, cents }) => ({ label, cents })),
    estimateCents: goodsCents(lines) + goodsCents(taxes),
    mostCents: sumCents(lines, mostOf) + sumCents(taxes, mostOf),
  };
}

/** The taxes on lines, of each code once, also those of nothing. */
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

/** The estimate of goods before tax, by which minimum and delivery are judged. */
export function goodsCents(lines: readonly { cents: Cents }[]): Cents {
  return sumCents(lines, ({ cents }) => cents);
}

/** The tax code under which most of the estimate falls, for a fee without one of its own. */
export function codeOfMost<Code extends string>(
  lines: readonly Pick<CostLine<Code>, "cents" | "taxCode">[],
): Code | "Z" {
  const sums = new Map<Code, number>();
  for (const { cents, taxCode } of lines) sums.set(taxCode, (sums.get(taxCode) ?? 0) + cents);
  const [most] = [...sums].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? "Z";
}

/** What lines and the fee of their day cost. Without a code of its own the fee is taxed as most of them. */
export function costsWithFee(
  lines: readonly CostLine[],
  fee: { cents: Cents; taxCode: string | null },
): OrderCosts {
  const { cents, taxCode } = fee;
  return orderCosts([...lines, { cents, mostCents: cents, taxCode: taxCode ?? codeOfMost(lines) }]);
}

/** A line as the database has it, in dollars (`costColumns`). */
export interface StoredLine {
  subtotal: string;
  promisedAmount: string;
  finalAmount: string;
  taxCode: string;
  packState: "open" | "packed" | "short" | "substituted" | "dropped";
  overDecision: "bill_promise" | "customer_agreed" | "unasked" | null;
  substitutesItemId: string | null;
}

/** The lines of an order that is stored, and its charges. */
export interface StoredCosts {
  items: readonly StoredLine[];
  charges: readonly { amount: string; taxCode: string }[];
}

/** The same with what each line is of. */
export interface NamedCosts extends StoredCosts {
  items: readonly (StoredLine & { productName: string })[];
}

/** What an order that is stored costs; the same as `order_costs`. */
export function storedCosts({ items, charges }: StoredCosts): OrderCosts {
  return orderCosts([...items.map(storedLine), ...charges.map(chargeLine)]);
}

/**
 * The estimate is of what was ordered. What was replaced or is not available costs at most what was
 * packed of it, and what its customer agreed to may cost more than was promised.
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

/** The goods of an order that is stored, by which its minimum and delivery are judged. */
export function storedGoodsCents(items: StoredCosts["items"]): Cents {
  return goodsCents(items.map(storedLine));
}

/** What a customer is promised beside an estimate. */
export function promiseInWords(mostCents: Cents): string {
  return `You pay for the weight we pack, at most ${formatCents(mostCents)}.`;
}

/** What the cart says of its costs, as an answer of `POST /api/checkout`. */
export interface CartMost {
  /** One sentence; null while some of it can't be had, so that the sum would be of a part. */
  words: string | null;
  /** Why lines can't be had so: "Only 12 pieces of Tomahawk Steak are left." */
  lacks: string[];
  /** Where and when that is for: "Earliest delivery to V3G 1A2: Thursday, November 26"; null without a day. */
  to: string | null;
  /** How far it is to the day's minimum, or from there to free delivery; null where neither is. */
  goal: { words: string; share: number } | null;
}
