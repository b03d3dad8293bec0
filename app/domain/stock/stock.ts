import type { HundredthsLb } from "#app/lib/amounts/units.ts";
import { formatLb, hundredthsLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import type { StockTracking } from "#db/schema/values/meat/stock.ts";
import type { SalesUnit } from "#db/schema/values/products.ts";

/** The unit in which a product's stock is counted. */
export type StockUnit = "lb" | "pieces";

/** Hundredths of a pound, or pieces. */
interface StockChange {
  day: string;
  incoming: number;
  /** Reserved by orders delivered on that day. */
  reserved: number;
}

export interface StockFacts {
  productId: string;
  tracking: Exclude<StockTracking, "none">;
  /** Amounts up to this are low; null for never. */
  lowAt: number | null;
  /** For a product closed by hand, the first day it is available again; null if unknown. */
  closedUntil: string | null;
  /** The sum of its entries. Hundredths of a pound, or pieces, as all amounts here. */
  onHand: number;
  /** The part in lots on hold, which can't be promised. */
  held: number;
  /** Each day once, today first; overdue changes are dropped or count as today's. */
  changes: StockChange[];
  /** The smallest quantity that can be ordered: a step, or a piece. */
  least: number;
  /** Weight of a piece, if counted in pounds and sold by the piece; else null. */
  pieceLb: number | null;
}

export const trackingText: Record<StockTracking, string> = {
  none: "Not tracked",
  lb: "Counted in pounds",
  pieces: "Counted in pieces",
  closed: "Sold out, by hand",
};

/** The notice for a product that is low or sold out. */
export type ShownStock =
  | { kind: "out"; until: string | null }
  | { kind: "low"; left: number; unit: StockUnit };

/** The maximum available from each day until the next. Null for no limit. */
export interface StockOffer {
  unit: StockUnit;
  from: { day: string; most: number | null }[];
}

const isCounted = ({ tracking }: Pick<StockFacts, "tracking">) => tracking !== "closed";

export function unitOfStock({ tracking }: Pick<StockFacts, "tracking">): StockUnit {
  return tracking === "pieces" ? "pieces" : "lb";
}

/**
 * Returns what can be promised for a day: on hand and not on hold, plus what arrives until then,
 * less what is reserved until then. Later days count too, so that no earlier promise is broken.
 * Negative if more was packed or lost than there was.
 */
export function availableOn({ onHand, held, changes }: StockFacts, day: string): number {
  const sum = (some: StockChange[]) =>
    some.reduce((left, { incoming, reserved }) => left + incoming - reserved, 0);
  let there = onHand - held + sum(changes.filter((change) => change.day <= day));
  let least = there;
  const later = changes.filter((change) => change.day > day);
  for (const change of later.sort((one, other) => (one.day < other.day ? -1 : 1))) {
    there += change.incoming - change.reserved;
    least = Math.min(least, there);
  }
  return least;
}

/** Returns what is left on a day after arrivals and orders up to then, ignoring later days. */
export function leftOn({ onHand, held, changes }: StockFacts, day: string): number {
  return changes.reduce(
    (left, change) => (change.day <= day ? left + change.incoming - change.reserved : left),
    onHand - held,
  );
}

/** Converts an amount of stock to whole pieces or steps that can be ordered. */
export function asOrdered(
  facts: Pick<StockFacts, "tracking" | "least" | "pieceLb">,
  amount: number,
): { amount: number; unit: StockUnit } {
  const { pieceLb, least } = facts;
  const there = Math.max(0, amount);
  if (pieceLb) return { amount: Math.floor(there / pieceLb), unit: "pieces" };
  return { amount: Math.floor(there / least) * least, unit: unitOfStock(facts) };
}

/** Returns the maximum order for a day; null for no limit. Negative if too much is promised. */
export function limitOn(facts: StockFacts, day: string): number | null {
  if (isCounted(facts)) return availableOn(facts, day);
  return facts.closedUntil !== null && day >= facts.closedUntil ? null : 0;
}

/** Returns the first day after `today` with at least the minimum available; null if unknown. */
export function nextDay(facts: StockFacts, today: string): string | null {
  if (!isCounted(facts)) return facts.closedUntil;
  const days = facts.changes.filter(({ day, incoming }) => incoming > 0 && day > today);
  const next = days
    .map(({ day }) => day)
    .sort()
    .find((day) => availableOn(facts, day) >= facts.least);
  return next ?? null;
}

/** The available pounds or pieces, and "There are 12 lb at the moment." */
export interface MostShown {
  amount: number;
  words: string;
}

/** Returns today's notice; null if neither low nor sold out. */
export function shownStock(facts: StockFacts, today: string): ShownStock | null {
  const most = limitOn(facts, today);
  if (most === null) return null;
  if (most < facts.least) return { kind: "out", until: nextDay(facts, today) };
  if (facts.lowAt === null || most > facts.lowAt) return null;
  const { amount, unit } = asOrdered(facts, most);
  return { kind: "low", left: amount, unit };
}

/** Returns what can be ordered today if not sold out; null for no limit. */
export function mostShown(facts: StockFacts, today: string): MostShown | null {
  const most = limitOn(facts, today);
  if (most === null || most < facts.least) return null;
  const { amount, unit } = asOrdered(facts, most);
  const words = `There ${stockIsOrAre(amount, unit)} ${stockInWords(amount, unit)} at the moment.`;
  return { amount: unit === "lb" ? amount / 100 : amount, words };
}

export function offerOf(facts: StockFacts, today: string): StockOffer {
  const { closedUntil } = facts;
  const days = isCounted(facts)
    ? facts.changes.map(({ day }) => day)
    : closedUntil !== null
      ? [closedUntil]
      : [];
  const all = [...new Set([today, ...days.filter((day) => day > today)])].sort();
  const from = all.map((day) => {
    const most = limitOn(facts, day);
    return { day, most: most === null ? null : asOrdered(facts, most).amount };
  });
  return {
    unit: asOrdered(facts, 0).unit,
    from: from.filter((one, index) => index === 0 || one.most !== from[index - 1]?.most),
  };
}

/** Returns an offer's maximum on a day, or today; null for no limit. */
export function mostOn({ from }: StockOffer, day: string | null): number | null {
  const [first] = from;
  if (!first) return null;
  const last = day === null ? first : from.findLast((one) => one.day <= day);
  return (last ?? first).most;
}

function moreFrom({ from }: StockOffer, day: string | null): string | null {
  const most = mostOn({ unit: "lb", from }, day) ?? 0;
  const today = from[0]?.day ?? "";
  const more = from.find((one) => one.day > (day ?? today) && (one.most ?? Infinity) > most);
  return more?.day ?? null;
}

/** Returns an order form's note on a day: "At most 12 lb"; null for no limit. */
export function offerInWords(offer: StockOffer, day: string | null): string | null {
  const most = mostOn(offer, day);
  if (most === null) return null;
  if (most > 0) return `At most ${stockInWords(most, offer.unit)}`;
  return shownInWords({ kind: "out", until: moreFrom(offer, day) });
}

/** Returns the limit for staff who take an order, e.g. "12.5 lb left for Friday, November 27". */
export function offerForStaff(offer: StockOffer, day: string | null): string | null {
  const most = mostOn(offer, day);
  if (most === null || most <= 0) return offerInWords(offer, day);
  const left = `${stockInWords(most, offer.unit)} left`;
  return day === null ? left : `${left} for ${dateInWords(day)}`;
}

/** Returns why a quantity exceeds an offer on a day; null if it doesn't. */
export function lackOfOffer(
  offer: StockOffer,
  { productId, name }: { productId: string; name: string },
  amount: number,
  day: string | null,
): string | null {
  const left = mostOn(offer, day);
  if (left === null || amount <= left) return null;
  const { unit } = offer;
  return lackInWords({ productId, name, unit, left, day, next: moreFrom(offer, day) });
}

/** Returns e.g. "12 lb", "1 piece", "3 pieces". */
export function stockInWords(amount: number, unit: StockUnit): string {
  if (amount < 0) return `−${stockInWords(-amount, unit)}`;
  if (unit === "lb") return formatLb(amount / 100);
  return amount === 1 ? "1 piece" : `${amount.toLocaleString("en-CA")} pieces`;
}

/** Returns the verb of an amount of stock: "1 piece is", "12 lb are". */
export const stockIsOrAre = (amount: number, unit: StockUnit) =>
  isOrAre(unit === "lb" ? amount / 100 : amount);

/**
 * Returns the weight of pieces that were counted or thrown away without being weighed. Each counts
 * as the average piece of its lot on arrival, else as the product's usual piece.
 *
 * @param pieces negative for pieces that are gone
 * @param ofLot what came into the lot; undefined if the lot is unknown
 * @param typicalPieceLb pounds of a usual piece; null if there is none
 */
export function weightOfPieces(
  pieces: number,
  ofLot: { cameLb: number; camePieces: number } | undefined,
  typicalPieceLb: string | null,
): HundredthsLb {
  if (!ofLot || ofLot.cameLb <= 0 || ofLot.camePieces <= 0) {
    return hundredthsLb(pieces * toHundredthsLb(typicalPieceLb ?? "0.00"));
  }
  const lb = Math.round((Math.abs(pieces) * ofLot.cameLb) / ofLot.camePieces);
  return hundredthsLb(Math.sign(pieces) * lb);
}

/** Returns e.g. "Sold out until Thursday, December 3", "Last 12 lb". */
export function shownInWords(shown: ShownStock, dayInWords = dateInWords): string {
  if (shown.kind === "low") return `Last ${stockInWords(shown.left, shown.unit)}`;
  return shown.until ? `Sold out until ${dayInWords(shown.until)}` : "Sold out";
}

/** One or more lines of a product, in units of stock. */
export interface AskedOfStock {
  productId: string;
  /** Pounds with two decimals. */
  quantity: string;
  /** Null if ordered by the pound. */
  pieces: number | null;
}

/** Returns what a line takes from the stock; in pieces, as many as its pounds amount to. */
export function takenBy(
  { quantity, pieces }: Omit<AskedOfStock, "productId">,
  unit: StockUnit,
  typicalPieceLb: string | null,
): number {
  const pounds = toHundredthsLb(quantity);
  if (unit === "lb") return pounds;
  return (
    pieces ??
    Math.max(1, Math.ceil(pounds / Math.max(1, toHundredthsLb(typicalPieceLb ?? quantity))))
  );
}

export function leastOf(
  unit: StockUnit,
  {
    soldBy,
    typicalPieceLb,
    orderStepLb,
  }: { soldBy: SalesUnit; typicalPieceLb: string | null; orderStepLb: string },
): number {
  if (unit === "pieces") return 1;
  return toHundredthsLb(soldBy === "piece" ? (typicalPieceLb ?? orderStepLb) : orderStepLb);
}

export interface StockLack {
  productId: string;
  name: string;
  unit: StockUnit;
  /** Available for the day, for all lines of the order together. */
  left: number;
  /** Null for none. */
  day: string | null;
  /** The day from which there is more; null if unknown. */
  next: string | null;
}

/** Returns e.g. "Only 12 lb of Striploin are left for Thursday, December 3." */
export function lackInWords({ name, unit, left, day, next }: StockLack): string {
  const when = day === null ? "" : ` for ${dateInWords(day)}`;
  const more = next !== null && (day === null || next > day) ? dateInWords(next) : null;
  if (left <= 0) {
    const until = more ? ` It can be had again from ${more}.` : "";
    return `${name} is sold out${when}.${until}`;
  }
  const later = more ? ` There is more from ${more}.` : "";
  return `Only ${stockInWords(left, unit)} of ${name} ${stockIsOrAre(left, unit)} left${when}.${later}`;
}
