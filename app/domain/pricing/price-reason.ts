import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatDay, formatFullDay } from "#app/lib/dates.ts";
import type { LinePriceSource } from "#db/schema/values/money.ts";

/** Why a customer pays this price for a product. Prices are dollars per lb. */
export interface PriceReason {
  /** The catalogue, one of the customer's lists, their own price, or staff for one line. */
  source: LinePriceSource;
  /** The list's name, the note on the customer's own price, or the staff's reason; may be empty. */
  sourceName: string;
  /** The last delivery day it is valid for; null for no end. */
  endsOn: string | null;
  basePricePerLb: string;
  /** The price on their last invoice with this product; null if none in the last year. */
  last: { pricePerLb: string; issuedOn: string } | null;
}

/** A product as offered to a customer: `pricePerLb` is their price. */
export interface OfferedProduct extends Omit<ProductSummary, "imageUrl" | "slug"> {
  reason: PriceReason;
  /** Minimum pounds of an order; null for none. */
  minLb: string | null;
  /** The number by which external lists refer to it; null for none. */
  itemNumber?: number | null;
}

/** The difference for deliveries on a later day. */
export interface LaterOffer extends Pick<OfferedProduct, "pricePerLb" | "minLb"> {
  reason: Omit<PriceReason, "last">;
}

/**
 * Explains a product's price: "Your price until Dec 31, 2026 · catalogue $27.99/lb · 50¢ less than
 * on Nov 3". Null without a reason. `whose` is "Their" for staff.
 */
export function whyThisPrice(
  { pricePerLb, reason }: { pricePerLb: string; reason: PriceReason },
  whose: "Your" | "Their" = "Your",
): string | null {
  const parts = [
    sourceInWords(reason, whose),
    baseInWords(pricePerLb, reason),
    change(pricePerLb, reason),
  ];
  return parts.filter(Boolean).join(" · ") || null;
}

function sourceInWords(
  { source, sourceName, endsOn }: PriceReason,
  whose: "Your" | "Their",
): string | null {
  if (source === "base") return null;
  if (source === "desk") return `Price set for this order: ${sourceName}`;
  const what = source === "customer" ? `${whose} price` : `${whose} list “${sourceName}”`;
  return endsOn ? `${what} until ${formatFullDay(endsOn)}` : what;
}

function baseInWords(pricePerLb: string, { source, basePricePerLb }: PriceReason): string | null {
  if (source === "base" || basePricePerLb === pricePerLb) return null;
  return `catalogue ${formatPricePerLb(toCents(basePricePerLb))}`;
}

function change(pricePerLb: string, { last }: PriceReason): string | null {
  if (!last) return null;
  const cents = toCents(pricePerLb) - toCents(last.pricePerLb);
  if (cents === 0) return null;
  const amount = Math.abs(cents);
  const words = amount < 100 ? `${amount}¢` : formatCents(amount);
  return `${words} ${cents > 0 ? "more" : "less"} than on ${formatDay(last.issuedOn)}`;
}
