import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";

export const underCostField = "underCost";

/** Dollars per lb, to be saved. */
export interface AskedPrice {
  productId: string;
  pricePerLb: string;
}

/** A price below the cost of the product's latest lot. */
export interface PriceUnderCost extends AskedPrice {
  name: string;
  costCentsPerLb: number;
}

/** Returns e.g. "Ribeye at $9.00/lb costs you $9.12/lb." and what to do about it. */
export function underCostInWords(under: readonly PriceUnderCost[]): string {
  const named = under.slice(0, 3).map(({ name, pricePerLb, costCentsPerLb }) => {
    const [price, cost] = [toCents(pricePerLb), costCentsPerLb].map(formatPricePerLb);
    return `${name} at ${price} costs you ${cost}`;
  });
  const more = under.length - named.length;
  const all = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
  return `${all}. Nothing was saved: correct the price, or tick that it is meant.`;
}
