import { lineTotalCents, sumCents, taxCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";

/** A line of an invoice, as far as pounds of it are worth something. */
export interface BilledLine {
  pricePerLb: string;
  /** Per cent. */
  taxRate: string;
}

/** What a credit note of so many pounds of a line comes to with its tax, in cents: `issueCreditNote` rounds alike. */
export function creditCents({ pricePerLb, taxRate }: BilledLine, lb: string): number {
  const cents = lineTotalCents(toCents(pricePerLb), toHundredthsLb(lb));
  return cents + taxCents(cents, taxRate);
}

/**
 * The taxes of a document's lines by code, each on the sum of its lines, with the sums they lead to; in
 * dollars as the database has them. Those of nothing are named too.
 *
 * @param rates of the document
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

/**
 * By how many cents a note is rounded so that all notes over an invoice come to what that came to: taxes, each rounded,
 * may come to more or less.
 *
 * @param left of the invoice, before this note; and whether the note is over all the lines that are left
 */
export function noteRounding(noteCents: number, left: { cents: number; isRest: boolean }): number {
  return left.isRest || noteCents > left.cents ? left.cents - noteCents : 0;
}
