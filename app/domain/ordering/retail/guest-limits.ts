import { cutOffInWords, type DeliveryDay } from "#app/domain/delivery/days.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/** Limits for guests with an unproved address, since anyone can type someone else's. */
export const mostUnproved = {
  /** Maximum total of an order not paid by card. */
  cents: 1_500_00,
  /** Maximum orders per address that are not paid by card and not packed yet. */
  orders: 4,
  /** Maximum share of a day's stops and pounds per network; one stop is always allowed. */
  share: 0.25,
};

export type UnprovedReason = "amount" | "orders" | "share";

/** Says why the address must be confirmed. */
export function whyConfirm(reason: UnprovedReason): string {
  if (reason === "amount") {
    return `For orders over ${formatCents(mostUnproved.cents)} we ask you to confirm your email address first.`;
  }
  return reason === "orders"
    ? `There are ${mostUnproved.orders} open orders with this email address already, so we ask you to confirm it first.`
    : "Much of this day was ordered from your network already, so we ask you to confirm your email address first.";
}

/** Says what to do when an order is changed through its link. */
export function confirmByLink(reason: UnprovedReason): string {
  return `${whyConfirm(reason)} Open the link in our email, press “Yes, it’s mine”, and try again. Nothing was changed.`;
}

const leastMinutes = 30;

const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/**
 * Returns when an unconfirmed order is cancelled: at `latest`, or at its day's cut-off if that is
 * earlier, since unconfirmed orders aren't cut. At least half an hour remains.
 *
 * @param cutOffAt null for an order without a day
 */
export function confirmUntil(latest: Date, cutOffAt: Date | null, now: Date): Date {
  if (!cutOffAt || latest <= cutOffAt) return latest;
  const least = minutesAfter(now, leastMinutes);
  if (cutOffAt >= least) return cutOffAt;
  return least < latest ? least : latest;
}

/** Returns `confirmUntil` for an order placed at `now`, with the hours set by the owner. */
export function confirmWithin(hours: number, cutOffAt: Date | null, now: Date): Date {
  return confirmUntil(minutesAfter(now, hours * 60), cutOffAt, now);
}

/** Says the same before the order is placed: "within 24 hours", "by Wed 2 p.m." */
export function confirmWithinInWords(
  hours: number,
  day: Pick<DeliveryDay, "date" | "cutOffAt"> | null,
  now: Date,
): string {
  const until = confirmWithin(hours, day?.cutOffAt ?? null, now);
  if (until >= minutesAfter(now, hours * 60))
    return hours === 1 ? "within an hour" : `within ${hours} hours`;
  const isAtCutOff = day && until.getTime() === day.cutOffAt.getTime();
  return isAtCutOff ? `by ${cutOffInWords(day, now)}` : `within ${leastMinutes} minutes`;
}
