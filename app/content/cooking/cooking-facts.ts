import type { SafeCooking } from "../food-safety.ts";

/** A temperature in both scales; °F rounded as cooks do. */
export interface Temperature {
  celsius: number;
  fahrenheit: number;
}

/** The badges of the cuts guide. */
export type CookingMethod =
  | "Braise"
  | "Broil"
  | "Cast iron"
  | "Grill"
  | "Hot pot"
  | "Marinate"
  | "Oven roast"
  | "Pan"
  | "Pot roast"
  | "Reverse sear"
  | "Simmer"
  | "Slow cooker"
  | "Slow roast"
  | "Smoke"
  | "Stew"
  | "Wok";

/** How to cook one cut, shown in the cuts guide beside its `CutFacts`. */
export interface CookingFacts {
  /** The chef's target temperature at the centre when the meat comes off the heat. */
  target: Temperature;
  /** The target in words, such as `medium-rare`. */
  doneness: string;
  /** Which of Health Canada's minimums applies. */
  safe: SafeCooking;
  cookTime: string;
  restTime: string;
  methods: CookingMethod[];
}

const at = (celsius: number, fahrenheit: number): Temperature => ({ celsius, fahrenheit });

/** Target temperatures shared by several cuts. */
export const readings = {
  rare: { target: at(52, 125), doneness: "rare to medium-rare" },
  mediumRare: { target: at(54, 130), doneness: "medium-rare" },
  medium: { target: at(57, 135), doneness: "medium-rare to medium" },
  justCooked: { target: at(63, 145), doneness: "just cooked through" },
  cookedThrough: { target: at(71, 160), doneness: "cooked through" },
  forkTender: { target: at(93, 200), doneness: "fork-tender" },
  falling: { target: at(95, 203), doneness: "a probe slides in" },
};

/** Keeps a figure and its degree sign on one line: `63 °C` never breaks in the middle. */
export function holdUnits(text: string): string {
  return text.replaceAll(/(\d) (°[CF])/g, "$1\u00a0$2");
}
