import { daysAfter } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { partOf } from "./primal-form.ts";

export const planPath = "/admin/cutting/plan";

/** Days that are bought for, with the first. */
export const daysToBuy = 7;

/** Weeks of which what is usually sold is the average. */
export const usualWeeks = 4;

/** What is known of a product for a plan. Pounds are hundredths, as everywhere here. */
export interface PlannedProduct {
  productId: string;
  name: string;
  /** Ordered for the day and not packed yet. */
  dayLb: number;
  /** Of it, what is ordered by the piece. */
  dayPieces: number;
  /** Ordered for days before, and not packed yet. */
  earlierLb: number;
  /** Ordered until the end of the week, what is for the day and before included, and not packed yet. */
  orderedLb: number;
  /** Packed already of what was ordered until then from today on: no more to be cut, and no part of the usual. */
  packedLb: number;
  /** Standing orders until then that aren't placed yet. */
  standingLb: number;
  /** What a week of the last ones sold. */
  averageLb: number;
  /** Null where nobody counts it. */
  stock: PlannedStock | null;
  /** What lies in its lots by the books, where nobody counts it. */
  inLots: PlannedLots;
}

interface PlannedLots {
  /** Those that can be used. */
  lots: readonly { id: string; code: string; lb: number }[];
  /** What is on hold or past its date. */
  heldLb: number;
}

export const noLots: PlannedLots = { lots: [], heldLb: 0 };

interface PlannedStock {
  /** What can be used: neither on hold nor past its date. Not below nothing. */
  onHandLb: number;
  /** What can't. */
  heldLb: number;
  /** What comes until the day, and until the end of the week. */
  comesByDayLb: number;
  comesLb: number;
}

/** What cutting sheets say that a cut was of its primal. */
export interface ActualYield {
  sheets: number;
  inputLb: number;
  outputLb: number;
}

/** A lot that is no product, of which something is there. */
export interface LotThere {
  id: string;
  code: string;
  /** What it is: "Hind". */
  meat: string;
  lb: number;
}

/** What is bought to be cut. Per cent are hundredths. */
export interface Primal {
  id: string;
  name: string;
  productId: string | null;
  trimPct: number | null;
  isTrim: boolean;
  isSample: boolean;
  cuts: { productId: string; part: string; yieldPct: number; actual: ActualYield | null }[];
}

/** A product's figures, each of which follows from those before. */
export interface PlannedCut extends PlannedProduct {
  /** What lies in lots, where no stock is kept: as good as on hand. */
  inLotsLb: number;
  /** What is there for the day: of its stock with what comes, or in lots, less what is for days before. */
  thereLb: number;
  toCutLb: number;
  /** What is usually sold in a week beyond what was ordered for it, packed or not, and is standing. */
  usualLb: number;
  /** Ordered, standing and usual, less on hand and incoming. */
  needLb: number;
}

/** A cut with what of its primal it takes, by its usual yield. */
export interface PlannedCutOf extends PlannedCut {
  yieldPct: number;
  actual: ActualYield | null;
  dayPrimalLb: number;
  primalLb: number;
}

/** Cuts that are cut of the same pounds, one instead of the other: what they take adds up. */
export interface PlannedPart {
  /** Empty for the part of a single cut. */
  name: string;
  cuts: PlannedCutOf[];
  dayPrimalLb: number;
  primalLb: number;
}

export interface PlannedPrimal extends Omit<Primal, "cuts"> {
  parts: PlannedPart[];
  /** Its parts come off it together, so that the one that takes the most decides. */
  dayLb: number;
  needLb: number;
  /** What of it lies in the house, such lots included. */
  hereLb: number;
  /** How much more the day takes of it than is here, comes until then, and falls off others. */
  shortLb: number;
  /** The product that it is received as; null for none. */
  whole: PlannedCut | null;
  /** Lots of it that are no product. */
  lots: LotThere[];
  /** What of it is there beyond what is sold whole, such lots included; below nothing where more is. */
  freeLb: number;
  /** What falls off the others while they are cut, for the one that is ground. */
  trim: { name: string; pct: number; lb: number }[];
  buyLb: number;
}

/** An order of before the day that is cut for, of which something is not packed. */
export interface EarlierOrder {
  id: string;
  number: number;
  client: string;
  /** Null for one without a day, which waits from today on. */
  day: string | null;
  /** It waits for the owner's decision. */
  isHeld: boolean;
  lb: number;
}

export interface CuttingPlan {
  primals: PlannedPrimal[];
  /** What is wanted of products that come of no primal. */
  others: PlannedCut[];
  /** Lots that are no product and of no primal by their names. */
  otherLots: LotThere[];
}

/** Whether the books say how much of a primal there is. */
export const isPrimalKnown = ({ whole, lots }: Pick<PlannedPrimal, "whole" | "lots">) =>
  Boolean(whole?.stock) || (whole?.inLotsLb ?? 0) > 0 || lots.length > 0;

function planned(product: PlannedProduct): PlannedCut {
  const { stock, earlierLb, dayLb, orderedLb, packedLb, standingLb, averageLb } = product;
  const inLotsLb = stock ? 0 : product.inLots.lots.reduce((sum, { lb }) => sum + lb, 0);
  const [onHand, comes] = [stock?.onHandLb ?? inLotsLb, stock?.comesLb ?? 0];
  const thereLb = Math.max(0, onHand + (stock?.comesByDayLb ?? 0) - earlierLb);
  const usualLb = Math.max(0, averageLb - orderedLb - packedLb - standingLb);
  return {
    ...product,
    ...{ inLotsLb, thereLb, usualLb, toCutLb: Math.max(0, dayLb - thereLb) },
    needLb: Math.max(0, orderedLb + standingLb + usualLb - onHand - comes),
  };
}

const nothing = (productId: string): PlannedProduct => ({
  ...{ productId, name: "", dayLb: 0, dayPieces: 0, earlierLb: 0, orderedLb: 0, packedLb: 0 },
  ...{ standingLb: 0, averageLb: 0, stock: null, inLots: noLots },
});

/** The words of a name, without the s of a plural. */
const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));

/**
 * Which primal a lot is of, by its name: the one whose words it has, all of them; of several what is ground, else the
 * longest. "Hinds" are of the primal Hind, "Round trim" is of Trim. Undefined for none.
 */
export function primalOfLot<Named extends { name: string; isTrim: boolean }>(
  meat: string,
  primals: readonly Named[],
): Named | undefined {
  const has = new Set(wordsOf(meat));
  return primals
    .filter(({ name }) => {
      const words = wordsOf(name);
      return words.length > 0 && words.every((word) => has.has(word));
    })
    .toSorted(
      (one, other) =>
        Number(other.isTrim) - Number(one.isTrim) ||
        wordsOf(other.name).length - wordsOf(one.name).length,
    )
    .at(0);
}

/** Pounds of a primal for pounds of a cut, rounded up. */
export const primalFor = (lb: number, yieldPct: number) => Math.ceil((lb * 100_00) / yieldPct);

/**
 * What to cut for a day and to buy for a week, by primal: what is wanted less what is there, divided by the
 * usual yield. Cuts of a part add up; of a primal's parts the one that takes the most decides, since they
 * come off it together. The trim of what is cut goes to what is ground.
 */
export function planOf(
  primals: readonly Primal[],
  products: readonly PlannedProduct[],
  lots: readonly LotThere[] = [],
): CuttingPlan {
  const lotsOf = Map.groupBy(lots, ({ meat }) => primalOfLot(meat, primals)?.id);
  const known = new Map(products.map((product) => [product.productId, product]));
  const of = (productId: string) => planned(known.get(productId) ?? nothing(productId));
  const inTable = new Set(
    primals.flatMap(({ productId, cuts }) => [
      ...cuts.map((cut) => cut.productId),
      ...(productId ? [productId] : []),
    ]),
  );
  const cutUp = primals.map((primal) => {
    const byPart = Map.groupBy(primal.cuts, partOf);
    const parts = [...byPart.values()].map((cuts): PlannedPart => {
      const own = cuts.map(({ productId, yieldPct, actual }): PlannedCutOf => {
        const cut = of(productId);
        const dayPrimalLb = primalFor(cut.toCutLb, yieldPct);
        return {
          ...{ ...cut, yieldPct, actual, dayPrimalLb },
          primalLb: primalFor(cut.needLb, yieldPct),
        };
      });
      const sum = (lb: (cut: PlannedCutOf) => number) => own.reduce((all, cut) => all + lb(cut), 0);
      return {
        ...{ name: cuts[0]?.part ?? "", cuts: own },
        dayPrimalLb: sum((cut) => cut.dayPrimalLb),
        primalLb: sum((cut) => cut.primalLb),
      };
    });
    return {
      ...{ primal, parts },
      dayLb: Math.max(0, ...parts.map(({ dayPrimalLb }) => dayPrimalLb)),
      needLb: Math.max(0, ...parts.map(({ primalLb }) => primalLb)),
    };
  });
  const trims = cutUp.flatMap(({ primal: { name, trimPct: pct }, needLb }) =>
    pct !== null && needLb > 0 ? [{ name, pct, lb: Math.floor((needLb * pct) / 100_00) }] : [],
  );
  const trimOfDay = cutUp.reduce(
    (sum, { primal: { trimPct }, dayLb }) => sum + Math.floor((dayLb * (trimPct ?? 0)) / 100_00),
    0,
  );
  return {
    primals: cutUp.map(({ primal: { cuts: _, ...primal }, parts, dayLb, needLb }) => {
      const whole = primal.productId ? of(primal.productId) : null;
      const own = lotsOf.get(primal.id) ?? [];
      const wholeLb = whole
        ? (whole.stock ? whole.stock.onHandLb + whole.stock.comesLb : whole.inLotsLb) -
          (whole.orderedLb + whole.standingLb + whole.usualLb)
        : 0;
      const ownLb = own.reduce((sum, { lb }) => sum + lb, 0);
      const freeLb = wholeLb + ownLb;
      const hereLb = (whole?.stock?.onHandLb ?? whole?.inLotsLb ?? 0) + ownLb;
      // What of the whole is there for the day and not sold as it is.
      const forDayLb = Math.max(0, (whole?.thereLb ?? 0) - (whole?.dayLb ?? 0)) + ownLb;
      const dayTrimLb = primal.isTrim ? trimOfDay : 0;
      const shortLb = Math.max(0, dayLb - forDayLb - dayTrimLb);
      const trim = primal.isTrim ? trims : [];
      const fallen = trim.reduce((sum, { lb }) => sum + lb, 0);
      return {
        ...{ ...primal, parts, dayLb, needLb, hereLb, shortLb, whole, lots: own, freeLb, trim },
        buyLb: Math.max(0, needLb - freeLb - fallen),
      };
    }),
    others: products.filter(({ productId }) => !inTable.has(productId)).map(planned),
    otherLots: lotsOf.get(undefined) ?? [],
  };
}

/** The days of a plan: the one that is cut for, and the last that is bought for. */
export interface PlanDays {
  day: string;
  until: string;
}

/** The days of a plan: as asked for from today to a year ahead, else tomorrow. */
export function planDays(asked: string | null | undefined, today: string): PlanDays {
  const wanted = dayIn(asked ?? null);
  const isAhead = wanted && wanted >= today && wanted <= daysAfter(today, 365);
  const day = isAhead ? wanted : daysAfter(today, 1);
  return { day, until: daysAfter(day, daysToBuy - 1) };
}
