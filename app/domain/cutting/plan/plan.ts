import { daysAfter } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { partOf } from "./primal-form.ts";

export const planPath = "/admin/cutting/plan";

/** Days to buy for, including the first. */
export const daysToBuy = 7;

/** Weeks averaged for usual sales. */
export const usualWeeks = 4;

/** A product's data for a plan. All pounds in this file are in hundredths. */
export interface PlannedProduct {
  productId: string;
  name: string;
  dayLb: number;
  /** The part of it ordered by the piece, in pieces. */
  dayPieces: number;
  earlierLb: number;
  /** Ordered until the end of the week, including earlier days, and not packed yet. */
  orderedLb: number;
  within: Within;
  /** Standing orders until then that aren't placed yet. */
  standingLb: number;
  ofWeek: OfWeek;
  /** Sales of each of the last weeks, oldest first, and their average. */
  soldByWeek: readonly number[];
  averageLb: number;
  /** Null if its stock isn't tracked. */
  stock: PlannedStock | null;
  /** The recorded content of its lots, if its stock isn't tracked. */
  inLots: PlannedLots;
}

/** Sales due within the week, to compare with the usual ones; earlier ones aren't included. */
interface OfWeek {
  orderedLb: number;
  packedLb: number;
  standingLb: number;
}

/** Parts of the ordered pounds that a reader may not expect in the day's figure. */
export interface Within {
  /** Of orders whose day has passed, which count as today's; 0 for a later day. */
  overdueLb: number;
  overdueFrom: string | null;
  overdueTo: string | null;
  /** Of orders without a day, which count as today's; 0 for a later day. */
  daylessLb: number;
  /** Of orders on hold: for the day, and until the end of the week. */
  dayHeldLb: number;
  heldLb: number;
}

export const nothingWithin: Within = {
  overdueLb: 0,
  overdueFrom: null,
  overdueTo: null,
  daylessLb: 0,
  dayHeldLb: 0,
  heldLb: 0,
};

/** A lot that doesn't count as stock: on hold, or else expired by the day. */
export interface UnusableLot {
  id: string;
  code: string;
  isHeld: boolean;
  lb: number;
  pieces: number | null;
}

interface PlannedLots {
  /** Lots that are usable on the day. */
  lots: readonly { id: string; code: string; lb: number }[];
  /** On hold, or expired by the day. */
  heldLb: number;
  unusable: readonly UnusableLot[];
  /** The part of that that is usable before the day, for earlier orders only. */
  untilThenLb: number;
}

const noLots: PlannedLots = { lots: [], heldLb: 0, unusable: [], untilThenLb: 0 };

interface PlannedStock {
  /** Usable on the day: neither on hold nor expired by then. Never negative. */
  onHandLb: number;
  /** On hold or expired by the day, but no more than is on hand. */
  heldLb: number;
  unusable: readonly UnusableLot[];
  /** The part of that that is usable before the day, for earlier orders only. */
  untilThenLb: number;
  /** Expected until the day, and until the end of the week. */
  comesByDayLb: number;
  comesLb: number;
}

/** The yield of a cut by the primal's cutting sheets. */
export interface ActualYield {
  sheets: number;
  inputLb: number;
  outputLb: number;
}

/** A lot that isn't a product and isn't used up. */
export interface LotThere {
  id: string;
  code: string;
  /** E.g. "Hind". */
  meat: string;
  lb: number;
}

export interface UnusableLotThere extends UnusableLot, LotThere {}

/** Meat packed for the day from a lot on hold: the order has it, but it can't be sent. */
export interface PackedOnHold extends UnusableLot {
  product: string;
}

/** A primal. Percentages are in hundredths. */
export interface Primal {
  id: string;
  name: string;
  productId: string | null;
  trimPct: number | null;
  isTrim: boolean;
  isSample: boolean;
  cuts: { productId: string; part: string; yieldPct: number; actual: ActualYield | null }[];
}

/** A product's figures; each is calculated from the ones above it. */
export interface PlannedCut extends PlannedProduct {
  /** The pounds in lots of an untracked product, which count as on hand. */
  inLotsLb: number;
  /** The part of earlier orders served from stock that is expired by the day. */
  servedLb: number;
  /** Available for the day: stock and expected, or lots, less the need of earlier days. */
  thereLb: number;
  toCutLb: number;
  /** Usual weekly sales beyond the orders of the week, packed, open or standing. */
  usualLb: number;
  /** Ordered, standing and usual. */
  askedLb: number;
  /** Available for the week: stock and expected, or lots, and what serves earlier orders. */
  forWeekLb: number;
  /** What is asked for beyond what is available for the week. */
  needLb: number;
}

/** A cut with the pounds of primal that it takes, by its usual yield. */
export interface PlannedCutOf extends PlannedCut {
  yieldPct: number;
  actual: ActualYield | null;
  dayPrimalLb: number;
  primalLb: number;
}

/** Cuts that are alternatives from the same pounds, so that their needs add up. */
export interface PlannedPart {
  /** Empty for a part with a single cut. */
  name: string;
  cuts: PlannedCutOf[];
  dayPrimalLb: number;
  primalLb: number;
}

export interface PlannedPrimal extends Omit<Primal, "cuts"> {
  parts: PlannedPart[];
  /** The parts come off together, so the one that needs the most decides. */
  dayLb: number;
  needLb: number;
  /** Pounds of it in the shop, including lots that aren't products. */
  hereLb: number;
  /** The day's need beyond what is here, expected until then, and trimmed from other primals. */
  shortLb: number;
  /** The product it is received as; null for none. */
  whole: PlannedCut | null;
  lots: LotThere[];
  /** Lots that can't be cut for the day. */
  unusable: UnusableLotThere[];
  /** Available for the week, with lots that aren't products. */
  thereLb: number;
  /** That less what is sold whole; may be negative. */
  freeLb: number;
  /** For the primal that is ground: the trim from cutting the others, and its sum. */
  trim: { name: string; pct: number; lb: number }[];
  trimLb: number;
  buyLb: number;
}

/** A day with orders that aren't fully packed, and their open pounds. */
export interface DayToCut {
  day: string;
  orders: number;
  lb: number;
}

/** An order before the planned day that isn't fully packed. */
export interface EarlierOrder {
  id: string;
  number: number;
  client: string;
  /** Null for an order without a day, which counts from today on. */
  day: string | null;
  /** True if it waits for the owner's decision. */
  isHeld: boolean;
  lb: number;
}

export interface CuttingPlan {
  primals: PlannedPrimal[];
  /** Products that come from no primal. */
  others: PlannedCut[];
  /** Lots that aren't products and whose names match no primal. */
  otherLots: LotThere[];
}

/** True if the stock of a primal is recorded. */
export const isPrimalKnown = ({
  whole,
  lots,
  unusable,
}: Pick<PlannedPrimal, "whole" | "lots" | "unusable">) =>
  (whole !== null && isKnown(whole)) || lots.length + unusable.length > 0;

/** True if the stock of a cut is recorded, even if all of it is on hold or expired. */
export const isKnown = ({ stock, inLots }: PlannedProduct) =>
  stock !== null || inLots.lots.length + inLots.unusable.length > 0;

function planned(product: PlannedProduct): PlannedCut {
  const { stock, earlierLb, dayLb, orderedLb, standingLb, averageLb, ofWeek } = product;
  const inLotsLb = stock ? 0 : product.inLots.lots.reduce((sum, { lb }) => sum + lb, 0);
  const [onHand, comes] = [stock?.onHandLb ?? inLotsLb, stock?.comesLb ?? 0];
  const servedLb = Math.min(earlierLb, (stock ?? product.inLots).untilThenLb);
  const thereLb = Math.max(0, onHand + (stock?.comesByDayLb ?? 0) - (earlierLb - servedLb));
  const soldLb = ofWeek.orderedLb + ofWeek.packedLb + ofWeek.standingLb;
  const usualLb = Math.max(0, averageLb - soldLb);
  const askedLb = orderedLb + standingLb + usualLb;
  const forWeekLb = onHand + comes + servedLb;
  return {
    ...product,
    inLotsLb,
    servedLb,
    thereLb,
    usualLb,
    askedLb,
    forWeekLb,
    toCutLb: Math.max(0, dayLb - thereLb),
    needLb: Math.max(0, askedLb - forWeekLb),
  };
}

/** A product without demand or stock. */
export const nothingOf = (productId: string, name = ""): PlannedProduct => ({
  productId,
  name,
  dayLb: 0,
  dayPieces: 0,
  earlierLb: 0,
  orderedLb: 0,
  standingLb: 0,
  ofWeek: { orderedLb: 0, packedLb: 0, standingLb: 0 },
  soldByWeek: [],
  averageLb: 0,
  stock: null,
  inLots: noLots,
  within: nothingWithin,
});

/** True if a product is wanted this week. */
export const isAsked = ({ askedLb }: PlannedCut) => askedLb > 0;

export interface LeftOut {
  productId: string;
  name: string;
  reason: "packed" | "not sold";
}

/** Returns the products of a plan that nobody wants this week, by name. */
export function leftOutOf({ primals, others }: Pick<CuttingPlan, "primals" | "others">): LeftOut[] {
  const all = [
    ...primals.flatMap(({ parts, whole }) => [
      ...parts.flatMap(({ cuts }) => cuts),
      ...(whole ? [whole] : []),
    ]),
    ...others,
  ].filter((cut) => !isAsked(cut));
  const byId = new Map(all.map((cut) => [cut.productId, cut]));
  return [...byId.values()]
    .map(({ productId, name, ofWeek, averageLb }): LeftOut => {
      return { productId, name, reason: ofWeek.packedLb + averageLb > 0 ? "packed" : "not sold" };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Returns the total pounds to buy, of primals and of products that come from none. */
export const allToBuy = ({ primals, others }: Pick<CuttingPlan, "primals" | "others">) =>
  primals.reduce((sum, { buyLb }) => sum + buyLb, 0) +
  others.reduce((sum, { needLb }) => sum + needLb, 0);

/** Splits a name into words, without a plural s. */
const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));

/**
 * Returns the primal whose name's words a lot's name all contains; of several, the trim, else the
 * longest. "Hinds" belong to Hind, "Round trim" to Trim. Undefined for none.
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

/** Returns the pounds of primal for pounds of a cut, rounded up. */
export const primalFor = (lb: number, yieldPct: number) => Math.ceil((lb * 100_00) / yieldPct);

/**
 * Plans what to cut for a day and to buy for a week, by primal: demand less stock, divided by the
 * usual yield. The cuts of a part add up. The parts of a primal come off together, so the one that
 * needs the most decides. Trim from cutting goes to what is ground.
 */
export function planOf(
  primals: readonly Primal[],
  products: readonly PlannedProduct[],
  lots: readonly LotThere[] = [],
  unusable: readonly UnusableLotThere[] = [],
): CuttingPlan {
  const lotsOf = Map.groupBy(lots, ({ meat }) => primalOfLot(meat, primals)?.id);
  const unusableOf = Map.groupBy(unusable, ({ meat }) => primalOfLot(meat, primals)?.id);
  const known = new Map(products.map((product) => [product.productId, product]));
  const of = (productId: string) => planned(known.get(productId) ?? nothingOf(productId));
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
          ...cut,
          yieldPct,
          actual,
          dayPrimalLb,
          primalLb: primalFor(cut.needLb, yieldPct),
        };
      });
      const sum = (lb: (cut: PlannedCutOf) => number) => own.reduce((all, cut) => all + lb(cut), 0);
      return {
        name: cuts[0]?.part ?? "",
        cuts: own,
        dayPrimalLb: sum((cut) => cut.dayPrimalLb),
        primalLb: sum((cut) => cut.primalLb),
      };
    });
    return {
      primal,
      parts,
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
      const ownLb = own.reduce((sum, { lb }) => sum + lb, 0);
      const thereLb = (whole?.forWeekLb ?? 0) + ownLb;
      const freeLb = thereLb - (whole?.askedLb ?? 0);
      const hereLb = (whole?.stock?.onHandLb ?? whole?.inLotsLb ?? 0) + ownLb;
      // The whole primals available for the day, less those sold whole.
      const forDayLb = Math.max(0, (whole?.thereLb ?? 0) - (whole?.dayLb ?? 0)) + ownLb;
      const dayTrimLb = primal.isTrim ? trimOfDay : 0;
      const shortLb = Math.max(0, dayLb - forDayLb - dayTrimLb);
      const trim = primal.isTrim ? trims : [];
      const trimLb = trim.reduce((sum, { lb }) => sum + lb, 0);
      return {
        ...primal,
        parts,
        dayLb,
        needLb,
        hereLb,
        shortLb,
        whole,
        lots: own,
        thereLb,
        freeLb,
        trim,
        trimLb,
        unusable: unusableOf.get(primal.id) ?? [],
        buyLb: Math.max(0, needLb - freeLb - trimLb),
      };
    }),
    others: products.filter(({ productId }) => !inTable.has(productId)).map(planned),
    otherLots: lotsOf.get(undefined) ?? [],
  };
}

export interface PlanDays {
  day: string;
  until: string;
}

/** Returns the days of a plan for a requested day within a year, else for `otherwise`. */
export function planDays(
  asked: string | null | undefined,
  today: string,
  otherwise = daysAfter(today, 1),
): PlanDays {
  const wanted = dayIn(asked ?? null);
  const isAhead = wanted && wanted >= today && wanted <= daysAfter(today, 365);
  const day = isAhead ? wanted : otherwise;
  return { day, until: daysAfter(day, daysToBuy - 1) };
}
