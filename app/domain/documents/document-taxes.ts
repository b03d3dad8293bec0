import { taxes } from "#app/content/taxes.ts";
import { lineTotalCents, sumCents, taxCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";

export interface BilledLine {
  pricePerLb: string;
  /** In percent. */
  taxRate: string;
}

/** Returns the cents credited for pounds of a line, with tax; rounds like `issueCreditNote`. */
export function creditCents({ pricePerLb, taxRate }: BilledLine, lb: string): number {
  const cents = lineTotalCents(toCents(pricePerLb), toHundredthsLb(lb));
  return cents + taxCents(cents, taxRate);
}

/**
 * Returns the taxes of a document's lines by code, each computed on the sum of its lines, with the
 * totals; in dollars as the database has them. Includes codes with a tax of zero.
 */
export function taxesOn<Tax extends { rate: string }>(
  lines: readonly { taxCode: string; amount: string }[],
  rates: Readonly<Record<string, Tax>>,
) {
  if (lines.length === 0) throw new Error("The document has no lines");
  const cents = ({ amount }: { amount: string }) => toCents(amount);
  const byCode = [...Map.groupBy(lines, ({ taxCode }) => taxCode)];
  const rows = byCode.map(([taxCode, own]) => {
    const known = rates[taxCode];
    if (!known) throw new Error(`There is no tax ${taxCode}`);
    const taxable = sumCents(own, cents);
    const amount = toDollars(taxCents(taxable, known.rate));
    return { taxCode, ...known, taxable: toDollars(taxable), amount };
  });
  const subtotal = sumCents(lines, cents);
  return {
    subtotal: toDollars(subtotal),
    total: toDollars(subtotal + sumCents(rows, cents)),
    rows,
  };
}

export interface ChargedTax {
  taxCode: string;
  label: string;
  taxableCents: number;
  cents: number;
}

/**
 * Returns the taxes as the counter's papers print them: GST and PST each with its amount, and none
 * of zero. A code with both has a single amount: GST is its rate of the taxable amount, rounded as
 * on a document, and PST is the rest; together they are what is stored.
 */
export function taxesApart(charged: readonly ChargedTax[]): { label: string; cents: number }[] {
  const parts = charged.flatMap(({ taxCode, label, taxableCents, cents }) => {
    if (taxCode !== "GP") return [{ label, cents }];
    const [gst, pst = gst] = label.split(" and ");
    const gstCents = taxCents(taxableCents, taxes.G.rate);
    return [
      { label: gst ?? label, cents: gstCents },
      { label: pst ?? label, cents: cents - gstCents },
    ];
  });
  return [...Map.groupBy(parts, ({ label }) => label)]
    .map(([label, own]) => ({ label, cents: sumCents(own, (one) => one.cents) }))
    .filter(({ cents }) => cents !== 0);
}

/**
 * Returns the cents by which a credit note is rounded so that all notes for an invoice add up to
 * its total; separately rounded taxes may add up to more or less.
 *
 * @param left the rest of the invoice before this note, and whether the note covers all of its
 *   lines
 */
export function noteRounding(noteCents: number, left: { cents: number; isRest: boolean }): number {
  return left.isRest || noteCents > left.cents ? left.cents - noteCents : 0;
}
