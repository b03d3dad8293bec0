import { costPerLb } from "#app/lib/amounts/cost-per-lb.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb, sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { CostBasis } from "#db/schema/values/meat/cuttings.ts";

/** How the cost of a cutting's inputs was divided between its outputs. */
export interface CostDivision {
  costBy: CostBasis;
  /** The cost of the inputs, and below their pounds. */
  cents: number;
  lb: string;
  outputs: DividedOutput[];
}

export interface DividedOutput {
  lotId: string;
  name: string;
  lb: string;
  pricePerLb: string | null;
  costCents: number | null;
}

const worthOf = ({ lb, pricePerLb }: DividedOutput) =>
  pricePerLb === null ? 0 : lineTotalCents(toCents(pricePerLb), toHundredthsLb(lb));

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Returns e.g. "12.4%". */
const percent = (part: number, whole: number) =>
  `${(Math.round((part * 1000) / whole) / 10).toFixed(1)}%`;

const isUnpriced = ({ pricePerLb }: DividedOutput) => pricePerLb === null;

/** True if the cost is divided by value. Without any value, it is divided by weight. */
const isByValue = ({ costBy, outputs }: CostDivision) =>
  costBy === "value" && !outputs.every(isUnpriced) && total(outputs.map(worthOf)) > 0;

/** Returns e.g. "$520.00 for the 100 lb that went in is divided by value". */
export function divisionInWords(division: CostDivision): string {
  const { cents, lb, outputs } = division;
  const paid = `${formatCents(cents)} for the ${formatLb(Number(lb))} that went in`;
  if (!isByValue(division)) return `${paid} is divided by weight`;
  const before = total(outputs.filter(isUnpriced).map(({ costCents }) => costCents ?? 0));
  return before === 0
    ? `${paid} is divided by value`
    : `${paid}, less ${formatCents(before)} for what has no value by the pound, is divided by value`;
}

/** Returns e.g. "20 lb at $27.99/lb, which is $559.80 of $1,059.30, 52.8% of the value". */
export function shareInWords(division: CostDivision, own: DividedOutput): string {
  const { outputs } = division;
  const weight = sumLb(outputs.map(({ lb }) => lb));
  const pounds = formatLb(Number(own.lb));
  const byWeight = `${pounds} of the ${formatLb(weight / 100)} that came of it, ${percent(toHundredthsLb(own.lb), weight)} of the weight`;
  if (!isByValue(division)) return byWeight;
  if (own.pricePerLb === null) return `without a value by the pound, and ${byWeight}`;
  const value = worthOf(own);
  const all = total(outputs.map(worthOf));
  return `${pounds} at ${formatPricePerLb(toCents(own.pricePerLb))}, which is ${formatCents(value)} of ${formatCents(all)}, ${percent(value, all)} of the value`;
}

/** Explains the cost of a cut lot in a sentence with its arithmetic; null if unknown. */
export function carriedCostInWords(division: CostDivision, lotId: string): string | null {
  const own = division.outputs.find((output) => output.lotId === lotId);
  if (!own || own.costCents === null) return null;
  const share = shareInWords(division, own);
  return `${divisionInWords(division)}: ${own.name} is ${share}, so it bears ${formatCents(own.costCents)}, ${costPerLb(own.costCents, own.lb)}.`;
}
