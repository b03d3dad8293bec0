import { daysAfter } from "#app/lib/dates.ts";

/** An order for a day further away than this is authorized later. An authorization that
 * the customer confirms lasts 7 days. */
const daysAuthorizedAtOnce = 5;

/**
 * How long before the delivery a saved card is authorized: two days before the usual day of packing. The
 * merchant's own authorization lasts 4 days and 18 hours with Visa.
 */
const daysBeforeDelivery = 3;

/**
 * When an order's card is authorized: null for at once, at the checkout; else the Pacific day on which
 * the saved card is. An order without a delivery day is authorized at once.
 */
export function authorizationDay(deliveryDay: string | null, today: string): string | null {
  if (deliveryDay === null || deliveryDay <= daysAfter(today, daysAuthorizedAtOnce)) return null;
  return savedCardDay(deliveryDay);
}

/** The day on which a saved card is authorized. It may have passed: then at once. */
export function savedCardDay(deliveryDay: string): string {
  return daysAfter(deliveryDay, -daysBeforeDelivery);
}
