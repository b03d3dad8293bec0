import { daysAfter } from "#app/lib/dates.ts";

/** An order for a day further away than this is held later. A customer's own hold lasts 7 days. */
const daysHeldAtOnce = 5;

/**
 * How long before the delivery a saved card is held: two days before the usual day of packing. The
 * merchant's own hold lasts 4 days and 18 hours with Visa.
 */
const daysBeforeDelivery = 3;

/**
 * When the card of an order is held, as Pacific days: null for at once, at the checkout; else the day
 * on which it is held with the saved card. An order without a day is held at once.
 */
export function holdDay(deliveryDay: string | null, today: string): string | null {
  if (deliveryDay === null || deliveryDay <= daysAfter(today, daysHeldAtOnce)) return null;
  return savedHoldDay(deliveryDay);
}

/** The day on which a saved card is held, which may have passed: at once then. */
export function savedHoldDay(deliveryDay: string): string {
  return daysAfter(deliveryDay, -daysBeforeDelivery);
}
