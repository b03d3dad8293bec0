/** Returns every code that differs from this one in a single digit. */
export function withOneDigitWrong(code: string): string[] {
  return [...code].flatMap((right, at) =>
    [..."0123456789"]
      .filter((digit) => digit !== right)
      .map((digit) => code.slice(0, at) + digit + code.slice(at + 1)),
  );
}
