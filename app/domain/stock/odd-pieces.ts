import { formatLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { countOf } from "#app/lib/in-words.ts";

/** A weight, its pieces if known, and the usual weight of one. */
export interface PiecesWeighed {
  description: string;
  lb: string;
  pieces: number | null;
  typicalPieceLb: string | null;
}

/** Asks about pieces that weigh less than half or more than double the usual; null for none. */
export function oddPiecesInWords(weighed: readonly PiecesWeighed[]): string | null {
  const odd = weighed.flatMap(({ description, lb, pieces, typicalPieceLb }) => {
    // A remnant is no piece, so its pounds say nothing.
    if (!pieces || typicalPieceLb === null) return [];
    const all = toHundredthsLb(lb);
    if (!isFarOff(all, toHundredthsLb(typicalPieceLb) * pieces, 2)) return [];
    const each = Math.max(1, Math.round(all / pieces));
    return `${formatLb(Number(lb))} of ${description} in ${countOf(pieces, "piece")} would be ${formatLb(each / 100)} a piece, and one usually weighs ${formatLb(Number(typicalPieceLb))}.`;
  });
  return odd.length > 0 ? `${odd.join(" ")} Is that right?` : null;
}

/** True if an amount is more than `times` the usual, or less than that fraction of it. */
export const isFarOff = (amount: number, usual: number, times: number) =>
  amount * times < usual || amount > usual * times;
