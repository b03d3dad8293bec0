import type { CookingMethod } from "#app/content/cooking/cooking-facts.ts";
import { cookingOfCut } from "#app/content/cuts-guide.ts";
import type { ListFilter, ListKind, ListUse } from "./list-choice.ts";

// For the server only: the cooking facts are too heavy for the browser.

const methods: Record<ListUse, CookingMethod[]> = {
  grill: ["Grill"],
  pan: ["Pan", "Cast iron", "Wok"],
  roast: ["Oven roast", "Slow roast", "Reverse sear"],
  braise: ["Braise", "Pot roast", "Simmer", "Slow cooker", "Stew"],
  smoke: ["Smoke"],
};

const kinds: Record<ListKind, RegExp> = {
  steaks: /\bsteaks?\b/i,
  roasts: /\broasts?\b/i,
  ribs: /\bribs\b/i,
  ground: /\b(?:ground|grind|burgers?|patties)\b/i,
};

interface SoldCut {
  name: string;
  cutType: string | null;
  slug: string;
  formerSlugs: readonly string[];
}

/**
 * Returns a product's filters: its kind by name and cut type, and the ways to cook from the cuts
 * guide. A product that isn't in the guide gets none of the latter.
 */
export function filtersOf({ name, cutType, slug, formerSlugs }: SoldCut): ListFilter[] {
  const what = `${name}, ${cutType ?? ""}`;
  const ofGuide = cookingOfCut(slug, ...formerSlugs)?.methods ?? [];
  const passed = [
    ...Object.entries(kinds).filter(([, kind]) => kind.test(what)),
    ...Object.entries(methods).filter(([, ways]) => ways.some((way) => ofGuide.includes(way))),
  ];
  return passed.map(([filter]) => filter as ListFilter);
}
