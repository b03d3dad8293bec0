import type { CutFacts } from "../cut-facts.ts";

export const primeRibCuts: CutFacts[] = [
  {
    slug: "prime-rib-roast",
    characteristics: ["Abundant marbling", "Tender eye, richer cap", "Bone-in"],
    bestUses: ["Holiday roast with Yorkshire pudding", "Reverse sear", "Rotisserie over charcoal"],
    packaging: "Vacuum-sealed in a heavy bone-guard bag and flash-frozen.",
  },
  {
    slug: "ribeye-steak",
    characteristics: ["Generous marbling", "Rich flavour", "Tender throughout"],
    bestUses: ["Charcoal grill", "Cast iron with butter and thyme", "Reverse sear"],
  },
  {
    slug: "tomahawk-steak",
    characteristics: ["About two inches thick", "Long frenched rib", "Heavily marbled"],
    bestUses: ["Reverse sear", "Charcoal grill, two zones", "Carved at the table to share"],
    packaging: "Individually vacuum-sealed with the bone wrapped, and flash-frozen.",
  },
  {
    slug: "beef-back-ribs",
    characteristics: ["Ribeye flavour", "Meat between the bones", "Best eaten by hand"],
    bestUses: ["Low and slow in the smoker", "Oven ribs with a dry rub", "Beef stock"],
    packaging: "Vacuum-sealed as a rack in a heavy bone-guard bag and flash-frozen.",
  },
];
