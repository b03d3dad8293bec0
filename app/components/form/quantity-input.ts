/** The bounds of a quantity, and whether fractions of a pound are allowed. */
export interface QuantityRule {
  min: number;
  max: number;
  /** `integer`: whole numbers. `decimal`: up to two decimals, as in the database. */
  mode: "integer" | "decimal";
}

/** Parses a typed quantity; null if it breaks the rule or has letters, an exponent or a sign. */
export function parseQuantity(text: string, { min, max, mode }: QuantityRule): number | null {
  const shape = mode === "integer" ? /^\d{1,9}$/ : /^(\d{1,9}(\.\d{0,2})?|\.\d{1,2})$/;
  const trimmed = text.trim().replace(",", ".");
  if (!shape.test(trimmed)) return null;
  const value = Number(trimmed);
  return value >= min && value <= max ? value : null;
}

/** Steps a quantity by `by`, clamped to the bounds and rounded to hundredths. */
export function stepQuantity(value: number, by: number, { min, max }: QuantityRule): number {
  const moved = Math.round((value + by) * 100) / 100;
  return Math.min(max, Math.max(min, moved));
}
