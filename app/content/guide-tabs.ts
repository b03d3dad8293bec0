/**
 * The eight tabs of the cuts guide, in order. Separate from the cooking facts, so that the browser
 * can load the tabs without them.
 */
export const guideTabs = [
  {
    id: "chuck",
    label: "Chuck",
    intro:
      "The shoulder. It carries the animal, so it is full of flavour and of sinew that time turns to gravy. Two muscles in it are tender enough to grill.",
  },
  {
    id: "primeRib",
    label: "Prime Rib",
    intro:
      "The rib, behind the shoulder. Well marbled and hardly worked: it needs heat, salt and a thermometer, in that order.",
  },
  {
    id: "loin",
    label: "Loin",
    intro:
      "The back, behind the ribs. The least-worked muscles on the animal. Cook them hot, cook them briefly, and take them off early.",
  },
  {
    id: "sirloin",
    label: "Sirloin",
    intro:
      "Between the loin and the leg. Leaner and firmer, with more flavour. Medium-rare, and always cut across the grain.",
  },
  {
    id: "round",
    label: "Round",
    intro:
      "The hind leg. Very lean, so it forgives little: a low oven, a pink centre, and the thinnest slice your knife allows.",
  },
  {
    id: "brisket",
    label: "Brisket",
    intro:
      "The breast. Nothing on the animal asks for more patience. Go by how the probe slides in, and let the clock be.",
  },
  {
    id: "other",
    label: "Other",
    intro:
      "Flank, skirt, shank, the cuts a butcher takes home, and what we cube and slice at the block so that you do not have to.",
  },
  {
    id: "ground",
    label: "Ground",
    intro:
      "Trim from the whole side, ground. Here the chef’s temperature and Health Canada’s are one and the same: 71 °C, every time.",
  },
] as const;

export type GuideTab = (typeof guideTabs)[number]["id"];

/** The tab that `/cuts` opens with (specification, section 2). */
export const defaultGuideTab: GuideTab = "loin";

/** Whether a query parameter names a tab. */
export function isGuideTab(value: string | null): value is GuideTab {
  return guideTabs.some((tab) => tab.id === value);
}
