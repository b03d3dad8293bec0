import { formatLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { StockTracking } from "#db/schema/values/meat/stock.ts";
import type { SalesUnit } from "#db/schema/values/products.ts";

/** What a product's stock is counted in. */
export type StockUnit = "lb" | "pieces";

/** More or less of a product from a day on. Hundredths of a pound, or pieces. */
interface StockChange {
  day: string;
  incoming: number;
  /** By orders that are delivered then. */
  reserved: number;
}

/** What is known of the stock of a product that is tracked. */
export interface StockFacts {
  productId: string;
  tracking: Exclude<StockTracking, "none">;
  /** As much or less is the last of it; null for never. */
  lowAt: number | null;
  /** The first day of what is closed by hand; null for not known. */
  closedUntil: string | null;
  /** The sum of its entries. Hundredths of a pound, or pieces, as all amounts here. */
  onHand: number;
  /** So much of it is of lots on hold: there, and promised to nobody. */
  held: number;
  /** Today's first, each day once; what should have come or gone before is not expected or today's. */
  changes: StockChange[];
  /** The least that can be ordered: a step, or a piece. */
  least: number;
  /** What a piece comes to of what is counted in pounds and sold by the piece; else null. */
  pieceLb: number | null;
}

/** How stock is kept, in a word or two. */
export const trackingText: Record<StockTracking, string> = {
  none: "Not tracked",
  lb: "Counted in pounds",
  pieces: "Counted in pieces",
  closed: "Sold out, by hand",
};

/** What pages say of a product that is not simply there. */
export type ShownStock =
  | { kind: "out"; until: string | null }
  | { kind: "low"; left: number; unit: StockUnit };

/** What can be had on which days: from each day on as much, until the next. Null for as much as one likes. */
export interface StockOffer {
  unit: StockUnit;
  from: { day: string; most: number | null }[];
}

const isCounted = ({ tracking }: Pick<StockFacts, "tracking">) => tracking !== "closed";

export function unitOfStock({ tracking }: Pick<StockFacts, "tracking">): StockUnit {
  return tracking === "pieces" ? "pieces" : "lb";
}

/**
 * What can be promised for a day: on hand and not on hold, and what comes until then, less what is reserved until then. Of
 * every later day too, since what is promised now is not there for those who were promised it before.
 * Below nothing where more was packed or lost than there was.
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

/**
 * What is left on a day once its orders and those before have theirs, and what comes until then is there: the day's
 * own figure, whatever later days take.
 */
export function leftOn({ onHand, held, changes }: StockFacts, day: string): number {
  return changes.reduce(
    (left, change) => (change.day <= day ? left + change.incoming - change.reserved : left),
    onHand - held,
  );
}

/** An amount of a product's stock as it is ordered: whole pieces or steps. */
export function asOrdered(
  facts: Pick<StockFacts, "tracking" | "least" | "pieceLb">,
  amount: number,
): { amount: number; unit: StockUnit } {
  const { pieceLb, least } = facts;
  const there = Math.max(0, amount);
  if (pieceLb) return { amount: Math.floor(there / pieceLb), unit: "pieces" };
  return { amount: Math.floor(there / least) * least, unit: unitOfStock(facts) };
}

/** The most that can be ordered for a day; null for no limit. Negative where too much is promised. */
export function limitOn(facts: StockFacts, day: string): number | null {
  if (isCounted(facts)) return availableOn(facts, day);
  return facts.closedUntil !== null && day >= facts.closedUntil ? null : 0;
}

/** The first day from which at least the least can be had, after `today`; null if none is known. */
export function nextDay(facts: StockFacts, today: string): string | null {
  if (!isCounted(facts)) return facts.closedUntil;
  const days = facts.changes.filter(({ day, incoming }) => incoming > 0 && day > today);
  const next = days
    .map(({ day }) => day)
    .sort()
    .find((day) => availableOn(facts, day) >= facts.least);
  return next ?? null;
}

/** What is said to whoever wants more: pounds or pieces, and "There are 12 lb at the moment." */
export interface MostShown {
  amount: number;
  words: string;
}

/** What pages say of it today; null where it is simply there. */
export function shownStock(facts: StockFacts, today: string): ShownStock | null {
  const most = limitOn(facts, today);
  if (most === null) return null;
  if (most < facts.least) return { kind: "out", until: nextDay(facts, today) };
  if (facts.lowAt === null || most > facts.lowAt) return null;
  const { amount, unit } = asOrdered(facts, most);
  return { kind: "low", left: amount, unit };
}

/** What can be had today of what is not sold out, as it is ordered; null for no limit. */
export function mostShown(facts: StockFacts, today: string): MostShown | null {
  const most = limitOn(facts, today);
  if (most === null || most < facts.least) return null;
  const { amount, unit } = asOrdered(facts, most);
  const words = `There ${unit === "pieces" && amount === 1 ? "is" : "are"} ${stockInWords(amount, unit)} at the moment.`;
  return { amount: unit === "lb" ? amount / 100 : amount, words };
}

/** What can be had from today on, for forms that order. */
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

/** The most of an offer that can be had on a day; today without one. Null for no limit. */
export function mostOn({ from }: StockOffer, day: string | null): number | null {
  const [first] = from;
  if (!first) return null;
  const last = day === null ? first : from.findLast((one) => one.day <= day);
  return (last ?? first).most;
}

/** When there is more of an offer than on a day; null if that is not known. */
function moreFrom({ from }: StockOffer, day: string | null): string | null {
  const most = mostOn({ unit: "lb", from }, day) ?? 0;
  const today = from[0]?.day ?? "";
  const more = from.find((one) => one.day > (day ?? today) && (one.most ?? Infinity) > most);
  return more?.day ?? null;
}

/** What an order form says of an offer on a day: "At most 12 lb"; null where there is no limit. */
export function offerInWords(offer: StockOffer, day: string | null): string | null {
  const most = mostOn(offer, day);
  if (most === null) return null;
  if (most > 0) return `At most ${stockInWords(most, offer.unit)}`;
  return shownInWords({ kind: "out", until: moreFrom(offer, day) });
}

/** Why so much can't be had of an offer on a day; null if it can. */
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

/** "12 lb", "1 piece", "3 pieces". */
export function stockInWords(amount: number, unit: StockUnit): string {
  if (amount < 0) return `−${stockInWords(-amount, unit)}`;
  if (unit === "lb") return formatLb(amount / 100);
  return amount === 1 ? "1 piece" : `${amount.toLocaleString("en-CA")} pieces`;
}

/** What pages say: "Sold out until Thursday, December 3", "Last 12 lb". */
export function shownInWords(shown: ShownStock, dayInWords = dateInWords): string {
  if (shown.kind === "low") return `Last ${stockInWords(shown.left, shown.unit)}`;
  return shown.until ? `Sold out until ${dayInWords(shown.until)}` : "Sold out";
}

/** A line, or several of one product, as stock counts them. */
export interface AskedOfStock {
  productId: string;
  /** Pounds with two decimals. */
  quantity: string;
  /** Null for what is ordered by the pound. */
  pieces: number | null;
}

/** What a line takes of a stock; of one that counts pieces, as many as its pounds come to. */
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

/** The least of a product that can be ordered. */
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

/** More was asked for of a product than can be had. */
export interface StockLack {
  productId: string;
  name: string;
  unit: StockUnit;
  /** What can be had for the day, all lines of the order together. */
  left: number;
  /** The day that was asked for; null for none. */
  day: string | null;
  /** From when there is more; null if that is not known. */
  next: string | null;
}

/** Said of a line: "Only 12 lb of Striploin are left for Thursday, December 3." */
export function lackInWords({ name, unit, left, day, next }: StockLack): string {
  const when = day === null ? "" : ` for ${dateInWords(day)}`;
  const more = next !== null && (day === null || next > day) ? dateInWords(next) : null;
  if (left <= 0) {
    const until = more ? ` It can be had again from ${more}.` : "";
    return `${name} is sold out${when}.${until}`;
  }
  const are = unit === "pieces" && left === 1 ? "is" : "are";
  const later = more ? ` There is more from ${more}.` : "";
  return `Only ${stockInWords(left, unit)} of ${name} ${are} left${when}.${later}`;
}
