/** Where a price comes from. */
export const priceSources = ["base", "list", "customer"] as const;
export type PriceSource = (typeof priceSources)[number];
