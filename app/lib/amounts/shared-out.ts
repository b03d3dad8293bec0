/**
 * Divides a whole amount by `weights`, whole and not negative, exact in sum: each share is rounded
 * down, and the rest goes to the largest remainders, earlier ones first. Without any weight, all of
 * it goes to the first.
 */
export function sharedOut(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return weights.map((_, index) => (index === 0 ? amount : 0));
  const parts = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { index, whole: exact / total, rest: exact % total };
  });
  let left = BigInt(amount) - parts.reduce((sum, { whole }) => sum + whole, 0n);
  const byRest = parts.toSorted((one, other) =>
    one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1,
  );
  for (const part of byRest) {
    if (left <= 0n) break;
    part.whole += 1n;
    left -= 1n;
  }
  return parts.map(({ whole }) => Number(whole));
}
