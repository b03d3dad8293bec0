import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDate } from "#app/lib/dates.ts";

/**
 * What was earned: amounts without tax, less what the meat in them cost. A line of which any pound's cost is
 * not known is left out whole, and counted in what is left out: unknown is never nothing.
 */
export interface Margin {
  /** What was billed, less what was credited, of the lines whose cost is known. */
  amountCents: number;
  costCents: number;
  /** How many lines that is. */
  lines: number;
  /** Billed of the others. */
  leftOutCents: number;
  /** Hundredths of a pound of the others. */
  leftOutLb: number;
  /** When a cost was corrected that was another when this was billed; null for never. */
  correctedAt: Date | null;
}

/** In cents; null where nothing of it is known. */
export function earnedCents({ amountCents, costCents, lines }: Margin): number | null {
  return lines === 0 ? null : amountCents - costCents;
}

/** Several as one. */
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

/** "$420.00, 31.2%", "Not known": of the amount that the margin is of. */
export function marginInWords(margin: Margin): string {
  const earned = earnedCents(margin);
  if (earned === null) return "Not known";
  const { amountCents } = margin;
  const share = (Math.round((earned * 1000) / amountCents) / 10).toFixed(1);
  const words = amountCents <= 0 ? formatCents(earned) : `${formatCents(earned)}, ${share}%`;
  return words.replaceAll("-", "−");
}

/** What a margin leaves out, and what was corrected since: each a sentence's part, as far as there is any. */
export function marginNotes({ leftOutLb, leftOutCents, correctedAt }: Margin): string[] {
  const isOut = leftOutLb !== 0 || leftOutCents !== 0;
  return [
    ...(isOut
      ? [`Leaves out ${formatLb(leftOutLb / 100)} (${formatCents(leftOutCents)}) of unknown cost`]
      : []),
    ...(correctedAt ? [`As corrected on ${formatDate(correctedAt)}`] : []),
  ];
}

/** What a product last cost by the pound. */
export interface LastCost {
  centsPerLb: number;
  lotCode: string;
  receivedAt: Date;
}
