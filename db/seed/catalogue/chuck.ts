import type { SeedProduct } from "./types.ts";

export const chuckProducts: SeedProduct[] = [
  {
    slug: "chuck-blade-steak",
    name: "Chuck Blade Steak",
    category: "chuck",
    cutType: "Blade steak",
    otherNames: "Chuck steak, Braising steak",
    description:
      "Several shoulder muscles in one slice, well marbled, with a seam of connective tissue running between them. Two hours in a covered pan turns that seam to gelatin and thickens the sauce.",
    pricePerLb: "11.99",
  },
  {
    slug: "chuck-blade-roast",
    name: "Chuck Blade Roast",
    category: "chuck",
    cutType: "Blade roast",
    otherNames: "Pot roast, Chuck roast, Braising roast",
    description:
      "A pot roast for a cold Sunday. The blade end of the shoulder is full of fat and collagen, and three to four hours in a low oven melt both into the gravy.",
    pricePerLb: "10.99",
  },
  {
    slug: "cross-rib-roast",
    name: "Cross Rib Roast",
    category: "chuck",
    cutType: "Cross rib roast",
    otherNames: "Shoulder clod roast, Pot roast",
    description:
      "From the lower shoulder, leaner than blade and tidy enough to carve. Roast it slowly to medium-rare and slice it thin, or keep going with a little stock until a fork slides in.",
    pricePerLb: "11.49",
  },
  {
    slug: "flat-iron-steak",
    name: "Flat Iron Steak",
    category: "chuck",
    cutType: "Top blade steak",
    otherNames: "Top blade steak, Oyster blade steak",
    description:
      "Top blade with its tough inner membrane filleted out, which leaves a flat steak of even thickness. Of the muscles a butcher can cut into steaks, only the tenderloin is reliably softer.",
    pricePerLb: "13.99",
  },
  {
    slug: "denver-steak",
    name: "Denver Steak",
    category: "chuck",
    cutType: "Under blade steak",
    otherNames: "Zabuton, Chuck flap steak",
    description:
      "It lies beneath the shoulder blade and carries more marbling than its price suggests. Grill it over high heat, leave it pink, and cut across the grain, which is easy to see.",
    pricePerLb: "13.49",
  },
  {
    slug: "beef-short-ribs",
    name: "Beef Short Ribs",
    category: "chuck",
    cutType: "Short ribs",
    otherNames: "English-cut ribs, Braising ribs, Galbi",
    description:
      "English cut: one thick rib to a piece, with layers of meat and fat stacked over the bone. They ask for three hours in wine or stock, and the bone lifts out clean when they are done.",
    pricePerLb: "12.99",
  },
];
