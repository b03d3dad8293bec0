/** Where a price comes from. */
const priceSources = ["base", "list", "customer"] as const;
export type PriceSource = (typeof priceSources)[number];

/** Where the price of an order's line comes from: also from staff, for that line alone. */
export const linePriceSources = [...priceSources, "desk"] as const;
export type LinePriceSource = (typeof linePriceSources)[number];
