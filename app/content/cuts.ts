/** A butcher's facts about a cut, for the product page and the cuts guide. */
export interface CutFacts {
  /** The product's slug, also the cut key of its image mapping. */
  slug: string;
  /** Two to four short phrases: flavour, tenderness, marbling, grain. */
  characteristics: string[];
  /** Two to four dishes or methods. */
  bestUses: string[];
  /** Only where it differs from the shop's usual packaging. */
  packaging?: string;
  /** For example "1¼ in"; only for cuts with one usual thickness. */
  thickness?: string;
  /** The usual weight of one piece; only for products sold by the pound. */
  ounces?: number;
}

const cuts: Record<string, Omit<CutFacts, "slug">> = {
  "chuck-blade-steak": {
    characteristics: ["Deep beef flavour", "Well marbled", "Firm until cooked slowly"],
    bestUses: ["Braised steak and onions", "Slow cooker", "Long marinade, then the grill"],
  },
  "chuck-blade-roast": {
    characteristics: ["Rich, full flavour", "Generous marbling", "Falls apart when braised"],
    bestUses: ["Pot roast with root vegetables", "Shredded beef for sandwiches", "French dip"],
  },
  "cross-rib-roast": {
    characteristics: ["Lean for a shoulder cut", "Coarse, open grain", "Robust flavour"],
    bestUses: ["Slow oven roast", "Pot roast", "Rotisserie"],
  },
  "flat-iron-steak": {
    characteristics: ["Very tender", "Even thickness", "Fine marbling", "Pronounced beef flavour"],
    bestUses: ["Hot grill or cast iron", "Steak salad", "Steak frites"],
    thickness: "1 in",
    ounces: 8,
  },
  "denver-steak": {
    characteristics: ["Heavily marbled", "Tender when left pink", "Visible, even grain"],
    bestUses: ["High-heat grilling", "Pan-searing with butter", "Sliced for rice bowls"],
    thickness: "1 in",
    ounces: 6,
  },
  "beef-short-ribs": {
    characteristics: ["Very rich", "Layered meat and fat", "Silky once braised"],
    bestUses: ["Red wine braise", "Smoked beef ribs", "Ragù for wide noodles"],
    packaging: "Vacuum-sealed in heavy bone-guard bags and flash-frozen.",
  },
  "prime-rib-roast": {
    characteristics: ["Abundant marbling", "Tender eye, richer cap", "Bone-in"],
    bestUses: ["Holiday roast with Yorkshire pudding", "Reverse sear", "Rotisserie over charcoal"],
    packaging: "Vacuum-sealed in a heavy bone-guard bag and flash-frozen.",
  },
  "ribeye-steak": {
    characteristics: ["Generous marbling", "Rich flavour", "Tender throughout"],
    bestUses: ["Charcoal grill", "Cast iron with butter and thyme", "Reverse sear"],
    thickness: "1¼ in",
    ounces: 14,
  },
  "tomahawk-steak": {
    characteristics: ["About two inches thick", "Long frenched rib", "Heavily marbled"],
    bestUses: ["Reverse sear", "Charcoal grill, two zones", "Carved at the table to share"],
    packaging: "Individually vacuum-sealed with the bone wrapped, and flash-frozen.",
    thickness: "2 in",
  },
  "beef-back-ribs": {
    characteristics: ["Ribeye flavour", "Meat between the bones", "Best eaten by hand"],
    bestUses: ["Low and slow in the smoker", "Oven ribs with a dry rub", "Beef stock"],
    packaging: "Vacuum-sealed as a rack in a heavy bone-guard bag and flash-frozen.",
  },
  "striploin-steak": {
    characteristics: ["Fine, straight grain", "Firm, tender bite", "Fat along one edge"],
    bestUses: ["Hot grill", "Cast iron", "Steak au poivre"],
    thickness: "1¼ in",
    ounces: 14,
  },
  "t-bone-steak": {
    characteristics: ["Two steaks in one", "Bone-in", "Balanced marbling"],
    bestUses: ["Charcoal grill", "Oven broiler", "Pan sear, oven finish"],
    packaging: "Vacuum-sealed in heavy bone-guard bags and flash-frozen.",
    thickness: "1¼ in",
    ounces: 20,
  },
  "porterhouse-steak": {
    characteristics: ["Large tenderloin side", "Thick, bone-in cut", "Enough for two"],
    bestUses: ["Bistecca alla fiorentina", "Reverse sear", "Charcoal grill"],
    packaging: "Individually vacuum-sealed in a heavy bone-guard bag and flash-frozen.",
    thickness: "1½ in",
  },
  "tenderloin-steak": {
    characteristics: ["Most tender of all cuts", "Lean", "Mild flavour", "Very fine grain"],
    bestUses: [
      "Pan-seared with butter",
      "Peppercorn or Béarnaise sauce",
      "Bacon-wrapped on the grill",
    ],
    thickness: "1½ in",
    ounces: 7,
  },
  "tenderloin-roast": {
    characteristics: ["Exceptionally tender", "Even thickness", "Lean, no waste"],
    bestUses: [
      "Chateaubriand for two or more",
      "Beef Wellington",
      "Whole roast for a dinner party",
    ],
  },
  "top-sirloin-steak": {
    characteristics: ["Lean", "Firm, close grain", "Full beef flavour"],
    bestUses: ["Weeknight grilling", "Pan-seared steak dinners", "Steak sandwiches"],
    thickness: "1 in",
    ounces: 12,
  },
  picanha: {
    characteristics: ["Thick fat cap", "Tender, open grain", "Robust flavour"],
    bestUses: ["Churrasco skewers", "Whole on the rotisserie", "Reverse-seared roast"],
  },
  "tri-tip-roast": {
    characteristics: [
      "Lean with light marbling",
      "Grain changes direction",
      "Cooks in under an hour",
    ],
    bestUses: ["Santa Maria barbecue", "Reverse sear", "Sliced for sandwiches"],
  },
  "bavette-steak": {
    characteristics: ["Loose, open grain", "Takes marinades well", "Bold flavour"],
    bestUses: ["Steak frites with shallots", "Carne asada", "Grilled steak salad"],
  },
  "inside-round-roast": {
    characteristics: ["Very lean", "Firm texture", "Clean beef flavour"],
    bestUses: ["Sunday roast beef", "Deli-style sandwiches", "Beef jerky"],
  },
  "eye-of-round-roast": {
    characteristics: ["Very lean", "Fine, straight grain", "Uniform slices"],
    bestUses: ["Low-oven roast beef", "Vietnamese pho, sliced thin", "Beef jerky"],
  },
  "sirloin-tip-roast": {
    characteristics: ["Lean", "Tender for the round", "Mild beef flavour"],
    bestUses: ["Oven roast with pan gravy", "Rotisserie", "Cubed for kabobs"],
  },
  "inside-round-steak": {
    characteristics: ["Very lean", "Firm grain", "Good with a marinade"],
    bestUses: ["Marinated and broiled", "Rouladen", "Swiss steak"],
  },
  "whole-brisket": {
    characteristics: ["Fat cap on", "Lean flat, marbled point", "Soft after long cooking"],
    bestUses: ["Texas-style smoked brisket", "Montréal-style smoked meat", "Burnt ends"],
    packaging:
      "One whole brisket, vacuum-sealed and flash-frozen. Allow three to four days to thaw in the refrigerator.",
  },
  "brisket-flat": {
    characteristics: ["Leaner than the point", "Long, straight grain", "Slices neatly"],
    bestUses: ["Braised holiday brisket", "Corned beef", "Smoked and sliced"],
  },
  "flank-steak": {
    characteristics: ["Lean", "Long, visible grain", "Bold flavour"],
    bestUses: ["Marinated and grilled", "Fajitas and tacos", "Stir-fried with ginger"],
  },
  "skirt-steak": {
    characteristics: ["Thin", "Coarse grain", "Intense beef flavour"],
    bestUses: ["Carne asada", "Fajitas", "Chimichurri steak"],
  },
  "beef-shank": {
    characteristics: ["Lean, gelatinous meat", "Marrow bone in each slice", "Deep flavour"],
    bestUses: ["Osso buco", "Beef soup and broth", "Beef bourguignon"],
    packaging: "Vacuum-sealed in heavy bone-guard bags and flash-frozen.",
  },
  oxtail: {
    characteristics: ["High in gelatin", "Very rich", "Bone-in pieces"],
    bestUses: ["Jamaican oxtail stew", "Oxtail soup", "Korean kkori gomtang"],
    packaging: "Cut in pieces, vacuum-sealed in heavy bone-guard bags and flash-frozen.",
  },
  "beef-tongue": {
    characteristics: ["Fine, dense texture", "Rich", "Sold whole, skin on"],
    bestUses: ["Tacos de lengua", "Gyutan, sliced and grilled", "Cold cuts with mustard"],
    packaging: "One whole tongue, vacuum-sealed and flash-frozen.",
  },
  "marrow-bones": {
    characteristics: ["Full of marrow", "Little to no meat", "Adds body to stock"],
    bestUses: ["Roasted marrow on toast", "Bone broth", "Base for pho"],
    packaging: "Several bones to a heavy bone-guard bag, flash-frozen.",
  },
  "beef-stew": {
    characteristics: ["Cut from chuck", "Even cubes", "Tender after slow cooking"],
    bestUses: ["Beef stew", "Beef and barley soup", "Curry", "Slow cooker"],
  },
  "beef-stir-fry-strips": {
    characteristics: ["Lean", "Thin, even strips", "Ready in minutes"],
    bestUses: ["Beef and broccoli", "Chow mein", "Beef stroganoff"],
  },
  "sirloin-kabobs": {
    characteristics: ["Lean and firm", "Uniform cubes", "Cut from top sirloin"],
    bestUses: ["Grilled skewers", "Shish kebab", "Fondue"],
  },
  "fajita-strips": {
    characteristics: ["Cut from sirloin", "Thicker than stir-fry strips", "Good with a marinade"],
    bestUses: ["Fajitas", "Burrito bowls", "Philly-style sandwiches"],
  },
  "shaved-beef": {
    characteristics: ["Paper-thin slices", "Well marbled", "Cooks in seconds"],
    bestUses: ["Shabu-shabu and hot pot", "Bulgogi", "Cheesesteak"],
    packaging: "Laid flat between sheets, vacuum-sealed and flash-frozen.",
  },
  "korean-short-ribs": {
    characteristics: ["Thin, cross-cut strips", "Rich and well marbled", "Pleasantly chewy"],
    bestUses: ["Kalbi on the grill", "Maui ribs", "Broiled with a soy glaze"],
    packaging: "Laid flat in heavy bone-guard bags, vacuum-sealed and flash-frozen.",
  },
  "ground-lean": {
    characteristics: ["Up to 17% fat", "Everyday grind", "Balanced flavour"],
    bestUses: ["Meat sauce", "Meatballs and meat loaf", "Shepherd's pie"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
  "ground-extra-lean": {
    characteristics: ["Up to 10% fat", "Fine crumble", "Mild flavour"],
    bestUses: ["Tacos and lettuce wraps", "Cabbage rolls", "Stuffed peppers"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
  "ground-regular": {
    characteristics: ["Up to 30% fat", "Full flavour", "Browns well"],
    bestUses: ["Smash burgers", "Chili", "Taco meat, drained"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
  "beef-burger-patties": {
    characteristics: ["Six ounces each", "Ground from chuck", "Loosely formed"],
    bestUses: ["Backyard burgers", "Griddle cheeseburgers", "Patty melts"],
    packaging: "Separated by paper, four to a pack, vacuum-sealed and flash-frozen.",
    ounces: 6,
  },
  "ground-brisket-blend": {
    characteristics: ["Coarse grind", "About 20% fat", "Rich flavour"],
    bestUses: ["Thick pub burgers", "Chili con carne", "Bolognese"],
    packaging: "Vacuum-sealed flat in one-pound packs for quick thawing, and flash-frozen.",
  },
};

const cutsBySlug = new Map<string, CutFacts>(
  Object.entries(cuts).map(([slug, facts]) => [slug, { slug, ...facts }]),
);

/** The slugs of the opening catalogue's cuts, in its order; each has an image mapping. */
export const cutKeys: readonly string[] = Object.keys(cuts);

/**
 * Returns a cut's facts; `undefined` for a product added after the opening catalogue.
 *
 * @param slugs the product's current slug, then its former ones
 */
export function factsForCut(...slugs: string[]): CutFacts | undefined {
  return slugs.map((slug) => cutsBySlug.get(slug)).find(Boolean);
}

/** Defaults for facts missing from the catalogue. */
export const productDefaults = {
  weight: "Varies by cut",
  grade: "AAA",
  source: "Canadian",
  packaging: "Vacuum-sealed and flash-frozen for freshness.",
};
