import type { SeedProduct } from "./types.ts";

export const primeRibProducts: SeedProduct[] = [
  {
    slug: "prime-rib-roast",
    name: "Prime Rib Roast",
    category: "prime-rib",
    cutType: "Standing rib roast",
    otherNames: "Standing rib roast, Rib roast, Christmas roast",
    description:
      "The rib section whole, bones in, so the roast stands on its own rack while the fat above bastes it. Prime is the name of the cut; the grade is AAA. Carve it off the bones first, then slice.",
    pricePerLb: "22.99",
  },
  {
    slug: "ribeye-steak",
    name: "Ribeye Steak",
    category: "prime-rib",
    cutType: "Rib eye steak",
    otherNames: "Rib eye, Scotch fillet, Delmonico, Rib steak, Entrecôte",
    description:
      "A smooth eye, a looser cap curling round it, and a pocket of fat where the two meet. No steak on our list is more generously marbled; salt it early and let a hot pan do the rest.",
    pricePerLb: "27.99",
  },
  {
    slug: "tomahawk-steak",
    name: "Tomahawk Steak",
    category: "prime-rib",
    cutType: "Bone-in rib steak",
    otherNames: "Cowboy steak, Bone-in ribeye, Côte de bœuf",
    description:
      "A rib steak about two inches thick with the whole rib left on and scraped clean. Bring it up gently in a low oven, then finish it over the fiercest heat you have. One will feed two or three people.",
    pricePerLb: "25.99",
  },
  {
    slug: "beef-back-ribs",
    name: "Beef Back Ribs",
    category: "prime-rib",
    cutType: "Back ribs",
    otherNames: "Rib bones, Finger ribs",
    description:
      "These are the bones we lift away to make boneless ribeyes. The meat sits between them and tastes every bit of where it came from; a few hours of smoke or a covered oven will loosen it.",
    pricePerLb: "7.99",
  },
];
