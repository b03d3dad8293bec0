/** Every fifth graduation is long and numbered. */
export const graduationsPerNumber = 5;

const roundSteps = [1, 2, 5, 10];

/**
 * Graduations of a scale from 0 to at least `most` (not negative): every fifth is a round number,
 * about four of them. `graduations(730)` is 0, 40, 80 … 800, numbered 0, 200 … 800.
 */
export function graduations(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * (roundSteps.find((round) => round * magnitude >= rough) ?? 10);
  const numbers = Math.max(1, Math.ceil(most / step));
  return Array.from(
    { length: numbers * graduationsPerNumber + 1 },
    (_, place) => (place * step) / graduationsPerNumber,
  );
}
