import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";

/** The stored facts on a lot's pounds. Text with two decimals. */
export interface LotFacts {
  receivedLb: string | null;
  isVoid: boolean;
  /** Packed, without voided packages. */
  packedLb: string;
  /** Taken in by cutting sheets, and thrown away by them. */
  cutLb: string;
  cutWasteLb: string;
  /** Output of those sheets in other lots. */
  sheetLb: string;
  /** The part of that waste that is in the stock's entries too. */
  stockedWasteLb: string;
  /** Went into lots that name it as a parent without a cutting sheet. */
  byHandLb: string;
  /** True if all of those say how much. */
  isByHandKnown: boolean;
  backLb: string;
  /** All waste in the stock's entries. */
  stockWasteLb: string;
  /** The sum of the stock's entries. */
  entriesLb: string;
  /** True if those entries show that it came in. */
  isInStock: boolean;
  /** True if it has a count that was not taken back. */
  isCounted: boolean;
}

/** Its pounds: received = into + cut waste + cut loss + packed - back + wasted - counted + left. */
export interface LotSums {
  receivedLb: string | null;
  /** Went into other lots, as these say. */
  intoLb: string;
  /** True if that is all of it. */
  isIntoKnown: boolean;
  cutWasteLb: string;
  /** Taken in by sheets, but neither thrown away nor in a lot; negative if the output was more. */
  cutLossLb: string;
  packedLb: string;
  backLb: string;
  /** Thrown away otherwise. */
  wastedLb: string;
  /** Counted above the expected amount; negative for less. */
  countedLb: string;
  /** What is there; negative if more left than came in, null if unknown. */
  leftLb: string | null;
  /** True if it is in the stock; otherwise nobody counts it. */
  isInStock: boolean;
  /** True if somebody counted it; otherwise `leftLb` is only calculated. */
  isCounted: boolean;
}

/** A lot's pounds in lists: what came in is packed, cut, wasted or left, but for returns and counts. */
export interface LotPounds {
  packedLb: string;
  /** Went into cutting sheets, or earlier into other lots by hand. */
  cutLb: string;
  /** Thrown away, but for what sheets threw away of what went into them. */
  wastedLb: string;
  leftLb: string | null;
}

const pounds = (amount: number) => toPounds(hundredthsLb(amount));

/**
 * Computes what is left of a lot, and where the rest went; the only place that does. For a counted
 * lot, what is left is the stock's amount; for others, what came in less what left.
 */
export function lotSums(facts: LotFacts): LotSums {
  const { receivedLb, isVoid, isCounted, isByHandKnown } = facts;
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
    isCounted,
  };
}

/** Returns a lot's pounds as lists show them. */
export function listedPounds(sums: LotSums): LotPounds {
  const { packedLb, wastedLb, leftLb, intoLb, cutWasteLb, cutLossLb } = sums;
  return { packedLb, wastedLb, leftLb, cutLb: toPounds(sumLb([intoLb, cutWasteLb, cutLossLb])) };
}
