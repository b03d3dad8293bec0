import { type CookingFacts, readings } from "../cooking-facts.ts";

export const brisketCooking: CookingFacts[] = [
  {
    slug: "whole-brisket",
    name: "Whole Beef Brisket",
    category: "other",
    ...readings.falling,
    safe: "whole",
    cookTime: "10 to 16 hours at 110 °C (225 °F)",
    restTime: "1 hour, wrapped",
    methods: ["Smoke"],
  },
  {
    slug: "brisket-flat",
    name: "Brisket Flat",
    category: "other",
    ...readings.forkTender,
    safe: "whole",
    cookTime: "3 to 4 hours, covered, at 150 °C (300 °F)",
    restTime: "30 minutes, or overnight in its juice",
    methods: ["Braise", "Smoke"],
  },
];
