import { dayIn } from "#app/lib/day-range.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { DayRule } from "./days.ts";
import type { DeliveryRules } from "./rules.ts";

type Terms = Pick<DayRule, "minOrder" | "fee" | "freeFrom">;

/** An order's minimum and fee for a day, in cents, by the estimate of its goods. */
export interface DeliveryTerms {
  minimumCents: number;
  feeCents: number;
}

/**
 * Returns a day's terms for an order. The shop's own minimum applies if it is higher. An order that
 * shares a stop needs no minimum and pays no second fee.
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
    minimumCents: judgedMinimum(day, shopMinimumCents),
    feeCents: isFree ? 0 : day.fee,
  };
}

function judgedMinimum({ minOrder }: Pick<Terms, "minOrder">, shopMinimumCents: number): number {
  return Math.max(shopMinimumCents, minOrder);
}

/** Returns the rules with each day's effective minimum, for visitors. */
export function withJudgedMinimums(rules: DeliveryRules, shopMinimumCents: number): DeliveryRules {
  const zones = rules.zones.map((zone) => ({
    ...zone,
    days: zone.days.map((day) => ({ ...day, minOrder: judgedMinimum(day, shopMinimumCents) })),
  }));
  return { ...rules, zones };
}

export interface DayAsked {
  zoneId: string;
  date: string;
}

/** Parses a submitted day (`runKey`); undefined for anything else. */
export function readDayKey(text: string): DayAsked | undefined {
  const [zoneId = "", date = "", ...rest] = text.split(" ");
  return isUuid(zoneId) && dayIn(date) && rest.length === 0 ? { zoneId, date } : undefined;
}
