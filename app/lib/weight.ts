/** Pounds in a kilogram, from the exact international pound of 0.45359237 kg. */
const lbPerKg = 1 / 0.45359237;

/**
 * Converts a price per pound to a price per kilogram in whole cents, for comparison. Only
 * displayed, never charged.
 */
export function centsPerKg(centsPerLb: number): number {
  return Math.round(centsPerLb * lbPerKg);
}

const quantityFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** Formats a weight: 2.5 → "2.5 lb". */
export function formatLb(quantity: number): string {
  return `${quantityFormat.format(quantity)} lb`;
}
