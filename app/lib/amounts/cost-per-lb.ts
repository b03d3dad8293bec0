import { partOfCents } from "./line-totals.ts";
import { formatCents } from "./money.ts";
import { hundredthsLb, toHundredthsLb } from "./weight.ts";

const pound = hundredthsLb(100);

/** Returns the rounded cost of a pound, "$5.27/lb", for display only. */
export function costPerLb(cents: number, lb: string): string {
  return `${formatCents(partOfCents(cents, pound, toHundredthsLb(lb)))}/lb`;
}
