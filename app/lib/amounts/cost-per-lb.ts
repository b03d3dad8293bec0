import { partOfCents } from "./line-totals.ts";
import { formatCents } from "./money.ts";
import { hundredthsLb, toHundredthsLb } from "./weight.ts";

const pound = hundredthsLb(100);

/** "$5.27/lb": the rounded cost of a pound, for display only. */
export function costPerLb(cents: number, lb: string): string {
  return `${formatCents(partOfCents(cents, pound, toHundredthsLb(lb)))}/lb`;
}
