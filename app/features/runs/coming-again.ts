import { type DeliveryDay, upcomingDays } from "#app/domain/delivery/days.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { type DeliveryRules, pickupsOf, runKey } from "#app/domain/delivery/rules.ts";
import { dateInWords, daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";

/** A day for a second delivery or a pickup, with its fee in cents. */
export interface ComingAgain extends Pick<DeliveryDay, "fee" | "freeFrom" | "minOrder"> {
  zoneId: string;
  zone: string;
  kind: DeliveryKind;
  date: string;
}

/** Number of days offered at the door, for the zone and for each pickup. */
const deliveries = 3;
const pickups = 2;

/**
 * Returns the days for a second delivery: the zone's next days, then pickups. Packed orders have no
 * cut-off and don't count towards capacity.
 */
export function comingAgain(rules: DeliveryRules, run: LeftRun, now: Date): ComingAgain[] {
  const tomorrow = daysAfter(pacificDay(now), 1);
  const all = everyDay(rules, run, now);
  const own = all.filter(({ kind, date }) => kind === "delivery" && date >= tomorrow);
  const others = pickupsOf(rules).flatMap(({ id }) =>
    all.filter(({ zoneId }) => zoneId === id).slice(0, pickups),
  );
  return [...own.slice(0, deliveries), ...others];
}

/** True if the day is possible, including days offered when the driver chose offline. */
export function canComeAgain(
  rules: DeliveryRules,
  run: LeftRun,
  { zoneId, date }: Pick<ComingAgain, "zoneId" | "date">,
  now: Date,
): boolean {
  return everyDay(rules, run, now).some((day) => day.zoneId === zoneId && day.date === date);
}

/** The run that the order was on. */
interface LeftRun {
  zoneId: string;
  date: string;
}

function everyDay(rules: DeliveryRules, run: LeftRun, now: Date): ComingAgain[] {
  const own = rules.zones.filter(({ id, kind }) => id === run.zoneId && kind === "delivery");
  return [...own, ...pickupsOf(rules)].flatMap((zone) =>
    upcomingDays(zone, rules.exceptions, now, { isPacked: true })
      .map(({ date, fee, freeFrom, minOrder }) => ({
        ...{ zoneId: zone.id, zone: zone.name, kind: zone.kind, date },
        ...{ fee, freeFrom, minOrder },
      }))
      .filter(({ zoneId, date }) => runKey(zoneId, date) !== runKey(run.zoneId, run.date)),
  );
}

/** Parts of a stop that decide the fee of a second delivery. */
interface BilledStop {
  isBilledByOrder: boolean;
  otherRuns: readonly string[];
  orders: readonly { status: string; goodsCents: number }[];
}

/** Returns the fee for a second delivery in cents, if the owner charges it again. */
export function secondFeeAt(
  { orders, isBilledByOrder, otherRuns }: BilledStop,
  day: ComingAgain,
): number {
  if (!isBilledByOrder) return 0;
  const isShared = otherRuns.includes(runKey(day.zoneId, day.date));
  const fees = orders
    .filter(({ status }) => status === "fulfilled")
    .map(({ goodsCents: estimateCents }) =>
      deliveryTerms(day, { estimateCents, shopMinimumCents: 0, isShared }),
    );
  // Charged once for orders that travel together.
  return Math.max(0, ...fees.map(({ feeCents }) => feeCents));
}

/** "Tomorrow, Friday, November 27", "Next run: Monday, November 30", "Pick up at Farm gate: …". */
export function comingAgainInWords(
  day: ComingAgain,
  { days, today }: { days: readonly ComingAgain[]; today: string },
): string {
  const { kind, zone, date } = day;
  const near = { [today]: "today", [daysAfter(today, 1)]: `tomorrow, ${dateInWords(date)}` }[date];
  const when = near ?? dateInWords(date);
  if (kind === "pickup") return `Pick up at ${zone}: ${when}`;
  if (near) return `Delivery ${when}`;
  const [next] = days.filter((one) => one.kind === "delivery");
  return next?.date === date ? `Next run: ${when}` : `Delivery on ${when}`;
}
