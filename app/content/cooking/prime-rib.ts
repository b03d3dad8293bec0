import { type CookingFacts, readings } from "../cooking-facts.ts";

export const primeRibCooking: CookingFacts[] = [
  {
    slug: "prime-rib-roast",
    name: "Prime Rib Roast",
    category: "prime-rib",
    ...readings.rare,
    safe: "whole",
    cookTime: "About 18 minutes per lb at 165 °C (325 °F)",
    restTime: "30 minutes",
    methods: ["Oven roast", "Reverse sear"],
  },
  {
    slug: "ribeye-steak",
    name: "Ribeye Steak",
    category: "prime-rib",
    ...readings.medium,
    safe: "whole",
    cookTime: "4 to 5 minutes a side, hot, at 1¼ inches thick",
    restTime: "5 to 10 minutes",
    methods: ["Grill", "Cast iron", "Reverse sear"],
  },
  {
    slug: "tomahawk-steak",
    name: "Tomahawk Steak",
    category: "prime-rib",
    ...readings.mediumRare,
    safe: "whole",
    cookTime: "About 45 minutes at 120 °C (250 °F), then 2 minutes a side over fierce heat",
    restTime: "10 minutes",
    methods: ["Reverse sear", "Grill"],
  },
  {
    slug: "beef-back-ribs",
    name: "Beef Back Ribs",
    category: "prime-rib",
    ...readings.forkTender,
    safe: "whole",
    cookTime: "3 to 4 hours at 135 °C (275 °F)",
    restTime: "15 minutes",
    methods: ["Smoke", "Slow roast"],
  },
];
