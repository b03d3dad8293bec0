import { type CookingFacts, readings } from "../cooking-facts.ts";

export const sirloinCooking: CookingFacts[] = [
  {
    slug: "top-sirloin-steak",
    name: "Top Sirloin Steak",
    category: "sirloin",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "4 to 5 minutes a side, hot, at 1 inch thick",
    restTime: "5 minutes",
    methods: ["Grill", "Pan"],
  },
  {
    slug: "picanha",
    name: "Picanha",
    category: "sirloin",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "About 45 minutes at 150 °C (300 °F), fat side seared first",
    restTime: "15 minutes",
    methods: ["Oven roast", "Grill"],
  },
  {
    slug: "tri-tip-roast",
    name: "Tri-Tip Roast",
    category: "sirloin",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "30 to 40 minutes at 175 °C (350 °F), seared first",
    restTime: "15 minutes",
    methods: ["Oven roast", "Grill", "Reverse sear"],
  },
  {
    slug: "bavette-steak",
    name: "Bavette Steak",
    category: "sirloin",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "3 to 4 minutes a side in a very hot pan",
    restTime: "8 minutes",
    methods: ["Marinate", "Cast iron", "Grill"],
  },
];
