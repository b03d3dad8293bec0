import { type Cents, decimalOf, hundredthsIn } from "./units.ts";

/**
 * Money in integer cents, so that sums never use floating point. Dollars only appear at the edges:
 * database text, storage, the screen. Weights are in weight.ts.
 */

/** Converts a dollar amount to cents. @throws RangeError unless it has at most two decimals */
export function toCents(dollars: string | number): Cents {
  return hundredthsIn(dollars);
}

/** Converts cents to dollars without currency sign, as in the database: 2499 → "24.99". */
export function toDollars(cents: Cents): string {
  return decimalOf(cents);
}

const dollarsFormat = new Intl.NumberFormat("en-CA", {
  style: "currency",
  currency: "CAD",
  currencyDisplay: "narrowSymbol",
});

/** Formats cents: 123456 → "$1,234.56". */
export function formatCents(cents: Cents): string {
  // Formatting the exact decimal text keeps amounts beyond 2^53 / 100 exact to the cent.
  return dollarsFormat.format(toDollars(cents) as `${number}`);
}

/** Formats dollars as stored: "1234.56" → "$1,234.56". */
export function formatDollars(dollars: string): string {
  return formatCents(toCents(dollars));
}

/** Formats a price: 2499 cents → "$24.99/lb". */
export function formatPricePerLb(cents: Cents): string {
  return `$${toDollars(cents)}/lb`;
}
