import type { CutFacts } from "../cut-facts.ts";

export const sirloinCuts: CutFacts[] = [
  {
    slug: "top-sirloin-steak",
    characteristics: ["Lean", "Firm, close grain", "Full beef flavour"],
    bestUses: ["Weeknight grilling", "Pan-seared steak dinners", "Steak sandwiches"],
  },
  {
    slug: "picanha",
    characteristics: ["Thick fat cap", "Tender, open grain", "Robust flavour"],
    bestUses: ["Churrasco skewers", "Whole on the rotisserie", "Reverse-seared roast"],
  },
  {
    slug: "tri-tip-roast",
    characteristics: [
      "Lean with light marbling",
      "Grain changes direction",
      "Cooks in under an hour",
    ],
    bestUses: ["Santa Maria barbecue", "Reverse sear", "Sliced for sandwiches"],
  },
  {
    slug: "bavette-steak",
    characteristics: ["Loose, open grain", "Takes marinades well", "Bold flavour"],
    bestUses: ["Steak frites with shallots", "Carne asada", "Grilled steak salad"],
  },
];
