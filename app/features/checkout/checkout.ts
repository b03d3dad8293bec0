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

/** What the checkout shows. Everything in it was worked out anew from what was sent. */
export interface CheckoutView {
  step: CheckoutStep;
  requestId: string;
  kept: Record<KeptField, string>;
  summary: OrderSummary;
  /** Of the products in it, by their ids. */
  images: Record<string, string | null>;
  /** A line that was just taken out, which can be put back. */
  dropped: DroppedLine | null;
  /** Names of products that were taken out, because they are no longer sold. */
  gone: string[];
  /** Null while no days are set up: then orders are placed without one. */
  delivery: CheckoutDelivery | null;
  costs: CheckoutCosts;
  /** The least that any order must come to, whatever its day says; cents. */
  shopMinimumCents: number;
  ways: PaymentWay[];
  /** When a card is authorized; see `authorizationDay`. */
  holdOn: string | null;
  etransferNote: string;
  /** Until when whoever pays by e-transfer has to confirm the address: "within 24 hours". */
  confirmWithin: string;
  /** Messages by field; `message` is about the order as a whole. */
  errors: Record<string, string[]>;
  message: string | null;
  /** Whether the code is asked for that was mailed to the order's address. */
  asksCode: boolean;
  /** Days that can be had instead of the one that was asked for. */
  otherDays: { key: string; words: string }[];
}

export interface CheckoutDelivery {
  chosen: ChosenDelivery;
  /** What is said of the postal code; null for none. */
  words: string | null;
  /** A postal code that we don't deliver to: "V0N 1B0". */
  unserved: string | null;
}

/** Cents. */
export interface CheckoutCosts extends OrderCosts {
  fee: { label: string; cents: number } | null;
  /** What is missing to the minimum of the chosen day; 0 for nothing. */
  missingCents: number;
  minimumCents: number;
}

/**
 * The days that anybody can have for a postal code: of the zone that delivers there, and where
 * orders are picked up. Zones for wholesale clients are left out.
 */
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
 * What can be chosen for a postal code, and what is: until a day is, the first delivery whose minimum the
 * order meets, and where there is none the first that has room.
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

/** What an order must come to. */
export interface Judged {
  estimateCents: number;
  shopMinimumCents: number;
}

/** What an order lacks to the minimum of a day, in cents; 0 for nothing. */
export function belowDay(day: OfferedDay, { estimateCents, shopMinimumCents }: Judged): number {
  const terms = { estimateCents, shopMinimumCents, isShared: false };
  return Math.max(0, deliveryTerms(day, terms).minimumCents - estimateCents);
}

/** The least that an order has to come to that is picked up, in cents; null where nobody can pick up. */
export function pickupMinimum({ zones }: ChosenDelivery, order: Judged): number | null {
  const days = zones.flatMap(({ kind, days: of }) => (kind === "pickup" ? of : []));
  const least = days.map((day) => deliveryTerms(day, { ...order, isShared: false }).minimumCents);
  return least.length > 0 ? Math.min(...least) : null;
}

/** The days that have room for an order and whose minimum it meets, deliveries before pickups. */
export function daysThatDo({ zones }: ChosenDelivery, order: Judged): OfferedDay[] {
  const days = zones.flatMap((zone) => zone.days);
  return days.filter((day) => !day.isFull && belowDay(day, order) === 0);
}

/** What the cart says an order costs at most: the checkout's figure, what is in it, and for when. */
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

/** Why lines can't be ordered as they are, in words; without them no sum is that of the order. */
export function lacksIn({ invalid }: Pick<OrderSummary, "invalid">): string[] {
  // A quantity that says why names no product; of what is left of one, it does.
  return invalid.map(({ name, error }) => (error?.includes(name) ? error : `${name}: ${error}`));
}

/** " and delivery ($12.00), at most $139.89" */
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

/** The day's minimum while the goods don't reach it, then free delivery where there is some. */
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

/** What an order is estimated to cost and costs at most, with its fee and taxes. */
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
