import { taxes as rates } from "#app/content/taxes.ts";
import { sumCents, taxCents } from "#app/lib/line-totals.ts";
import { toCents } from "#app/lib/money.ts";

// What an order is estimated to cost and costs at most (trade rules, section 13): goods, charges and
// their taxes. Every page, mail and hold has its figures from here; the invoice taxes what was packed
// by the same rule.

/** A line or a charge; of a charge the estimate is the most too. In cents. */
export interface CostLine {
  cents: number;
  mostCents: number;
  taxCode: string;
}

/** In cents. */
export interface OrderCosts {
  /** Of the estimate, without those of nothing. */
  taxes: { label: string; cents: number }[];
  /** With taxes. */
  estimateCents: number;
  mostCents: number;
}

/** Taxes are per code on the sum of its lines, rounded half up, as on the invoice. */
export function orderCosts(
  lines: readonly CostLine[],
  taxes: Record<string, { label: string; rate: string }> = rates,
): OrderCosts {
  const byCode = Map.groupBy(lines, ({ taxCode }) => taxCode);
  const taxed = [...byCode].map(([code, own]) => {
    const { label = "", rate = "0" } = taxes[code] ?? {};
    return {
      label,
      cents: taxCents(sumCents(own, estimateOf), rate),
      mostCents: taxCents(sumCents(own, mostOf), rate),
    };
  });
  return {
    taxes: taxed.filter(({ cents }) => cents > 0).map(({ label, cents }) => ({ label, cents })),
    estimateCents: sumCents(lines, estimateOf) + sumCents(taxed, estimateOf),
    mostCents: sumCents(lines, mostOf) + sumCents(taxed, mostOf),
  };
}

const estimateOf = ({ cents }: { cents: number }) => cents;
const mostOf = ({ mostCents }: { mostCents: number }) => mostCents;

/** The tax code under which most of the estimate falls, for a fee without one of its own. */
export function codeOfMost<Code extends string>(
  lines: readonly { cents: number; taxCode: Code }[],
): Code | "Z" {
  const sums = new Map<Code, number>();
  for (const { cents, taxCode } of lines) sums.set(taxCode, (sums.get(taxCode) ?? 0) + cents);
  const [most] = [...sums].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? "Z";
}

/** An order's lines and charges, in dollars as the database writes them. */
interface StoredCosts {
  items: readonly {
    subtotal: string;
    promisedAmount: string;
    taxCode: string;
    substitutesItemId?: string | null;
  }[];
  charges: readonly { amount: string; taxCode: string }[];
}

/** The costs of an order that is stored: of what was ordered, without replacements. */
export function storedCosts({ items, charges }: StoredCosts): OrderCosts {
  return orderCosts([
    ...items
      .filter(({ substitutesItemId = null }) => substitutesItemId === null)
      .map(({ subtotal, promisedAmount, taxCode }) => ({
        cents: toCents(subtotal),
        mostCents: toCents(promisedAmount),
        taxCode,
      })),
    ...charges.map(({ amount, taxCode }) => {
      const cents = toCents(amount);
      return { cents, mostCents: cents, taxCode };
    }),
  ]);
}
