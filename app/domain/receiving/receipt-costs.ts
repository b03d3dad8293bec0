import {
  boxesTotalCents,
  lineTotalCents,
  partOfCents,
  sharedCents,
  sumCents,
} from "#app/lib/amounts/line-totals.ts";
import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { Pricing } from "#db/schema/values/meat/receiving.ts";

/** What the cost of a line follows from. Pounds are text with at most two decimals. */
export interface PricedLine {
  isAccepted: boolean;
  boxes: number;
  lb: string;
  pricedBy: Pricing | null;
  /** For what `pricedBy` says. */
  priceCents: Cents | null;
  /** What the invoice says, where that differs; null for as received. */
  invoicedLb: string | null;
  invoicedCents: Cents | null;
}

/** What a line costs. Cost and claim together are what the supplier bills. */
export interface LineCost {
  invoicedCents: Cents;
  /** What is paid for the goods. */
  costCents: Cents;
  /** What is billed beyond that, and asked back. */
  claimedCents: Cents;
}

/**
 * What is paid for a line and claimed of it; null where its price is not known. What came short is
 * claimed, all of what was refused is, and so is what the invoice bills above the price; of what the
 * supplier bills too little only that is paid.
 */
export function costOf(line: PricedLine): LineCost | null {
  const { pricedBy, priceCents } = line;
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

/** The price of what came. */
function dueFor(pricedBy: Pricing, price: Cents, { lb, boxes, invoicedLb }: PricedLine): Cents {
  if (pricedBy === "lb") return lineTotalCents(price, toHundredthsLb(lb));
  if (pricedBy === "box") return boxesTotalCents(price, boxes);
  // The price of all that is billed; of what came short a part.
  const [came, billed] = [toHundredthsLb(lb), toHundredthsLb(invoicedLb ?? lb)];
  return billed > came ? partOfCents(price, came, billed) : price;
}

/** What the invoice bills by the pounds on it; null where it names none. */
function billedFor(pricedBy: Pricing, price: Cents, { invoicedLb }: PricedLine): Cents | null {
  if (pricedBy === "total") return price;
  if (pricedBy === "box" || invoicedLb === null) return null;
  return lineTotalCents(price, toHundredthsLb(invoicedLb));
}

/** The sums of a receipt, in cents. */
export interface ReceiptSums {
  /** Of the lines whose cost is known. */
  costCents: Cents;
  claimedCents: Cents;
  /** Pounds whose cost is not known, in hundredths. */
  unknownLb: number;
}

/** What lines come to; those without a known cost are left out, and their pounds named. */
export function receiptSums(
  lines: readonly {
    isAccepted: boolean;
    lb: string;
    costCents: Cents | null;
    claimedCents: Cents | null;
  }[],
): ReceiptSums {
  const unknown = lines.filter(({ costCents, isAccepted }) => costCents === null && isAccepted);
  return {
    costCents: sumCents(lines, ({ costCents }) => costCents ?? 0),
    claimedCents: sumCents(lines, ({ claimedCents }) => claimedCents ?? 0),
    unknownLb: unknown.reduce((sum, { lb }) => sum + toHundredthsLb(lb), 0),
  };
}

/**
 * The cost of each line of a receipt, and its share of the freight, by pounds among the accepted ones, and of what
 * the supplier did not credit, by what was claimed of each; of refused ones, of which there is no meat, the accepted
 * bear it by pounds. Exact in sum. Where none was accepted nobody bears it.
 */
export function costsOfReceipt(
  lines: readonly PricedLine[],
  { freightCents, creditedCents }: { freightCents: Cents; creditedCents: Cents | null },
): { costCents: Cents | null; claimedCents: Cents | null; shareCents: Cents }[] {
  const costs = lines.map(costOf);
  const claims = costs.map((cost) => cost?.claimedCents ?? 0);
  const claimed = sumCents(claims, (cents) => cents);
  const uncredited = creditedCents === null ? 0 : Math.max(0, claimed - creditedCents);
  const lost = sharedOut(uncredited, claims);
  const lostOf = (place: number) => (lines[place]?.isAccepted ? (lost[place] ?? 0) : 0);
  const ofRefused = uncredited - sumCents([...lines.keys()], lostOf);
  const weights = lines.map(({ isAccepted, lb }) => toHundredthsLb(isAccepted ? lb : 0));
  const shares = sharedCents(freightCents + ofRefused, weights);
  return costs.map((cost, place) => ({
    costCents: cost?.costCents ?? null,
    claimedCents: cost?.claimedCents ?? null,
    shareCents: (shares[place] ?? 0) + lostOf(place),
  }));
}
