import { type CookingFacts, readings } from "../cooking-facts.ts";

export const roundCooking: CookingFacts[] = [
  {
    slug: "inside-round-roast",
    name: "Inside Round Roast",
    category: "round",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "25 to 30 minutes per lb at 135 °C (275 °F)",
    restTime: "20 minutes",
    methods: ["Slow roast"],
  },
  {
    slug: "eye-of-round-roast",
    name: "Eye of Round Roast",
    category: "round",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "About 30 minutes per lb at 120 °C (250 °F)",
    restTime: "20 minutes",
    methods: ["Slow roast"],
  },
  {
    slug: "sirloin-tip-roast",
    name: "Sirloin Tip Roast",
    category: "round",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "About 25 minutes per lb at 150 °C (300 °F)",
    restTime: "15 to 20 minutes",
    methods: ["Oven roast"],
  },
  {
    slug: "inside-round-steak",
    name: "Inside Round Steak",
    category: "round",
    ...readings.medium,
    safe: "whole",
    cookTime: "4 to 5 minutes a side, after a night in the marinade",
    restTime: "5 minutes",
    methods: ["Marinate", "Broil"],
  },
];
