import { cooking } from "./cooking/cooking.ts";
import type { CookingFacts } from "./cooking/cooking-facts.ts";
import { factsForCut } from "./cuts.ts";
import { type GuideTab, guideTabs } from "./guide-tabs.ts";
import { catalogue } from "./sample-catalogue.ts";

/** An entry of the guide, for a cut of the opening catalogue. */
export interface GuideCut extends CookingFacts {
  slug: string;
  name: string;
  /** The shop category of its product page. */
  category: string;
  characteristics: string[];
}

const productsBySlug = new Map(catalogue.map((product) => [product.slug, product]));

/** Returns a tab's cuts in catalogue order. For loaders only: the browser needs just one tab. */
export function guideCuts(tab: GuideTab): GuideCut[] {
  return Object.entries(cooking[tab]).map(([slug, facts]) => {
    const { name = "", category = "" } = productsBySlug.get(slug) ?? {};
    const characteristics = factsForCut(slug)?.characteristics ?? [];
    return { slug, name, category, ...facts, characteristics };
  });
}

export interface GuideCooking extends CookingFacts {
  tab: GuideTab;
}

const cookingBySlug = new Map(
  guideTabs.flatMap(({ id: tab }) =>
    Object.entries(cooking[tab]).map(([slug, facts]) => [slug, { ...facts, tab }] as const),
  ),
);

/**
 * Returns how to cook one cut, and its tab; `undefined` for a product added after the opening
 * catalogue. For loaders only.
 *
 * @param slugs the product's current slug, then its former ones
 */
export function cookingOfCut(...slugs: string[]): GuideCooking | undefined {
  return slugs.map((slug) => cookingBySlug.get(slug)).find(Boolean);
}

/** Returns the guide's cuts by the names they are sold under. */
export function guideCutNames(): { slug: string; name: string }[] {
  return guideTabs.flatMap(({ id }) => guideCuts(id).map(({ slug, name }) => ({ slug, name })));
}

/** The text around the cuts; Health Canada's advice is in `food-safety.ts`. */
export const cutsGuide = {
  title: "Cuts Guide",
  lede: "Every cut we sell: what it is like, how hot to take it, how long, and when to leave it alone.",
  description:
    "How to cook every cut we sell: target and safe temperatures, cooking and resting times and methods, from chuck to ground beef.",
  /** Above the cuts of each tab. */
  intros: {
    chuck:
      "The shoulder. It carries the animal, so it is full of flavour and of sinew that time turns to gravy. Two muscles in it are tender enough to grill.",
    primeRib:
      "The rib, behind the shoulder. Well marbled and hardly worked: it needs heat, salt and a thermometer, in that order.",
    loin: "The back, behind the ribs. The least-worked muscles on the animal. Cook them hot, cook them briefly, and take them off early.",
    sirloin:
      "Between the loin and the leg. Leaner and firmer, with more flavour. Medium-rare, and always cut across the grain.",
    round:
      "The hind leg. Very lean, so it forgives little: a low oven, a pink centre, and the thinnest slice your knife allows.",
    brisket:
      "The breast. Nothing on the animal asks for more patience. Go by how the probe slides in, and let the clock be.",
    other:
      "Flank, skirt, shank, the cuts a butcher takes home, and what we cube and slice at the block so that you do not have to.",
    ground:
      "Trim from the whole side, ground. Here the chef’s temperature and Health Canada’s are one and the same: 71 °C, every time.",
  } satisfies Record<GuideTab, string>,
};
