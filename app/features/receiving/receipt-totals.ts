import { costsOfReceipt, invoiceCents, receiptSums } from "#app/domain/receiving/receipt-costs.ts";
import { readLine, rowsIn } from "#app/domain/receiving/receipt-form.ts";
import type { NewLine } from "#app/domain/receiving/receiving.ts";
import { costPerLb } from "#app/lib/amounts/cost-per-lb.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb, sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";

interface Totals {
  /** Total of each row that can be read. */
  ofRow: Map<number, string>;
  lb: string;
  boxes: number;
  refusedLb: string | null;
  /** Cost in words; empty for users without access to prices. */
  cost: string;
  claimed: string | null;
  /** What the supplier's invoice should state, or as entered if that is more. */
  due: string;
  billed: string | null;
  /** Refused pounds without an entered bill; null for none. */
  unbilled: string | null;
}

/** Returns the totals of a form, as far as it can be read; shown while typing. */
export function totalsOf(fields: Record<string, string>, hasMoney: boolean): Totals {
  const lines = rowsIn(fields).flatMap((row) => readLine(fields, row).line ?? []);
  const freightCents = centsOf(fields.freight ?? "") ?? 0;
  const costs = costsOfReceipt(lines, { freightCents, isSettled: false });
  const known = lines.map((line, place) => ({
    ...line,
    ...(costs[place] ?? { costCents: null, claimedCents: null, shareCents: 0 }),
  }));
  const accepted = lines.filter(({ isAccepted }) => isAccepted);
  const refused = lines.filter(({ isAccepted }) => !isAccepted);
  const sums = receiptSums(known);
  const missing =
    sums.unknownLb > 0
      ? `, without ${formatLb(sums.unknownLb / 100)} whose price is not entered`
      : "";
  const { dueCents, billedCents } = invoiceCents(sums, freightCents);
  const freight = accepted.length > 0 ? freightCents : 0;
  return {
    ofRow: new Map(known.map((line) => [line.row, inWords(line, hasMoney)])),
    lb: lbInWords(accepted),
    boxes: accepted.reduce((sum, { boxes }) => sum + boxes, 0),
    refusedLb: refused.length > 0 ? lbInWords(refused) : null,
    cost: `${formatCents(sums.costCents + freight)}${missing}`,
    due: `${formatCents(dueCents)}${missing}`,
    billed: billedCents > dueCents ? `${formatCents(billedCents)}${missing}` : null,
    unbilled: sums.unbilledLb > 0 ? formatLb(sums.unbilledLb / 100) : null,
    claimed: sums.claimedCents > 0 ? formatCents(sums.claimedCents) : null,
  };
}

const lbInWords = (lines: readonly NewLine[]) => formatLb(sumLb(lines.map(({ lb }) => lb)) / 100);

function inWords(
  line: NewLine & { costCents: number | null; claimedCents: number | null; shareCents: number },
  hasMoney: boolean,
): string {
  const { lb, invoicedLb, isAccepted, costCents, claimedCents, shareCents } = line;
  const short = toHundredthsLb(invoicedLb ?? lb) - toHundredthsLb(lb);
  const parts = [
    ...(short > 0 ? [`${formatLb(short / 100)} short`] : []),
    ...(hasMoney && costCents !== null && isAccepted
      ? [
          `Cost ${formatCents(costCents)}${shareCents > 0 ? ` and freight ${formatCents(shareCents)}` : ""}, ${costPerLb(costCents + shareCents, lb)}`,
        ]
      : []),
    ...(hasMoney && claimedCents ? [`to claim ${formatCents(claimedCents)}`] : []),
    ...(hasMoney && !isAccepted && claimedCents === null
      ? ["What they bill for it is not entered, so nothing is claimed"]
      : []),
  ];
  return parts.join(" · ");
}
