import type { CutFacts } from "./cut-facts.ts";
import { chuckCuts } from "./cuts/chuck.ts";
import { groundCuts } from "./cuts/ground.ts";
import { loinCuts } from "./cuts/loin.ts";
import { otherCuts } from "./cuts/other.ts";
import { preCutCuts } from "./cuts/pre-cuts.ts";
import { primeRibCuts } from "./cuts/prime-rib.ts";
import { roundCuts } from "./cuts/round.ts";
import { sirloinCuts } from "./cuts/sirloin.ts";

const allCuts: CutFacts[] = [
  ...chuckCuts,
  ...primeRibCuts,
  ...loinCuts,
  ...sirloinCuts,
  ...roundCuts,
  ...otherCuts,
  ...preCutCuts,
  ...groundCuts,
];

const cutsBySlug = new Map(allCuts.map((cut) => [cut.slug, cut]));

/** The slug of every cut of the opening catalogue, in its order; each has a picture mapping. */
export const cutKeys: readonly string[] = allCuts.map((cut) => cut.slug);

/**
 * The facts of one cut; `undefined` for a product that was added after the opening catalogue.
 *
 * @example factsForCut("ribeye-steak")?.bestUses
 */
export function factsForCut(slug: string): CutFacts | undefined {
  return cutsBySlug.get(slug);
}
