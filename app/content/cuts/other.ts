import type { CutFacts } from "../cut-facts.ts";

export const otherCuts: CutFacts[] = [
  {
    slug: "whole-brisket",
    characteristics: ["Fat cap on", "Lean flat, marbled point", "Soft after long cooking"],
    bestUses: ["Texas-style smoked brisket", "Montréal-style smoked meat", "Burnt ends"],
    packaging:
      "One whole brisket, vacuum-sealed and flash-frozen. Allow three to four days to thaw in the refrigerator.",
  },
  {
    slug: "brisket-flat",
    characteristics: ["Leaner than the point", "Long, straight grain", "Slices neatly"],
    bestUses: ["Braised holiday brisket", "Corned beef", "Smoked and sliced"],
  },
  {
    slug: "flank-steak",
    characteristics: ["Lean", "Long, visible grain", "Bold flavour"],
    bestUses: ["Marinated and grilled", "Fajitas and tacos", "Stir-fried with ginger"],
  },
  {
    slug: "skirt-steak",
    characteristics: ["Thin", "Coarse grain", "Intense beef flavour"],
    bestUses: ["Carne asada", "Fajitas", "Chimichurri steak"],
  },
  {
    slug: "beef-shank",
    characteristics: ["Lean, gelatinous meat", "Marrow bone in each slice", "Deep flavour"],
    bestUses: ["Osso buco", "Beef soup and broth", "Beef bourguignon"],
    packaging: "Vacuum-sealed in heavy bone-guard bags and flash-frozen.",
  },
  {
    slug: "oxtail",
    characteristics: ["High in gelatin", "Very rich", "Bone-in pieces"],
    bestUses: ["Jamaican oxtail stew", "Oxtail soup", "Korean kkori gomtang"],
    packaging: "Cut in pieces, vacuum-sealed in heavy bone-guard bags and flash-frozen.",
  },
  {
    slug: "beef-tongue",
    characteristics: ["Fine, dense texture", "Rich", "Sold whole, skin on"],
    bestUses: ["Tacos de lengua", "Gyutan, sliced and grilled", "Cold cuts with mustard"],
    packaging: "One whole tongue, vacuum-sealed and flash-frozen.",
  },
  {
    slug: "marrow-bones",
    characteristics: ["Full of marrow", "Little to no meat", "Adds body to stock"],
    bestUses: ["Roasted marrow on toast", "Bone broth", "Base for pho"],
    packaging: "Several bones to a heavy bone-guard bag, flash-frozen.",
  },
];
