import type { CutFacts } from "../cut-facts.ts";

export const loinCuts: CutFacts[] = [
  {
    slug: "striploin-steak",
    characteristics: ["Fine, straight grain", "Firm, tender bite", "Fat along one edge"],
    bestUses: ["Hot grill", "Cast iron", "Steak au poivre"],
  },
  {
    slug: "t-bone-steak",
    characteristics: ["Two steaks in one", "Bone-in", "Balanced marbling"],
    bestUses: ["Charcoal grill", "Oven broiler", "Pan sear, oven finish"],
    packaging: "Vacuum-sealed in heavy bone-guard bags and flash-frozen.",
  },
  {
    slug: "porterhouse-steak",
    characteristics: ["Large tenderloin side", "Thick, bone-in cut", "Enough for two"],
    bestUses: ["Bistecca alla fiorentina", "Reverse sear", "Charcoal grill"],
    packaging: "Individually vacuum-sealed in a heavy bone-guard bag and flash-frozen.",
  },
  {
    slug: "tenderloin-steak",
    characteristics: ["Most tender of all cuts", "Lean", "Mild flavour", "Very fine grain"],
    bestUses: [
      "Pan-seared with butter",
      "Peppercorn or Béarnaise sauce",
      "Bacon-wrapped on the grill",
    ],
  },
  {
    slug: "tenderloin-roast",
    characteristics: ["Exceptionally tender", "Even thickness", "Lean, no waste"],
    bestUses: [
      "Chateaubriand for two or more",
      "Beef Wellington",
      "Whole roast for a dinner party",
    ],
  },
];
