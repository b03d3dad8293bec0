/** What a quantity may be: its bounds, and whether parts of a pound are allowed. */
export interface QuantityRule {
  min: number;
  max: number;
  /** `integer`: whole numbers. `decimal`: up to two decimals, as the scale and the database have. */
  mode: "integer" | "decimal";
}

/**
 * Reads what somebody typed into a quantity box. Returns the number when it keeps the rule, and null
 * when it does not (letters, exponents, signs, too many decimals, out of bounds).
 */
export function parseQuantity(text: string, { min, max, mode }: QuantityRule): number | null {
  const shape = mode === "integer" ? /^\d{1,9}$/ : /^(\d{1,9}(\.\d{0,2})?|\.\d{1,2})$/;
  const trimmed = text.trim().replace(",", ".");
  if (!shape.test(trimmed)) return null;
  const value = Number(trimmed);
  return value >= min && value <= max ? value : null;
}

/** One press of minus or plus: moves by `by`, held inside the bounds and free of binary dust. */
export function stepQuantity(value: number, by: number, { min, max }: QuantityRule): number {
  const moved = Math.round((value + by) * 100) / 100;
  return Math.min(max, Math.max(min, moved));
}
