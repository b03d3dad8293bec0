/**
 * A plain number passes as cents, so that sums need no conversion, but not as hundredths of a
 * pound; neither unit passes as the other.
 */

declare const unit: unique symbol;

export type Cents = number & { readonly [unit]?: "cents" };

export type HundredthsLb = number & { readonly [unit]: "hundredths of a pound" };

const decimalPattern = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/**
 * Returns the hundredths of a decimal: database text such as "24.99" or a JSON number such as
 * 24.99.
 *
 * @throws RangeError unless it is finite with at most two decimals
 */
export function hundredthsIn(decimal: string | number): number {
  // A JSON number prints its shortest form, so 24.99 reads back as exactly "24.99".
  const match = decimalPattern.exec(String(decimal));
  if (!match) throw new RangeError(`Not a number with at most two decimals: ${decimal}`);
  const [, sign, whole = "0", fraction = ""] = match;
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`Out of range: ${decimal}`);
  return sign && hundredths > 0 ? -hundredths : hundredths;
}

/** Formats hundredths like the database, with two decimals and without grouping: 2499 → "24.99". */
export function decimalOf(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
