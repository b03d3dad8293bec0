import type { SeedProduct } from "./types.ts";

export const preCutProducts: SeedProduct[] = [
  {
    slug: "beef-stew",
    name: "Stewing Beef",
    category: "pre-cuts",
    cutType: "Stew beef",
    otherNames: "Beef stew, Stew meat, Beef cubes, Diced beef, Braising beef",
    description:
      "Chuck in cubes of about an inch and a half, big enough to keep their shape through two hours of simmering. Pat them dry and brown them in small batches, because the gravy begins there.",
    pricePerLb: "10.99",
  },
  {
    slug: "beef-stir-fry-strips",
    name: "Beef Stir-Fry Strips",
    category: "pre-cuts",
    cutType: "Stir-fry beef",
    otherNames: "Stir fry, Stroganoff beef, Beef strips",
    description:
      "Lean round, sliced thin across the grain so a minute in the wok is enough. Cook a handful at a time, take it out while still pink, and return it once the vegetables are done.",
    pricePerLb: "12.99",
  },
  {
    slug: "sirloin-kabobs",
    name: "Sirloin Kabobs",
    category: "pre-cuts",
    cutType: "Kabob cubes",
    otherNames: "Kebabs, Shish kebab, Skewers, Brochettes",
    description:
      "Top sirloin, diced to one size so that a full skewer is done all at once. They take a yogurt or lemon marinade well; put the vegetables on skewers of their own, since those need longer.",
    pricePerLb: "15.99",
  },
  {
    slug: "fajita-strips",
    name: "Fajita Strips",
    category: "pre-cuts",
    cutType: "Fajita beef",
    otherNames: "Taco beef, Beef strips",
    description:
      "Longer and thicker than our stir-fry cut, from the sirloin. Toss with lime, chili and cumin for an hour, and tip them into smoking cast iron with the peppers and onions waiting beside it.",
    pricePerLb: "14.99",
  },
  {
    slug: "shaved-beef",
    name: "Shaved Beef",
    category: "pre-cuts",
    cutType: "Shabu-shabu beef",
    otherNames: "Hot pot beef, Sukiyaki beef, Cheesesteak beef, Bulgogi beef, Thin-sliced beef",
    description:
      "Marbled chuck, sliced half frozen to the thickness of a coin. Swish it through simmering broth for ten seconds, or heap it in a hot pan and it will be ready before the rice is.",
    pricePerLb: "14.99",
  },
  {
    slug: "korean-short-ribs",
    name: "Korean-Style Short Ribs",
    category: "pre-cuts",
    cutType: "Maui ribs",
    otherNames: "Kalbi, Galbi, LA ribs, Flanken ribs, Miami ribs",
    description:
      "Short ribs sawn thin across the bones, so each strip shows a row of small ovals. Kalbi to some, Maui ribs to others. Soak overnight in soy, pear and garlic, then grill three minutes a side.",
    pricePerLb: "15.99",
  },
];
