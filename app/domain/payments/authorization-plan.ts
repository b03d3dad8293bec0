import { daysAfter } from "#app/lib/dates.ts";

/** In days; later days' cards are authorized later. A customer's authorization lasts 7 days. */
const daysAuthorizedAtOnce = 5;

/**
 * In days before delivery; a saved card is authorized two days before the usual packing day. A
 * merchant-initiated authorization lasts 4 days and 18 hours with Visa.
 */
const daysBeforeDelivery = 3;

/**
 * Returns when to authorize an order's card: null for at once, at the checkout; else the Pacific
 * day for the saved card. An order without a delivery day is authorized at once.
 */
export function authorizationDay(deliveryDay: string | null, today: string): string | null {
  if (deliveryDay === null || deliveryDay <= daysAfter(today, daysAuthorizedAtOnce)) return null;
  return savedCardDay(deliveryDay);
}

/** Returns the day to authorize a saved card; if it has passed, authorize at once. */
export function savedCardDay(deliveryDay: string): string {
  return daysAfter(deliveryDay, -daysBeforeDelivery);
}
