/** The basis for allocating the cost of a cutting's input to its outputs. */
export const costBases = ["value", "weight"] as const;
export type CostBasis = (typeof costBases)[number];
