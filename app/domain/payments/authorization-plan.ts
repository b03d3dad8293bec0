import { daysAfter } from "#app/lib/dates.ts";

/** In days; cards for later days are authorized later. A customer's authorization lasts 7 days. */
const daysAuthorizedAtOnce = 5;

/**
 * In days before delivery: a saved card is authorized two days before the usual packing day. A
 * merchant-initiated authorization lasts 4 days and 18 hours with Visa.
 */
const daysBeforeDelivery = 3;

/**
 * Returns the Pacific day to authorize an order's saved card; null to authorize at the checkout, as
 * for an order without a delivery day.
 */
export function authorizationDay(deliveryDay: string | null, today: string): string | null {
  if (deliveryDay === null || deliveryDay <= daysAfter(today, daysAuthorizedAtOnce)) return null;
  return savedCardDay(deliveryDay);
}

/** Returns the day to authorize a saved card; it may have passed, so that it is due now. */
export function savedCardDay(deliveryDay: string): string {
  return daysAfter(deliveryDay, -daysBeforeDelivery);
}
