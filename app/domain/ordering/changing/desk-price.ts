import { perCentOf } from "#app/lib/amounts/line-totals.ts";
import { formatPricePerLb, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsOf, isWithin, numberBounds } from "#app/lib/form/typed-numbers.ts";

export interface TypedPrice {
  pricePerLb: string;
  reason: string;
}

export interface PriceRule {
  /** Maximum deviation in percent from the customer's price that day, either way; null for none. */
  withinPct: number | null;
}

/** Maximum characters of a reason, as stored with the line's price source. */
export const mostPriceReason = 120;

/** The new price, or the error in it; null if the line keeps its price. */
type DeskPrice =
  | { pricePerLb: string; reason: string }
  | { problem: { at: keyof TypedPrice; message: string } }
  | null;

/**
 * Returns the line price set by staff. It needs a reason, which the client reads on the order and
 * in the email about the change.
 *
 * @param line.pricePerLb the current price in dollars
 * @param todays the customer's price on the order's day; null if the product isn't sold any more
 */
export function deskPrice(
  typed: TypedPrice | undefined,
  line: { pricePerLb: string },
  todays: string | null,
  { withinPct }: PriceRule,
): DeskPrice {
  if (!typed || typed.pricePerLb.trim() === "") return null;
  const cents = hundredthsOf(typed.pricePerLb);
  if (!isWithin(cents, numberBounds.pricePerLb)) {
    return wrong("pricePerLb", "Please enter a price in dollars per lb, such as 12.50");
  }
  if (cents === toCents(line.pricePerLb)) return null;
  const limit = withinPct === null ? null : limitProblem(cents, todays, withinPct);
  if (limit) return wrong("pricePerLb", limit);
  const reason = typed.reason.replace(/\s+/g, " ").trim();
  if (reason === "") return wrong("reason", "Please say why: the client reads it on the order");
  if (reason.length > mostPriceReason) {
    return wrong("reason", `Please keep it within ${mostPriceReason} characters`);
  }
  return { pricePerLb: toDollars(cents), reason };
}

function wrong(at: keyof TypedPrice, message: string) {
  return { problem: { at, message } };
}

function limitProblem(cents: number, todays: string | null, withinPct: number): string | null {
  if (withinPct === 0) return "Your role changes no prices. Please ask an owner.";
  if (todays === null) {
    return "This product is no longer sold, so an owner sets its price";
  }
  const usual = toCents(todays);
  const span = perCentOf(usual, withinPct);
  const [least, most] = [Math.max(usual - span, 1), usual + span];
  if (cents >= least && cents <= most) return null;
  return `Your role sets it from ${formatPricePerLb(least)} to ${formatPricePerLb(most)}. Please ask an owner.`;
}
