import type { CutFacts } from "../cut-facts.ts";

export const groundCuts: CutFacts[] = [
  {
    slug: "ground-lean",
    characteristics: ["Up to 17% fat", "Everyday grind", "Balanced flavour"],
    bestUses: ["Meat sauce", "Meatballs and meat loaf", "Shepherd's pie"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
  {
    slug: "ground-extra-lean",
    characteristics: ["Up to 10% fat", "Fine crumble", "Mild flavour"],
    bestUses: ["Tacos and lettuce wraps", "Cabbage rolls", "Stuffed peppers"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
  {
    slug: "ground-regular",
    characteristics: ["Up to 30% fat", "Full flavour", "Browns well"],
    bestUses: ["Smash burgers", "Chili", "Taco meat, drained"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
  {
    slug: "beef-burger-patties",
    characteristics: ["Six ounces each", "Ground from chuck", "Loosely formed"],
    bestUses: ["Backyard burgers", "Griddle cheeseburgers", "Patty melts"],
    packaging: "Separated by paper, four to a pack, vacuum-sealed and flash-frozen.",
  },
  {
    slug: "ground-brisket-blend",
    characteristics: ["Coarse grind", "About 20% fat", "Rich flavour"],
    bestUses: ["Thick pub burgers", "Chili con carne", "Bolognese"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
];
