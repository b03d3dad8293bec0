import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDate } from "#app/lib/dates.ts";

/**
 * Amounts before tax, less the cost of their meat. A line with any pound of unknown cost is left
 * out completely and counted separately; unknown never counts as zero.
 */
export interface Margin {
  /** Billed less credited, for lines with a known cost. */
  amountCents: number;
  costCents: number;
  lines: number;
  /** Billed for the other lines. */
  leftOutCents: number;
  /** In hundredths, of the other lines. */
  leftOutLb: number;
  /** When a cost was corrected after billing; null for never. */
  correctedAt: Date | null;
}

/** Returns the margin in cents; null if unknown for every line. */
export function earnedCents({ amountCents, costCents, lines }: Margin): number | null {
  return lines === 0 ? null : amountCents - costCents;
}

export function addMargins(margins: readonly Margin[]): Margin {
  const corrected = margins.flatMap(({ correctedAt }) => correctedAt ?? []);
  return {
    amountCents: sumCents(margins, ({ amountCents }) => amountCents),
    costCents: sumCents(margins, ({ costCents }) => costCents),
    lines: margins.reduce((sum, { lines }) => sum + lines, 0),
    leftOutCents: sumCents(margins, ({ leftOutCents }) => leftOutCents),
    leftOutLb: margins.reduce((sum, { leftOutLb }) => sum + leftOutLb, 0),
    correctedAt:
      corrected.length > 0 ? new Date(Math.max(...corrected.map((at) => at.getTime()))) : null,
  };
}

/** Returns "$420.00, 31.2%" of the margin's amount, or "Not known". */
export function marginInWords(margin: Margin): string {
  const earned = earnedCents(margin);
  if (earned === null) return "Not known";
  const { amountCents } = margin;
  const share = (Math.round((earned * 1000) / amountCents) / 10).toFixed(1);
  return amountCents <= 0 ? formatCents(earned) : `${formatCents(earned)}, ${share}%`;
}

/** Returns notes on what a margin leaves out and on a later cost correction; none if neither. */
export function marginNotes({ leftOutLb, leftOutCents, correctedAt }: Margin): string[] {
  const isOut = leftOutLb !== 0 || leftOutCents !== 0;
  return [
    ...(isOut
      ? [`Leaves out ${formatLb(leftOutLb / 100)} (${formatCents(leftOutCents)}) of unknown cost`]
      : []),
    ...(correctedAt ? [`As corrected on ${formatDate(correctedAt)}`] : []),
  ];
}

export interface LastCost {
  centsPerLb: number;
  lotCode: string;
  receivedAt: Date;
}
