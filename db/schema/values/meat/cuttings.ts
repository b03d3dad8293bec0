/** By what the cost of what was cut is carried down to what came of it. */
export const costBases = ["value", "weight"] as const;
export type CostBasis = (typeof costBases)[number];
