/**
 * Limits of error for goods measured individually and sold in varying quantities: Weights and
 * Measures Regulations (C.R.C., c. 1605), Schedule II, Part I. Each row applies up to and including
 * its weight. A limit is a weight, or a part of the stated weight in hundredths of a percent.
 */
const limits: readonly { upToGrams: bigint; basisPoints?: bigint; grams?: bigint }[] = [
  { upToGrams: 60n, basisPoints: 1000n },
  { upToGrams: 600n, grams: 6n },
  { upToGrams: 1000n, basisPoints: 100n },
  { upToGrams: 1500n, grams: 10n },
  { upToGrams: 3000n, basisPoints: 66n },
  { upToGrams: 4000n, grams: 20n },
  { upToGrams: 10_000n, basisPoints: 50n },
  { upToGrams: 15_000n, grams: 50n },
  { upToGrams: 250_000n, basisPoints: 33n },
  { upToGrams: 500_000n, grams: 750n },
];

/** Above the last row. */
const basisPointsBeyond = 15n;

/** Returns how far a package may differ from its stated net weight, in milligrams, rounded down. */
export function limitOfErrorMg(netMg: bigint): bigint {
  const row = limits.find(({ upToGrams }) => netMg <= upToGrams * 1000n);
  if (row?.grams !== undefined) return row.grams * 1000n;
  return (netMg * (row?.basisPoints ?? basisPointsBeyond)) / 10_000n;
}
