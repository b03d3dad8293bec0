import type { Product } from "./product.ts";

/** How hungry people are. */
export type Appetite = "light" | "average" | "hearty";

/** Ounces of raw meat for one person of each appetite. */
export interface Portions extends Record<Appetite, number> {
  /** Whether they count the bone, of which nobody eats. */
  isBoneIn: boolean;
}

const boneless: Portions = { light: 6, average: 8, hearty: 12, isBoneIn: false };
const boneIn: Portions = { light: 8, average: 12, hearty: 16, isBoneIn: true };

const ouncesPerLb = 16;

/** The most people that one calculation is for. */
export const maxPeople = 100;

/** Pounds are suggested in quarters, unless the product has a step of its own. */
const noStep = "0.01";
const quarter = 25;

/**
 * The portions of a roast or a steak, told by name and cut type; null for other products, which are
 * not served by the piece. `otherNames` only tell of the bone.
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

/** Raw meat for so many people, in hundredths of a pound, rounded up. */
export function hundredthsFor(portions: Portions, people: number, appetite: Appetite): number {
  return Math.ceil((people * portions[appetite] * 100) / ouncesPerLb);
}

/**
 * What to order for so many hundredths of a pound: whole pieces of what is sold by the piece;
 * otherwise pounds, from 1 on, in steps that can be ordered. Never less than was asked for.
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
