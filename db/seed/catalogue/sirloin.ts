import type { SeedProduct } from "./types.ts";

export const sirloinProducts: SeedProduct[] = [
  {
    slug: "top-sirloin-steak",
    name: "Top Sirloin Steak",
    category: "sirloin",
    cutType: "Top sirloin",
    otherNames: "Sirloin steak, Rump steak, Baseball steak",
    description:
      "Our weeknight steak: lean, close-grained, firmer than the loin and fuller in taste. Medium-rare suits it best, since there is little fat to protect it beyond medium.",
    pricePerLb: "14.99",
  },
  {
    slug: "picanha",
    name: "Picanha",
    category: "sirloin",
    cutType: "Top sirloin cap",
    otherNames: "Coulotte, Sirloin cap, Rump cap",
    description:
      "The cap of the top sirloin, sold under its Brazilian name with the fat left on. Score the fat and roast it whole, or cut thick steaks with the grain, fold them onto skewers and carve the other way.",
    pricePerLb: "16.99",
  },
  {
    slug: "tri-tip-roast",
    name: "Tri-Tip Roast",
    category: "sirloin",
    cutType: "Tri-tip",
    otherNames: "Santa Maria roast, Bottom sirloin roast",
    description:
      "A small triangular roast from the bottom sirloin, quick enough for a Tuesday. Its grain turns partway along; find that line, cut the roast in two there, and slice each half across.",
    pricePerLb: "15.99",
  },
  {
    slug: "bavette-steak",
    name: "Bavette Steak",
    category: "sirloin",
    cutType: "Sirloin flap",
    otherNames: "Flap steak, Flap meat",
    description:
      "French bistros have long known about the flap of the bottom sirloin. The fibres are long and loose, so a marinade goes in quickly and a very hot pan browns every ridge. Slice it thin, across.",
    pricePerLb: "17.99",
  },
];
