import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

/** What the forms of a product's stock do. */
export const stockDeeds = [
  "tracking",
  "count",
  "waste",
  "incoming",
  "arrived",
  "remove",
  "take-back",
] as const;
export type StockDeed = (typeof stockDeeds)[number];

/** The answer to one of them when it doesn't redirect. */
export type StockAnswer = FormAnswer & { deed?: StockDeed | undefined };
