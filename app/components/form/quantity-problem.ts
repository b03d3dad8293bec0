import type { QuantityRule } from "./quantity-input.ts";

/** Explains why a typed quantity was replaced. Loaded on demand, as most visits never need it. */
export function quantityProblem(
  typed: string,
  { min, max, mode }: QuantityRule,
  { value, unit }: { value: number; unit: string | undefined },
): string {
  const of = (amount: number) => `${amount.toLocaleString("en-CA")}${unit ? ` ${unit}` : ""}`;
  const number = /^-?[\d.]+$/.test(typed.trim().replace(",", "."))
    ? Number(typed.trim().replace(",", "."))
    : Number.NaN;
  const why = Number.isNaN(number)
    ? `Enter a number, such as ${mode === "integer" ? 2 : 2.5}.`
    : number < min
      ? `The minimum is ${of(min)}.`
      : number > max
        ? `The maximum is ${of(max)}.`
        : mode === "integer"
          ? "Enter a whole number."
          : "Use at most 2 decimals.";
  return `${why} Kept at ${of(value)}.`;
}
