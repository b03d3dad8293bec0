/**
 * How a weight came in; `derived` is the price on a label by the label's own price per lb or kg,
 * `assumed` the ordered one, of an order fulfilled without weighing.
 */
export const packageSources = ["typed", "ean", "gs1", "scale", "derived", "assumed"] as const;
export type PackageSource = (typeof packageSources)[number];

/** What a scale or a label says a weight in. */
export const weightUnits = ["kg", "lb"] as const;
export type WeightUnit = (typeof weightUnits)[number];
