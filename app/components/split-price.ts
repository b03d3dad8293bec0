interface PriceParts {
  sign: string;
  dollars: string;
  point: string;
  cents: string;
  unit: string;
}

/**
 * Splits a formatted price for styling: `$1,024.99/lb` is `$`, `1,024`, `.`, `99`, `/lb`. The
 * joined parts always equal the input; text that isn't a price is returned as dollars.
 */
export function splitPrice(price: string): PriceParts {
  const match = /^(-?\$)([\d,]+)(\.)(\d{2})(.*)$/.exec(price);
  const [, sign = "", dollars = price, point = "", cents = "", unit = ""] = match ?? [];
  return { sign, dollars, point, cents, unit };
}
