import type { CutFacts } from "../cut-facts.ts";

export const roundCuts: CutFacts[] = [
  {
    slug: "inside-round-roast",
    characteristics: ["Very lean", "Firm texture", "Clean beef flavour"],
    bestUses: ["Sunday roast beef", "Deli-style sandwiches", "Beef jerky"],
  },
  {
    slug: "eye-of-round-roast",
    characteristics: ["Very lean", "Fine, straight grain", "Uniform slices"],
    bestUses: ["Low-oven roast beef", "Vietnamese pho, sliced thin", "Beef jerky"],
  },
  {
    slug: "sirloin-tip-roast",
    characteristics: ["Lean", "Tender for the round", "Mild beef flavour"],
    bestUses: ["Oven roast with pan gravy", "Rotisserie", "Cubed for kabobs"],
  },
  {
    slug: "inside-round-steak",
    characteristics: ["Very lean", "Firm grain", "Good with a marinade"],
    bestUses: ["Marinated and broiled", "Rouladen", "Swiss steak"],
  },
];
