import type { CutFacts } from "../cut-facts.ts";

export const preCutCuts: CutFacts[] = [
  {
    slug: "beef-stew",
    characteristics: ["Cut from chuck", "Even cubes", "Tender after slow cooking"],
    bestUses: ["Beef stew", "Beef and barley soup", "Curry", "Slow cooker"],
  },
  {
    slug: "beef-stir-fry-strips",
    characteristics: ["Lean", "Thin, even strips", "Ready in minutes"],
    bestUses: ["Beef and broccoli", "Chow mein", "Beef stroganoff"],
  },
  {
    slug: "sirloin-kabobs",
    characteristics: ["Lean and firm", "Uniform cubes", "Cut from top sirloin"],
    bestUses: ["Grilled skewers", "Shish kebab", "Fondue"],
  },
  {
    slug: "fajita-strips",
    characteristics: ["Cut from sirloin", "Thicker than stir-fry strips", "Good with a marinade"],
    bestUses: ["Fajitas", "Burrito bowls", "Philly-style sandwiches"],
  },
  {
    slug: "shaved-beef",
    characteristics: ["Paper-thin slices", "Well marbled", "Cooks in seconds"],
    bestUses: ["Shabu-shabu and hot pot", "Bulgogi", "Cheesesteak"],
    packaging: "Laid flat between sheets, vacuum-sealed and flash-frozen.",
  },
  {
    slug: "korean-short-ribs",
    characteristics: ["Thin, cross-cut strips", "Rich and well marbled", "Pleasantly chewy"],
    bestUses: ["Kalbi on the grill", "Maui ribs", "Broiled with a soy glaze"],
    packaging: "Laid flat in heavy bone-guard bags, vacuum-sealed and flash-frozen.",
  },
];
