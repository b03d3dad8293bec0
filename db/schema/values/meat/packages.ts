/**
 * How a weight was captured; `derived` is a label's price divided by the label's own price per lb
 * or kg, `assumed` the ordered weight of an order fulfilled without weighing.
 */
export const packageSources = ["typed", "ean", "gs1", "scale", "derived", "assumed"] as const;
export type PackageSource = (typeof packageSources)[number];

export const weightUnits = ["kg", "lb"] as const;
export type WeightUnit = (typeof weightUnits)[number];
