import { isUuid } from "#app/lib/uuid.ts";
import type { DayRule } from "./days.ts";

type Terms = Pick<DayRule, "minOrder" | "fee" | "freeFrom">;

/** What an order for a day must come to and pays, in cents; judged on the estimate of its goods. */
export interface DeliveryTerms {
  minimumCents: number;
  feeCents: number;
}

/**
 * The terms of a day for an order. The shop's own minimum applies where it is higher. An order that
 * travels with another of the same site needs no minimum and pays no second fee.
 *
 * @param day undefined for an order without a day
 */
export function deliveryTerms(
  day: Terms | undefined,
  order: { estimateCents: number; shopMinimumCents: number; isShared: boolean },
): DeliveryTerms {
  const { estimateCents, shopMinimumCents, isShared } = order;
  if (!day) return { minimumCents: shopMinimumCents, feeCents: 0 };
  if (isShared) return { minimumCents: 0, feeCents: 0 };
  const isFree = day.freeFrom !== null && estimateCents >= day.freeFrom;
  return {
    minimumCents: Math.max(shopMinimumCents, day.minOrder),
    feeCents: isFree ? 0 : day.fee,
  };
}

/** A day of a zone, as an order asks for it. */
export interface DayAsked {
  zoneId: string;
  /** For example "2026-11-26". */
  date: string;
}

/** Reads a day as a form submits it, a `runKey`; undefined for anything else. */
export function readDayKey(text: string): DayAsked | undefined {
  const [zoneId = "", date = "", ...rest] = text.split(" ");
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
  return isUuid(zoneId) && isDate && rest.length === 0 ? { zoneId, date } : undefined;
}
