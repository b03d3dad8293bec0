import { type CostLine, costLine, goodsCents } from "#app/domain/orders/order-costs.ts";
import {
  leastError,
  pieceWeight,
  poundUnit,
  readQuantity,
  stepError,
  typedInWords,
} from "#app/domain/orders/order-quantity.ts";
import { notAvailable, sameLineTwice } from "#app/domain/orders/order-refusals.ts";
import { readWish } from "#app/domain/orders/wishes/wish.ts";
import { whyThisPrice } from "#app/domain/pricing/price-reason.ts";
import { lackOfOffer } from "#app/domain/stock/stock.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { formatLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import {
  asSoldNow,
  type DraftLine,
  lineLike,
  type OrderableProduct,
  type OrderDraft,
} from "./order-draft.ts";

/** A draft line with the product's current price and unit; `quantity` is in that unit. */
export interface SummaryLine extends DraftLine {
  /** Present dollars per lb; null if the product is no longer sold. */
  pricePerLb: string | null;
  /** The product's present unit; the one seen if it is no longer sold. */
  unit: string;
  isRepriced: boolean;
  /** Why it has this price (`whyThisPrice`); null without a reason. */
  why: string | null;
  /** How the unit changed, in words; null if it didn't. */
  resold: string | null;
  /** Why it can't be ordered: no longer sold, or an invalid or too small quantity. */
  error: string | null;
  /** 0 if the quantity is invalid; pieces count at their typical weight. */
  pounds: number;
  /** The quantity in words; as typed if invalid. */
  ordered: string;
  /** The same in the unit that was seen. */
  seenOrdered: string;
  /** The estimate at today's price; 0 if it can't be ordered. */
  cents: number;
}

export interface OrderSummary {
  lines: SummaryLine[];
  gone: SummaryLine[];
  changed: SummaryLine[];
  invalid: SummaryLine[];
  /** Of the lines that can be ordered: products, pounds and estimate. */
  count: number;
  pounds: number;
  cents: number;
  /** For `costsWithFee`. */
  costLines: CostLine[];
  /** True if some are sold by the piece, so that their pounds are typical ones. */
  hasPieces: boolean;
  /** The estimate at the prices and units that were seen. */
  seenCents: number;
}

/**
 * Totals a draft at the prices and in the units of `products`, everything for sale.
 *
 * @param options.whose "Their" if staff read it
 * @param options.day the delivery day, whose stock counts; null for today
 * @param options.isForced true if staff have a reason to promise more than is available
 */
export function summarize(
  draft: OrderDraft,
  products: readonly OrderableProduct[],
  {
    whose = "Your",
    day = null,
    isForced = false,
  }: { whose?: "Your" | "Their"; day?: string | null; isForced?: boolean } = {},
): OrderSummary {
  const byId = new Map(products.map((product) => [product.id, product]));
  const summary: OrderSummary = {
    lines: [],
    gone: [],
    changed: [],
    invalid: [],
    count: 0,
    pounds: 0,
    cents: 0,
    costLines: [],
    hasPieces: false,
    seenCents: 0,
  };
  const pounds: number[] = [];
  const counted = new Set<string>();
  const lines = draft.lines.map((line) => {
    const product = byId.get(line.productId);
    return product ? soldLine(line, product, whose) : goneLine(line);
  });
  for (const [index, draftLine] of draft.lines.entries()) {
    const product = byId.get(draftLine.productId);
    const line = lines[index] as SummaryLine;
    line.error ??=
      (lineLike(draft.lines, draftLine) === draftLine ? null : sameLineTwice) ??
      (product ? tooLittle(line, lines, product) : null) ??
      (product && !isForced ? tooMuch(line, lines, product, day) : null);
    if (line.error) line.cents = 0;
    summary.lines.push(line);
    if (line.isRepriced || line.resold) summary.changed.push(line);
    if (!product) summary.gone.push(line);
    else if (line.error) summary.invalid.push(line);
    else {
      counted.add(line.productId);
      pounds.push(line.pounds);
      summary.costLines.push(costLine(product, line.pounds));
      summary.hasPieces ||= product.soldBy === "piece";
      summary.seenCents += seenEstimateCents(draftLine);
    }
  }
  summary.count = counted.size;
  summary.cents = goodsCents(summary.costLines);
  summary.pounds = sumLb(pounds) / 100;
  return summary;
}

/** Returns the cents per lb that were seen; 0 for a forged value. */
export function seenPriceCents({ seenPricePerLb }: DraftLine): number {
  return /^\d{1,8}(\.\d{1,2})?$/.test(seenPricePerLb) ? toCents(seenPricePerLb) : 0;
}

function soldLine(
  draftLine: DraftLine,
  product: OrderableProduct,
  whose: "Your" | "Their",
): SummaryLine {
  const { pricePerLb, orderStepLb } = product;
  const { quantity, unit } = asSoldNow(draftLine, product);
  const reading = readQuantity(quantity, unit);
  const problem = "error" in reading ? reading.error : null;
  const pounds = "error" in reading ? "0" : reading.pounds;
  const wish = readWish(draftLine.wish);
  const error =
    problem ??
    (unit === poundUnit ? stepError(pounds, orderStepLb) : null) ??
    ("error" in wish ? wish.error : null);
  return {
    ...draftLine,
    name: product.name || nameOf(draftLine),
    quantity,
    unit,
    pricePerLb,
    why: product.reason ? whyThisPrice({ pricePerLb, reason: product.reason }, whose) : null,
    isRepriced: toCents(pricePerLb) !== seenPriceCents(draftLine),
    resold: unit === draftLine.seenUnit ? null : resoldInWords(draftLine, { quantity, unit }),
    error,
    pounds: Number(pounds),
    ordered: typedInWords(quantity, unit),
    seenOrdered: seenInWords(draftLine),
    cents: error ? 0 : lineTotalCents(toCents(pricePerLb), toHundredthsLb(pounds)),
  };
}

/** True if a product's lines together are below the minimum of the customer's price list. */
function tooLittle(
  { productId }: SummaryLine,
  lines: readonly SummaryLine[],
  product: OrderableProduct,
): string | null {
  const own = lines.filter((line) => line.productId === productId).map(({ pounds }) => pounds);
  return leastError(toPounds(sumLb(own)), product.minLb ?? null, product);
}

/** True if a product's lines together exceed what is left of it. */
function tooMuch(
  { productId, name }: SummaryLine,
  lines: readonly SummaryLine[],
  { left }: OrderableProduct,
  day: string | null,
): string | null {
  if (!left) return null;
  const amounts = lines
    .filter((line) => line.productId === productId)
    .map(({ quantity, unit }) => {
      const reading = readQuantity(quantity, unit);
      if ("error" in reading) return 0;
      return left.unit === "pieces" ? (reading.pieces ?? 0) : toHundredthsLb(reading.pounds);
    });
  const amount = amounts.reduce<number>((sum, one) => sum + one, 0);
  return lackOfOffer(left, { productId, name }, amount, day);
}

function goneLine(draftLine: DraftLine): SummaryLine {
  const { quantity, seenUnit: unit } = draftLine;
  const reading = readQuantity(quantity, unit);
  return {
    ...draftLine,
    name: nameOf(draftLine),
    unit,
    pricePerLb: null,
    isRepriced: false,
    why: null,
    resold: null,
    error: notAvailable,
    pounds: "error" in reading ? 0 : Number(reading.pounds),
    ordered: typedInWords(quantity, unit),
    seenOrdered: seenInWords(draftLine),
    cents: 0,
  };
}

function seenInWords({ quantity, seenUnit }: DraftLine): string {
  return typedInWords(quantity, seenUnit);
}

function nameOf({ name }: DraftLine): string {
  return name || "One product";
}

function seenEstimateCents(line: DraftLine): number {
  const reading = readQuantity(line.quantity, line.seenUnit);
  return "error" in reading
    ? 0
    : lineTotalCents(seenPriceCents(line), toHundredthsLb(reading.pounds));
}

function resoldInWords(
  { quantity, seenUnit }: DraftLine,
  now: { quantity: string; unit: string },
): string {
  const before = pieceWeight(seenUnit);
  const pieceLb = pieceWeight(now.unit);
  if (before !== null && pieceLb !== null) {
    return `a piece was about ${lb(before)}, now about ${lb(pieceLb)}`;
  }
  const sold = `now sold by the ${pieceLb === null ? "pound" : "piece"}`;
  if ("error" in readQuantity(quantity, seenUnit)) return sold;
  return `${sold}, so ${typedInWords(now.quantity, now.unit)} instead of ${typedInWords(quantity, seenUnit)}`;
}

function lb(pounds: string): string {
  return formatLb(Number(pounds));
}
