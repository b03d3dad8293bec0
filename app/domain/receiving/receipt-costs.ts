import {
  boxesTotalCents,
  lineTotalCents,
  partOfCents,
  sharedCents,
  sumCents,
} from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import { sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { Pricing } from "#db/schema/values/meat/receiving.ts";

/** The parts of a line that determine its cost. Pounds have at most two decimals. */
export interface PricedLine {
  isAccepted: boolean;
  boxes: number;
  lb: string;
  pricedBy: Pricing | null;
  /** Per unit of `pricedBy`. */
  priceCents: Cents | null;
  /** Pounds on the invoice; null if they equal the received ones. */
  invoicedLb: string | null;
  invoicedCents: Cents | null;
}

/** The cost and the claim of a line add up to what the supplier bills. */
export interface LineCost {
  invoicedCents: Cents;
  /** The amount due for the goods. */
  costCents: Cents;
  /** The amount billed beyond that. */
  claimedCents: Cents;
}

/**
 * Returns the cost and the claim of a line; null if its price is unknown. Missing goods, refused
 * goods and amounts billed above the price are claimed; if the supplier bills too little, only that
 * is due. Refused goods are only claimed once their pounds or amount on the invoice are entered, 0
 * for none.
 */
export function costOf(line: PricedLine): LineCost | null {
  const { pricedBy, priceCents } = line;
  if (!line.isAccepted) {
    if (line.invoicedLb === null && line.invoicedCents === null) return null;
    if (line.invoicedCents === null && toHundredthsLb(line.invoicedLb ?? 0) === 0)
      return split(0, 0);
  }
  if (pricedBy === null || priceCents === null) {
    const billed = line.invoicedCents;
    return billed === null ? null : split(billed, line.isAccepted ? billed : 0);
  }
  const received = dueFor(pricedBy, priceCents, line);
  const invoicedCents = line.invoicedCents ?? billedFor(pricedBy, priceCents, line) ?? received;
  return split(invoicedCents, line.isAccepted ? received : 0);
}

function split(invoicedCents: Cents, dueCents: Cents): LineCost {
  const costCents = Math.min(invoicedCents, dueCents);
  return { invoicedCents, costCents, claimedCents: invoicedCents - costCents };
}

function dueFor(pricedBy: Pricing, price: Cents, { lb, boxes, invoicedLb }: PricedLine): Cents {
  if (pricedBy === "lb") return lineTotalCents(price, toHundredthsLb(lb));
  if (pricedBy === "box") return boxesTotalCents(price, boxes);
  // A total price covers all that is billed; a short delivery costs its share.
  const [came, billed] = [toHundredthsLb(lb), toHundredthsLb(invoicedLb ?? lb)];
  return billed > came ? partOfCents(price, came, billed) : price;
}

/** Returns the amount billed for the invoice's pounds; null if it names none. */
function billedFor(pricedBy: Pricing, price: Cents, { invoicedLb }: PricedLine): Cents | null {
  if (pricedBy === "total") return price;
  if (pricedBy === "box" || invoicedLb === null) return null;
  return lineTotalCents(price, toHundredthsLb(invoicedLb));
}

/** In cents. */
export interface ReceiptSums {
  /** Of the lines whose cost is known. */
  costCents: Cents;
  claimedCents: Cents;
  /** Pounds of unknown cost, in hundredths. */
  unknownLb: number;
  /** Refused pounds without an entry of what is billed, in hundredths. */
  unbilledLb: number;
}

/**
 * Returns what the supplier's invoice should say for the accepted goods, and what it says with all
 * that is claimed. Both include freight; refused goods without an entry are left out.
 */
export function invoiceCents(
  { costCents, claimedCents }: Pick<ReceiptSums, "costCents" | "claimedCents">,
  freightCents: Cents,
): { dueCents: Cents; billedCents: Cents } {
  const dueCents = costCents + freightCents;
  return { dueCents, billedCents: dueCents + claimedCents };
}

/** Sums up lines. Those of unknown cost are left out, and their pounds reported. */
export function receiptSums(
  lines: readonly {
    isAccepted: boolean;
    lb: string;
    costCents: Cents | null;
    claimedCents: Cents | null;
  }[],
): ReceiptSums {
  const unknown = lines.filter(({ costCents }) => costCents === null);
  const lbOf = (some: typeof unknown) => sumLb(some.map(({ lb }) => lb));
  return {
    costCents: sumCents(lines, ({ costCents }) => costCents ?? 0),
    claimedCents: sumCents(lines, ({ claimedCents }) => claimedCents ?? 0),
    unknownLb: lbOf(unknown.filter(({ isAccepted }) => isAccepted)),
    unbilledLb: lbOf(unknown.filter(({ isAccepted }) => !isAccepted)),
  };
}

/** `creditedCents` is what the supplier credited of its claim. */
type CreditedLine = PricedLine & { creditedCents?: Cents | null };

/**
 * Returns the cost of each line of a receipt, and its share of freight and uncredited claims, exact
 * in sum. Freight is divided by pounds between accepted lines. A line bears what the supplier
 * didn't credit of its claim; a refused line has no meat, so the accepted lines bear its part by
 * pounds. If no line was accepted, nothing is divided.
 *
 * @param isSettled false while the claim is open, which the supplier may still credit as a whole
 */
export function costsOfReceipt(
  lines: readonly CreditedLine[],
  { freightCents, isSettled }: { freightCents: Cents; isSettled: boolean },
): { costCents: Cents | null; claimedCents: Cents | null; shareCents: Cents }[] {
  const costs = lines.map(costOf);
  const lost = lines.map(({ creditedCents }, place) =>
    isSettled ? Math.max(0, (costs[place]?.claimedCents ?? 0) - (creditedCents ?? 0)) : 0,
  );
  const lostOf = (place: number) => (lines[place]?.isAccepted ? (lost[place] ?? 0) : 0);
  const ofRefused = sumCents([...lines.keys()], (place) => (lost[place] ?? 0) - lostOf(place));
  const weights = lines.map(({ isAccepted, lb }) => toHundredthsLb(isAccepted ? lb : 0));
  const shares = sharedCents(freightCents + ofRefused, weights);
  return costs.map((cost, place) => ({
    costCents: cost?.costCents ?? null,
    claimedCents: cost?.claimedCents ?? null,
    shareCents: (shares[place] ?? 0) + lostOf(place),
  }));
}

export const pricingLabels: Record<Pricing, string> = {
  lb: "per lb",
  box: "per box",
  total: "in total",
};

/** Returns "$5.20 per lb"; null if the price is unknown. */
export function lineAmount({
  pricedBy,
  priceCents,
}: {
  pricedBy: Pricing | null;
  priceCents: number | null;
}): string | null {
  if (pricedBy === null || priceCents === null) return null;
  return `${formatCents(priceCents)} ${pricingLabels[pricedBy]}`;
}
