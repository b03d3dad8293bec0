import { lineTotalCents } from "#app/lib/line-totals.ts";
import { toCents } from "#app/lib/money.ts";
import type { DraftLine, OrderableProduct, OrderDraft } from "./draft/order-draft.ts";
import { readPounds } from "./order-quantity.ts";
import { notSold } from "./order-refusals.ts";

/** A draft line with the product's current price. */
export interface SummaryLine extends DraftLine {
  /** Dollars per lb now; null when the product is not sold any more. */
  pricePerLb: string | null;
  /** Whether the price differs from the one seen. */
  isRepriced: boolean;
  /** Why it can't be ordered: the product is no longer sold, or the quantity is invalid. */
  error: string | null;
  /** 0 if the quantity is invalid. */
  pounds: number;
  /** Line total at today's price; 0 if it can't be ordered. */
  cents: number;
}

/** A draft's totals. */
export interface OrderSummary {
  lines: SummaryLine[];
  gone: SummaryLine[];
  repriced: SummaryLine[];
  invalid: SummaryLine[];
  /** Number, pounds and price of the lines that can be ordered. */
  count: number;
  pounds: number;
  cents: number;
  /** Total of the same lines at the prices that were seen. */
  seenCents: number;
}

/** Totals a draft at the prices of `products`, everything for sale. */
export function summarize(draft: OrderDraft, products: readonly OrderableProduct[]): OrderSummary {
  const byId = new Map(products.map((product) => [product.id, product]));
  const summary: OrderSummary = {
    lines: [],
    gone: [],
    repriced: [],
    invalid: [],
    count: 0,
    pounds: 0,
    cents: 0,
    seenCents: 0,
  };
  let hundredths = 0;
  for (const draftLine of draft.lines) {
    const product = byId.get(draftLine.productId);
    const reading = readPounds(draftLine.quantity);
    const pounds = "pounds" in reading ? reading.pounds : "0";
    const pricePerLb = product?.pricePerLb ?? null;
    const seen = seenPriceCents(draftLine);
    const isRepriced = pricePerLb !== null && toCents(pricePerLb) !== seen;
    const name = product?.name || draftLine.name || "One product";
    const error = pricePerLb === null ? notSold : "error" in reading ? reading.error : null;
    const cents = pricePerLb && !error ? lineTotalCents(toCents(pricePerLb), pounds) : 0;
    const changes = { name, pricePerLb, isRepriced, error, pounds: Number(pounds), cents };
    const line = { ...draftLine, ...changes };
    summary.lines.push(line);
    if (isRepriced) summary.repriced.push(line);
    if (pricePerLb === null) summary.gone.push(line);
    else if (error) summary.invalid.push(line);
    else {
      hundredths += toCents(pounds);
      summary.count += 1;
      summary.cents += cents;
      summary.seenCents += lineTotalCents(seen, pounds);
    }
  }
  summary.pounds = hundredths / 100;
  return summary;
}

/** Cents per lb that were seen; 0 if a forged form sent something else. */
export function seenPriceCents({ seenPricePerLb }: DraftLine): number {
  return /^\d{1,8}(\.\d{1,2})?$/.test(seenPricePerLb) ? toCents(seenPricePerLb) : 0;
}
