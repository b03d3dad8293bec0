import type { Product } from "./product.ts";

export type Appetite = "light" | "average" | "hearty";

/** Ounces of raw meat per person by appetite. */
export interface Portions extends Record<Appetite, number> {
  /** True if they include the bone. */
  isBoneIn: boolean;
}

const boneless: Portions = { light: 6, average: 8, hearty: 12, isBoneIn: false };
const boneIn: Portions = { light: 8, average: 12, hearty: 16, isBoneIn: true };

const ouncesPerLb = 16;

export const maxPeople = 100;

/** Pounds are suggested in quarters, unless the product has its own step. */
const noStep = "0.01";
const quarter = 25;

/**
 * Returns the portions of a roast or a steak, recognized by name and cut type; null for other
 * products. `otherNames` only indicate the bone.
 */
export function portionsOf({
  name,
  cutType,
  otherNames,
}: Pick<Product, "name" | "cutType" | "otherNames">): Portions | null {
  const what = `${name} ${cutType ?? ""}`;
  if (!/roast|steak/i.test(what)) return null;
  const bone = /bone-in|bone in|t-bone|porterhouse|tomahawk|prime rib|standing rib/i;
  return bone.test(`${what} ${otherNames}`) && !/boneless/i.test(what) ? boneIn : boneless;
}

/** Returns the raw meat for a number of people, in hundredths of a pound, rounded up. */
export function hundredthsFor(portions: Portions, people: number, appetite: Appetite): number {
  return Math.ceil((people * portions[appetite] * 100) / ouncesPerLb);
}

/**
 * Returns the amount to order for hundredths of a pound, never less: whole pieces if sold by the
 * piece, else pounds from 1 on, in steps that can be ordered.
 */
export function amountFor(
  { pieceLb, orderStepLb }: { pieceLb: string | null; orderStepLb: string },
  hundredths: number,
): number {
  const of = (lb: string) => Math.round(Number(lb) * 100);
  if (pieceLb !== null) return Math.max(1, Math.ceil(hundredths / of(pieceLb)));
  const step = orderStepLb === noStep ? quarter : of(orderStepLb);
  return (Math.ceil(Math.max(100, hundredths) / step) * step) / 100;
}
