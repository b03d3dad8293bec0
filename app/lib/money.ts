/**
 * Money in integer cents and weights in integer hundredths of a pound, so that sums never use
 * floating point. Dollars only appear at the edges: database text, storage, the screen.
 */

const dollarsPattern = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/**
 * Converts a dollar amount to cents: database text such as "24.99" or a JSON number such as 24.99.
 * Throws a RangeError unless it's a finite amount with at most two decimals.
 */
export function toCents(dollars: string | number): number {
  // A JSON number prints its shortest form, so 24.99 reads back as exactly "24.99".
  const match = dollarsPattern.exec(String(dollars));
  if (!match) throw new RangeError(`Not an amount in dollars: ${dollars}`);
  const [, sign, whole = "0", fraction = ""] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Amount out of range: ${dollars}`);
  return sign && cents > 0 ? -cents : cents;
}

/**
 * Converts cents to dollars with two decimals, without currency sign or grouping, as in the
 * database: 2499 → "24.99".
 */
export function toDollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const dollarsFormat = new Intl.NumberFormat("en-CA", {
  style: "currency",
  currency: "CAD",
  currencyDisplay: "narrowSymbol",
});

/** Formats cents: 123456 → "$1,234.56". */
export function formatCents(cents: number): string {
  // Formatting the exact decimal text keeps amounts beyond 2^53 / 100 true to the cent.
  return dollarsFormat.format(toDollars(cents) as `${number}`);
}

/** Formats a price: 2499 cents → "$24.99/lb" (specification, section 1). */
export function formatPricePerLb(cents: number): string {
  return `$${toDollars(cents)}/lb`;
}
