import type { SeedProduct } from "./types.ts";

export const roundProducts: SeedProduct[] = [
  {
    slug: "inside-round-roast",
    name: "Inside Round Roast",
    category: "round",
    cutType: "Inside round roast",
    otherNames: "Top round roast, Roast beef, Deli roast",
    description:
      "Lean beef from the inner hind leg, with hardly anything to trim. Roast it gently to medium-rare, let it cool completely, and slice it as thinly as your knife allows.",
    pricePerLb: "9.99",
  },
  {
    slug: "eye-of-round-roast",
    name: "Eye of Round Roast",
    category: "round",
    cutType: "Eye of round roast",
    otherNames: "Roast beef, Deli roast",
    description:
      "One long, round muscle with a straight grain, so it carves into neat discs all the way down. It has almost no fat inside: stop at medium-rare and keep the slices thin.",
    pricePerLb: "10.49",
  },
  {
    slug: "sirloin-tip-roast",
    name: "Sirloin Tip Roast",
    category: "round",
    cutType: "Sirloin tip roast",
    otherNames: "Knuckle roast, Roast beef, Round tip roast",
    description:
      "In spite of its name it belongs to the hip, from the front of the leg where it meets the sirloin. Few roasts from the round are as tender, and none needs less fuss than this with garlic and a slow oven.",
    pricePerLb: "10.99",
  },
  {
    slug: "inside-round-steak",
    name: "Inside Round Steak",
    category: "round",
    cutType: "Inside round steak",
    otherNames: "Top round steak, Minute steak, London broil, Swiss steak",
    description:
      "Broad, lean steaks that reward planning. Marinate overnight with vinegar or citrus, broil no further than medium, then carve thin on a slant; or pound one flat and roll it around bacon and pickle.",
    pricePerLb: "10.99",
  },
];
