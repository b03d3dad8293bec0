import { toCents, toDollars } from "#app/lib/money.ts";

/** Maximum pounds of one product in an order (design, section 5); the table enforces it too. */
export const maxQuantityLb = 10_000;

/** A valid weight in the server's format, e.g. "12.50", or an error message for the user. */
type Reading = { pounds: string } | { error: string };

const errors = {
  number: "Enter the weight in pounds, for instance 12.5.",
  decimals: "Use at most 2 decimals, for instance 12.75.",
  none: "Enter more than 0 lb.",
  much: "Enter at most 10,000 lb.",
  grouped: "Write thousands without a comma, for instance 1000.",
};

/**
 * Parses a typed weight in pounds: digits with at most two decimals after a point or a comma, more
 * than 0 and at most 10,000. Browser and server both use this parser.
 */
export function readPounds(typed: string): Reading {
  const text = typed.trim();
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return { error: errors.grouped };
  const [, sign, digits = "", fraction = ""] = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(text) ?? [];
  if (sign === undefined || !/\d/.test(text)) return { error: errors.number };
  // Not part of the pattern above: `0*(\d*)` takes quadratic time to reject a long run of zeros.
  const whole = digits.replace(/^0+/, "");
  const isNothing = /^0*$/.test(whole + fraction);
  if (sign || isNothing) return { error: errors.none };
  if (fraction.length > 2) return { error: errors.decimals };
  if (whole.length > 5) return { error: errors.much };
  const hundredths = toCents(`${whole || "0"}.${fraction.padEnd(2, "0")}`);
  if (hundredths > maxQuantityLb * 100) return { error: errors.much };
  return { pounds: toDollars(hundredths) };
}

/** Whether a quantity box is empty or zero. */
export function isNone(typed: string): boolean {
  return /^0*(?:[.,]0*)?$/.test(typed.trim());
}

/**
 * The quantity after pressing minus or plus: `by` more or fewer whole pounds, clamped to the
 * allowed range. Returns "" at zero; an invalid quantity counts as zero.
 */
export function stepPounds(typed: string, by: number): string {
  const reading = readPounds(typed);
  const before = "pounds" in reading ? toCents(reading.pounds) : 0;
  const after = Math.min(maxQuantityLb * 100, Math.max(0, before + by * 100));
  return after === 0 ? "" : formatPounds(toDollars(after));
}

/** Drops trailing zeros: "12.50" becomes "12.5". */
export function formatPounds(pounds: string): string {
  return String(Number(pounds));
}
