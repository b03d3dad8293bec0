interface PriceParts {
  sign: string;
  dollars: string;
  point: string;
  cents: string;
  unit: string;
}

/**
 * Takes a printed price apart for setting it: `$1,024.99/lb` is `$`, `1,024`, `.`, `99`, `/lb`.
 * The parts joined are always the text that came in; what is no price comes back as dollars alone.
 */
export function splitPrice(price: string): PriceParts {
  const match = /^(-?\$)([\d,]+)(\.)(\d{2})(.*)$/.exec(price);
  const [, sign = "", dollars = price, point = "", cents = "", unit = ""] = match ?? [];
  return { sign, dollars, point, cents, unit };
}
