/** Pounds in a kilogram, from the exact international pound of 0.45359237 kg. */
const lbPerKg = 1 / 0.45359237;

/**
 * Price per kilogram in whole cents of a price per pound, shown beside it where shoppers compare.
 * Only ever displayed, never charged.
 */
export function centsPerKg(centsPerLb: number): number {
  return Math.round(centsPerLb * lbPerKg);
}

const quantityFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** A weight for people: 2.5 → "2.5 lb". */
export function formatLb(quantity: number): string {
  return `${quantityFormat.format(quantity)} lb`;
}
