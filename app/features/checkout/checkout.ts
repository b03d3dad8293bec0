import { upcomingDays } from "#app/domain/delivery/days.ts";
import {
  type ChosenDelivery,
  chosenDelivery,
  type DeliveryOffer,
  type OfferedDay,
  offeredDay,
  offeredDays,
} from "#app/domain/delivery/delivery-offer.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { type DeliveryRules, zoneAt } from "#app/domain/delivery/rules.ts";
import { alwaysOpen } from "#app/domain/delivery/site-hours.ts";
import type { OrderSummary } from "#app/domain/drafts/order-summary.ts";
import type { CartMost } from "#app/domain/orders/order-costs.ts";
import { costsWithFee, type OrderCosts } from "#app/domain/orders/order-costs.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { formatPostalCode, readPostalCode } from "#app/lib/postal-code.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";
import type { CheckoutStep, DroppedLine, KeptField } from "./checkout-form.ts";

/** All of it is recalculated from the request. */
export interface CheckoutView {
  step: CheckoutStep;
  requestId: string;
  kept: Record<KeptField, string>;
  summary: OrderSummary;
  images: Record<string, string | null>;
  /** The line just removed, which can be restored. */
  dropped: DroppedLine | null;
  gone: string[];
  /** Null while no days are set up; orders are then placed without one. */
  delivery: CheckoutDelivery | null;
  costs: CheckoutCosts;
  /** Minimum for any order, whatever its day says, in cents. */
  shopMinimumCents: number;
  ways: PaymentWay[];
  holdOn: string | null;
  etransferNote: string;
  /** Time limit for confirming the address when paying by e-transfer: "within 24 hours". */
  confirmWithin: string;
  /** Messages by field; `message` is about the order as a whole. */
  errors: Record<string, string[]>;
  message: string | null;
  /** True if the code mailed to the order's address is needed. */
  asksCode: boolean;
  otherDays: { key: string; words: string }[];
}

export interface CheckoutDelivery {
  chosen: ChosenDelivery;
  words: string | null;
  /** A postal code that we don't deliver to: "V0N 1B0". */
  unserved: string | null;
}

/** Cents. */
export interface CheckoutCosts extends OrderCosts {
  fee: { label: string; cents: number } | null;
  /** What is missing to the day's minimum; 0 if it is met. */
  missingCents: number;
  minimumCents: number;
}

/** Returns a postal code's retail days: deliveries of its zone, and pickups. */
function retailOffer(rules: DeliveryRules, typed: string, now: Date): DeliveryOffer {
  const read = readPostalCode(typed);
  const postalCode = read.ok ? read.postalCode : "";
  const zone = zoneAt(rules, postalCode);
  return {
    sites: [
      {
        id: "",
        name: "",
        address: "",
        postalCode,
        sharedDays: [],
        coming: [],
        ...alwaysOpen,
        zoneId: zone && !zone.wholesaleOnly ? zone.id : null,
      },
    ],
    zones: rules.zones
      .filter(({ wholesaleOnly }) => !wholesaleOnly)
      .map((one) => ({
        id: one.id,
        kind: one.kind,
        name: one.name,
        place: one.place,
        days: upcomingDays(one, rules.exceptions, now, { limit: offeredDays }).map((day) =>
          offeredDay(day, rules.unavailable),
        ),
      })),
  };
}

/**
 * Returns the choices for a postal code, with the selected day. The default is the first delivery
 * whose minimum the order meets, else the first with room.
 */
export function retailDelivery(
  rules: DeliveryRules,
  { postalCode, day }: { postalCode: string; day: string },
  order: { estimateCents: number; shopMinimumCents: number },
  now: Date,
): CheckoutDelivery {
  const offer = retailOffer(rules, postalCode, now);
  const first = chosenDelivery(offer, { site: "", day }, order);
  const instead = day === "" && first.day && belowDay(first.day, order) > 0;
  const met = instead
    ? daysThatDo(first, order).find(({ zoneId }) => zoneId === first.zone?.id)
    : undefined;
  const chosen = met ? chosenDelivery(offer, { site: "", day: met.key }, order) : first;
  const read = readPostalCode(postalCode);
  if (postalCode.trim() === "") return { chosen, words: null, unserved: null };
  if (!read.ok) return { chosen, words: read.words, unserved: null };
  const code = formatPostalCode(read.postalCode);
  if (offer.sites[0]?.zoneId) return { chosen, words: `We deliver to ${code}.`, unserved: null };
  return { chosen, words: `We do not deliver to ${code} yet.`, unserved: code };
}

/** Figures that minimums are checked against. */
export interface Judged {
  estimateCents: number;
  shopMinimumCents: number;
}

/** Returns what an order lacks to a day's minimum, in cents; 0 if it is met. */
export function belowDay(day: OfferedDay, { estimateCents, shopMinimumCents }: Judged): number {
  const terms = { estimateCents, shopMinimumCents, isShared: false };
  return Math.max(0, deliveryTerms(day, terms).minimumCents - estimateCents);
}

/** Returns the lowest minimum for pickup, in cents; null if there is no pickup. */
export function pickupMinimum({ zones }: ChosenDelivery, order: Judged): number | null {
  const days = zones.flatMap(({ kind, days: of }) => (kind === "pickup" ? of : []));
  const least = days.map((day) => deliveryTerms(day, { ...order, isShared: false }).minimumCents);
  return least.length > 0 ? Math.min(...least) : null;
}

/** Returns the days with room for an order whose minimum it meets, deliveries before pickups. */
export function daysThatDo({ zones }: ChosenDelivery, order: Judged): OfferedDay[] {
  const days = zones.flatMap((zone) => zone.days);
  return days.filter((day) => !day.isFull && belowDay(day, order) === 0);
}

/** Returns the cart's maximum total: the checkout's figure, what it includes, and for which day. */
export function cartMost(
  view: Pick<CheckoutView, "costs" | "delivery" | "kept" | "summary">,
): CartMost {
  const { delivery, kept } = view;
  const day = delivery?.chosen.day ?? null;
  const read = readPostalCode(kept.postalCode);
  const isKnown = day !== null && read.ok;
  const way =
    isKnown && day.kind === "delivery"
      ? `Earliest delivery to ${formatPostalCode(read.postalCode)}`
      : "Earliest pickup";
  const lacks = lacksIn(view.summary);
  if (lacks.length > 0) return { words: null, lacks, to: null, goal: null };
  return {
    words: `With tax${feeInWords(view)}.`,
    lacks,
    to: isKnown ? `${way}: ${dateInWords(day.date)}` : null,
    goal: isKnown ? goalOf(view, day) : null,
  };
}

/** Says why lines can't be ordered as they are; without them, the sum isn't the order's. */
export function lacksIn({ invalid }: Pick<OrderSummary, "invalid">): string[] {
  // An error about a quantity doesn't name the product; one about remaining stock does.
  return invalid.map(({ name, error }) => (error?.includes(name) ? error : `${name}: ${error}`));
}

/** Returns " and delivery ($12.00), at most $139.89". */
function feeInWords({
  costs: { fee, mostCents },
  delivery,
  kept,
}: Pick<CheckoutView, "costs" | "delivery" | "kept">): string {
  const most = `, at most ${formatCents(mostCents)}`;
  const kind = delivery?.chosen.day?.kind ?? null;
  const what = kind === "pickup" ? "pickup" : "delivery";
  if (fee) return ` and ${what} (${formatCents(fee.cents)})${most}`;
  if (!delivery) return most;
  const isFree = kind === "delivery" || (kind && readPostalCode(kept.postalCode).ok);
  return isFree ? ` and free ${what}${most}` : `, before any delivery fee${most}`;
}

/** Returns the day's minimum until it is reached, then the limit for free delivery, if any. */
function goalOf(
  { costs, summary: { cents } }: Pick<CheckoutView, "costs" | "summary">,
  { kind, freeFrom }: OfferedDay,
): CartMost["goal"] {
  const { missingCents, minimumCents } = costs;
  if (missingCents > 0) {
    return {
      words: `${formatCents(missingCents)} below the minimum of ${formatCents(minimumCents)}`,
      share: cents / minimumCents,
    };
  }
  if (kind !== "delivery" || freeFrom === null) return null;
  if (cents >= freeFrom) return { words: "Delivery is free", share: 1 };
  return {
    words: `Add ${formatCents(freeFrom - cents)} for free delivery`,
    share: cents / freeFrom,
  };
}

/** Returns the estimated and the maximum cost of an order, with fee and taxes. */
export function costsOf(
  { cents, costLines }: Pick<OrderSummary, "cents" | "costLines">,
  chosen: ChosenDelivery | null,
  minimumCents: number,
): CheckoutCosts {
  const { feeCents } = chosen?.terms ?? { feeCents: 0 };
  const label = chosen?.day?.kind === "pickup" ? "Pickup" : "Delivery";
  return {
    ...costsWithFee(costLines, { cents: feeCents, taxCode: chosen?.day?.feeTaxCode ?? null }),
    fee: feeCents > 0 ? { label, cents: feeCents } : null,
    missingCents: Math.max(0, minimumCents - cents),
    minimumCents,
  };
}
