import { type DeliveryDay, upcomingDays } from "#app/domain/delivery/days.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { type DeliveryRules, pickupsOf, runKey } from "#app/domain/delivery/rules.ts";
import { dateInWords, daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";

/** A day on which what nobody took can come again, or be picked up; with its fee, in cents. */
export interface ComingAgain extends Pick<DeliveryDay, "fee" | "freeFrom" | "minOrder"> {
  zoneId: string;
  zone: string;
  kind: DeliveryKind;
  date: string;
}

/** Days of the zone, and of each pickup, that are offered at the door. */
const deliveries = 3;
const pickups = 2;

/**
 * When what nobody took on a run can come again: the zone's next days, then pickups. What is packed has no
 * cut-off and takes no room that counts.
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

/** Whether it can: also on a day that was offered when the driver, without network, chose it. */
export function canComeAgain(
  rules: DeliveryRules,
  run: LeftRun,
  { zoneId, date }: Pick<ComingAgain, "zoneId" | "date">,
  now: Date,
): boolean {
  return everyDay(rules, run, now).some((day) => day.zoneId === zoneId && day.date === date);
}

/** The run that it was on. */
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

/** A stop as far as its second delivery is billed. */
interface BilledStop {
  isBilledByOrder: boolean;
  otherRuns: readonly string[];
  orders: readonly { status: string; goodsCents: number }[];
}

/** What a client is billed where the fee of a day is charged again for what comes from a stop, in cents. */
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
  // Once for what travels together.
  return Math.max(0, ...fees.map(({ feeCents }) => feeCents));
}

/** "Tomorrow, Friday, November 27", "Next run: Monday, November 30", "Pick up at Farm gate: today". */
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
