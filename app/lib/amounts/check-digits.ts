/** Returns the check digit for these digits: GS1 General Specifications, section 7.9.1. */
export function checkDigitOf(body: string): string {
  let sum = 0;
  for (let fromRight = 0; fromRight < body.length; fromRight += 1) {
    const digit = Number(body[body.length - 1 - fromRight]);
    sum += fromRight % 2 === 0 ? 3 * digit : digit;
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * True if the last digit is the check digit of those before it, which detects every single wrong
 * digit. Expects digits only, of any length.
 */
export function hasCheckDigit(digits: string): boolean {
  return digits.length > 1 && checkDigitOf(digits.slice(0, -1)) === digits.at(-1);
}

type Weighting = (digit: number) => number;

const twoMinus: Weighting = (digit) => 2 * digit - Math.floor((2 * digit) / 10);
const three: Weighting = (digit) => 3 * digit;
const fivePlus: Weighting = (digit) => 5 * digit + Math.floor((5 * digit) / 10);
const fiveMinus: Weighting = (digit) => 5 * digit - Math.floor((5 * digit) / 10);

/**
 * True if `check` is the check digit of a four- or five-digit price or weight inside an in-store
 * code: GS1 General Specifications, sections 7.9.2 to 7.9.4. Other lengths have none.
 */
export function hasInnerCheckDigit(value: string, check: string): boolean {
  const sum = (weightings: readonly Weighting[]) =>
    weightings.reduce((total, weight, index) => total + weight(Number(value[index])), 0);
  switch (value.length) {
    case 4:
      return (3 * sum([twoMinus, twoMinus, three, fiveMinus])) % 10 === Number(check);
    case 5: {
      const total = sum([fivePlus, twoMinus, fiveMinus, fivePlus, twoMinus]);
      return (total + fiveMinus(Number(check))) % 10 === 0;
    }
    default:
      return false;
  }
}
