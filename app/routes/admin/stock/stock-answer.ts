import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export const stockIntents = [
  "tracking",
  "count",
  "waste",
  "incoming",
  "arrived",
  "remove",
  "take-back",
] as const;
export type StockIntent = (typeof stockIntents)[number];

/** The answer to one of them unless it redirects. */
export type StockAnswer = FormAnswer & { intent?: StockIntent | undefined };
