import { cutOffInWords, type DeliveryDay } from "#app/domain/delivery/days.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/**
 * What guests may have whose address nobody has proved, since whoever types somebody else's, or one
 * that is made up, risks nothing.
 */
export const mostUnproved = {
  /** What an order may come to that is not paid by card. */
  cents: 1_500_00,
  /** Orders with one address that are not paid by card, and not packed yet. */
  orders: 4,
  /** Of the stops and of the pounds of a day, for all of one network together; a stop in any case. */
  share: 0.25,
};

/** Which of them is exceeded. */
export type UnprovedReason = "amount" | "orders" | "share";

/** Why the address is to be confirmed, in a sentence. */
export function whyConfirm(reason: UnprovedReason): string {
  if (reason === "amount") {
    return `For orders over ${formatCents(mostUnproved.cents)} we ask you to confirm your email address first.`;
  }
  return reason === "orders"
    ? `There are ${mostUnproved.orders} open orders with this email address already, so we ask you to confirm it first.`
    : "Much of this day was ordered from your network already, so we ask you to confirm your email address first.";
}

/** Of an order that is changed by its link: what to do. */
export function confirmByLink(reason: UnprovedReason): string {
  return `${whyConfirm(reason)} Open the link in our email, press “Yes, it’s mine”, and try again. Nothing was changed.`;
}

/** What whoever orders a moment before the cut-off has at least to find the email and confirm, in minutes. */
const leastMinutes = 30;

const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/**
 * When an order is cancelled whose address nobody confirmed: at the latest moment, or at the cut-off of
 * its day where that comes first, since what nobody stands for is not cut. Half an hour stays in any case.
 *
 * @param cutOffAt null for an order without a day
 */
export function confirmUntil(latest: Date, cutOffAt: Date | null, now: Date): Date {
  if (!cutOffAt || latest <= cutOffAt) return latest;
  const least = minutesAfter(now, leastMinutes);
  if (cutOffAt >= least) return cutOffAt;
  return least < latest ? least : latest;
}

/** The same for an order that is placed at `now`, with the owner's hours. */
export function confirmWithin(hours: number, cutOffAt: Date | null, now: Date): Date {
  return confirmUntil(minutesAfter(now, hours * 60), cutOffAt, now);
}

/** The same before it is placed: "within 24 hours", "by Wed 2 p.m." */
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
