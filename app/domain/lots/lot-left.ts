import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";

/** The stored facts on a lot's pounds. Text with two decimals. */
export interface LotFacts {
  receivedLb: string | null;
  isVoid: boolean;
  packedLb: string;
  /** Taken in by cutting sheets; `cutWasteLb` is the part that they threw away. */
  cutLb: string;
  cutWasteLb: string;
  /** Output of those sheets in other lots. */
  sheetLb: string;
  /** The part of `cutWasteLb` that is in the stock's entries too. */
  stockedWasteLb: string;
  /** Went into lots that name it as a parent without a cutting sheet. */
  byHandLb: string;
  /** True if all of those lots state their pounds. */
  isByHandKnown: boolean;
  backLb: string;
  /** All waste in the stock's entries. */
  stockWasteLb: string;
  entriesLb: string;
  /** True if those entries show that it came in. */
  isInStock: boolean;
  /** The time of the last count that was not taken back, as text; null for none. */
  countedAt: string | null;
}

/** A lot's pounds: received = into + cut waste + loss + packed - back + wasted - counted + left. */
export interface LotSums {
  receivedLb: string | null;
  /** Went into other lots, by what those say; `isIntoKnown` if that is all of it. */
  intoLb: string;
  isIntoKnown: boolean;
  cutWasteLb: string;
  /** Taken in by sheets, but neither thrown away nor in a lot; negative if the output was more. */
  cutLossLb: string;
  packedLb: string;
  backLb: string;
  /** Thrown away other than by cutting sheets. */
  wastedLb: string;
  /** Counted above the expected amount; negative for less. */
  countedLb: string;
  /** The rest; negative if more left than came in, null if unknown. */
  leftLb: string | null;
  /** True if it is in the stock; otherwise nobody counts it. */
  isInStock: boolean;
  /** The time of the last count; null for none: then `leftLb` is only calculated. */
  countedAt: Date | null;
}

/** A lot's pounds in lists: received - packed + back - cut - wasted + counted = left. */
export interface LotPounds {
  packedLb: string;
  /** The part of `packedLb` that came back to the stock. */
  backLb: string;
  /** Went into cutting sheets, or earlier into other lots by hand. */
  cutLb: string;
  /** Thrown away other than by cutting sheets. */
  wastedLb: string;
  /** Counted above the expected amount; negative for less. */
  countedLb: string;
  countedAt: Date | null;
  leftLb: string | null;
}

const pounds = (amount: number) => toPounds(hundredthsLb(amount));

/**
 * Computes what is left of a lot, and where the rest went, for all of the shop. Of a counted lot,
 * the stock's amount is left; of others, what came in less what left.
 */
export function lotSums(facts: LotFacts): LotSums {
  const { receivedLb, isVoid, isByHandKnown } = facts;
  const isCounted = facts.countedAt !== null;
  const cutWaste = toHundredthsLb(facts.cutWasteLb);
  const ofSheets = toHundredthsLb(facts.sheetLb);
  const loss = toHundredthsLb(facts.cutLb) - cutWaste - ofSheets;
  const into = ofSheets + toHundredthsLb(facts.byHandLb);
  const packed = toHundredthsLb(facts.packedLb);
  const back = toHundredthsLb(facts.backLb);
  const wasted = toHundredthsLb(facts.stockWasteLb) - toHundredthsLb(facts.stockedWasteLb);
  const gone = into + cutWaste + loss + packed - back + wasted;
  const expected = receivedLb === null ? null : toHundredthsLb(receivedLb) - gone;
  const entries = toHundredthsLb(facts.entriesLb);
  const isInStock = facts.isInStock || isCounted;
  const byBooks = isByHandKnown && expected !== null ? expected : isInStock ? entries : null;
  const left = isVoid ? 0 : isCounted ? entries : byBooks;
  const counted = isCounted && !isVoid && expected !== null ? entries - expected : 0;
  return {
    receivedLb,
    intoLb: pounds(into),
    isIntoKnown: isByHandKnown,
    cutWasteLb: pounds(cutWaste),
    cutLossLb: pounds(loss),
    packedLb: pounds(packed),
    backLb: pounds(back),
    wastedLb: pounds(wasted),
    countedLb: pounds(counted),
    leftLb: left === null ? null : pounds(left),
    isInStock,
    countedAt: facts.countedAt === null ? null : new Date(facts.countedAt),
  };
}

/** Returns a lot's pounds as lists show them. */
export function listedPounds(sums: LotSums): LotPounds {
  const { packedLb, backLb, wastedLb, countedLb, countedAt, leftLb } = sums;
  const cutLb = toPounds(sumLb([sums.intoLb, sums.cutWasteLb, sums.cutLossLb]));
  return { packedLb, backLb, cutLb, wastedLb, countedLb, countedAt, leftLb };
}
