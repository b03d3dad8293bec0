import { toCents, toDollars } from "#app/lib/money.ts";

/** The most pounds of one product in an order (design, section 5); the table refuses more too. */
export const maxQuantityLb = 10_000;

/** A weight as the server takes it, e.g. "12.50", or what to tell whoever typed it. */
type Reading = { pounds: string } | { error: string };

const errors = {
  number: "Enter the weight in pounds, for instance 12.5.",
  decimals: "Use at most 2 decimals, for instance 12.75.",
  none: "Enter more than 0 lb.",
  much: "Enter at most 10,000 lb.",
  grouped: "Write thousands without a comma, for instance 1000.",
};

/**
 * Reads what somebody typed as a weight in pounds: digits with at most two decimals after a point
 * or a comma, more than 0 and at most 10,000. The browser and the server read with this alone.
 */
export function readPounds(typed: string): Reading {
  const text = typed.trim();
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return { error: errors.grouped };
  const [, sign, digits = "", fraction = ""] = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(text) ?? [];
  if (sign === undefined || !/\d/.test(text)) return { error: errors.number };
  // Not in the pattern above: `0*(\d*)` takes quadratic time to refuse a long row of zeros.
  const whole = digits.replace(/^0+/, "");
  const isNothing = /^0*$/.test(whole + fraction);
  if (sign || isNothing) return { error: errors.none };
  if (fraction.length > 2) return { error: errors.decimals };
  if (whole.length > 5) return { error: errors.much };
  const hundredths = toCents(`${whole || "0"}.${fraction.padEnd(2, "0")}`);
  if (hundredths > maxQuantityLb * 100) return { error: errors.much };
  return { pounds: toDollars(hundredths) };
}

/** Whether a quantity box says that none is wanted: it is empty, or zero. */
export function isNone(typed: string): boolean {
  return /^0*(?:[.,]0*)?$/.test(typed.trim());
}

/**
 * What the box says after a press of minus or plus: `by` whole pounds more or less, from none to
 * the most there may be. Nothing, "" at the lower end; what is no weight starts from none.
 */
export function stepPounds(typed: string, by: number): string {
  const reading = readPounds(typed);
  const before = "pounds" in reading ? toCents(reading.pounds) : 0;
  const after = Math.min(maxQuantityLb * 100, Math.max(0, before + by * 100));
  return after === 0 ? "" : formatPounds(toDollars(after));
}

/** "12.50" as people write it: "12.5". */
export function formatPounds(pounds: string): string {
  return String(Number(pounds));
}
