import { hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";

/** What is stored of a lot's pounds. Text with two decimals. */
export interface LotFacts {
  receivedLb: string | null;
  isVoid: boolean;
  /** In packages that count. */
  packedLb: string;
  /** What cutting sheets took in, and what of that they threw away. */
  cutLb: string;
  cutWasteLb: string;
  /** What came of it into the lots of those sheets. */
  sheetLb: string;
  /** Of that waste what stands in the stock's entries too. */
  stockedWasteLb: string;
  /** Went into lots that name it as what they were made from, without a sheet. */
  byHandLb: string;
  /** Whether all of those say how much. */
  isByHandKnown: boolean;
  backLb: string;
  /** All waste in the stock's entries. */
  stockWasteLb: string;
  /** The sum of the stock's entries. */
  entriesLb: string;
  /** Whether these say that it came in. */
  isInStock: boolean;
  /** Whether somebody counted it, and that was not taken back. */
  isCounted: boolean;
}

/** What became of a lot: received = into + cut waste + cut loss + packed - back + wasted - counted + left. */
export interface LotSums {
  receivedLb: string | null;
  /** What went into other lots, as those say. */
  intoLb: string;
  /** Whether that is all. */
  isIntoKnown: boolean;
  cutWasteLb: string;
  /** What sheets took in and neither threw away nor have in a lot; negative where more came of it. */
  cutLossLb: string;
  packedLb: string;
  backLb: string;
  /** Thrown away besides. */
  wastedLb: string;
  /** What counts found more than there should be; negative for less. */
  countedLb: string;
  /** What is there; negative where more went than came, null where nobody knows. */
  leftLb: string | null;
  /** Whether the stock knows it: otherwise nobody counts it. */
  isInStock: boolean;
  /** Whether somebody did count it: what is left is what the books say otherwise. */
  isCounted: boolean;
}

const pounds = (amount: number) => toPounds(hundredthsLb(amount));

/**
 * What is left of a lot, and where the rest went: the only place that says so. Of a lot that was counted, what
 * the stock says is there; of others, what came less what went.
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
