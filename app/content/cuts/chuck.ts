import type { CutFacts } from "../cut-facts.ts";

export const chuckCuts: CutFacts[] = [
  {
    slug: "chuck-blade-steak",
    characteristics: ["Deep beef flavour", "Well marbled", "Firm until cooked slowly"],
    bestUses: ["Braised steak and onions", "Slow cooker", "Long marinade, then the grill"],
  },
  {
    slug: "chuck-blade-roast",
    characteristics: ["Rich, full flavour", "Generous marbling", "Falls apart when braised"],
    bestUses: ["Pot roast with root vegetables", "Shredded beef for sandwiches", "French dip"],
  },
  {
    slug: "cross-rib-roast",
    characteristics: ["Lean for a shoulder cut", "Coarse, open grain", "Robust flavour"],
    bestUses: ["Slow oven roast", "Pot roast", "Rotisserie"],
  },
  {
    slug: "flat-iron-steak",
    characteristics: ["Very tender", "Even thickness", "Fine marbling", "Pronounced beef flavour"],
    bestUses: ["Hot grill or cast iron", "Steak salad", "Steak frites"],
  },
  {
    slug: "denver-steak",
    characteristics: ["Heavily marbled", "Tender when left pink", "Visible, even grain"],
    bestUses: ["High-heat grilling", "Pan-searing with butter", "Sliced for rice bowls"],
  },
  {
    slug: "beef-short-ribs",
    characteristics: ["Very rich", "Layered meat and fat", "Silky once braised"],
    bestUses: ["Red wine braise", "Smoked beef ribs", "Ragù for wide noodles"],
    packaging: "Vacuum-sealed in heavy bone-guard bags and flash-frozen.",
  },
];
