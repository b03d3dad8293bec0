import { type DeliveryDay, upcomingDays } from "#app/domain/delivery/days.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { type DeliveryRules, pickupsOf, runKey } from "#app/domain/delivery/rules.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import { feeWithTax } from "#app/domain/orders/order-costs.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords, daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";

/** A day for a second delivery or a pickup, with its fee in cents, before tax. */
export interface ComingAgain
  extends Pick<DeliveryDay, "fee" | "feeTaxCode" | "freeFrom" | "minOrder"> {
  zoneId: string;
  zone: string;
  kind: DeliveryKind;
  date: string;
}

/** Number of days offered at the door, for the zone and for each pickup. */
const deliveries = 3;
const pickups = 2;

/** Returns the zone's next days, then pickups. Packed orders ignore cut-off and capacity. */
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

interface LeftRun {
  zoneId: string;
  date: string;
}

function everyDay(rules: DeliveryRules, run: LeftRun, now: Date): ComingAgain[] {
  const own = rules.zones.filter(({ id, kind }) => id === run.zoneId && kind === "delivery");
  return [...own, ...pickupsOf(rules)].flatMap((zone) =>
    upcomingDays(zone, rules.exceptions, now, { isPacked: true })
      .map(({ date, fee, feeTaxCode, freeFrom, minOrder }) => ({
        zoneId: zone.id,
        zone: zone.name,
        kind: zone.kind,
        date,
        fee,
        feeTaxCode,
        freeFrom,
        minOrder,
      }))
      .filter(({ zoneId, date }) => {
        const key = runKey(zoneId, date);
        return key !== runKey(run.zoneId, run.date) && !rules.gone.has(key);
      }),
  );
}

/** The facts of a stop that decide the fee of a second delivery. */
interface BilledStop {
  isBilledByOrder: boolean;
  otherRuns: readonly string[];
  /** Earliest first. */
  orders: readonly (BilledGoods & { status: string })[];
}

/** The facts of an order that decide whether a fee is charged, and how it is taxed by default. */
interface BilledGoods {
  goodsCents: number;
  goodsTaxCode: string;
}

/** Returns the cost of a second delivery in cents, with tax, if the owner charges it again. */
export function secondFeeAt(
  { orders, isBilledByOrder, otherRuns }: BilledStop,
  day: ComingAgain,
): number {
  if (!isBilledByOrder) return 0;
  const isShared = otherRuns.includes(runKey(day.zoneId, day.date));
  const packed = orders.filter(({ status }) => status === "fulfilled");
  const [earliest] = packed;
  if (!earliest) return 0;
  // Charged once for orders that travel together, and judged by all of them.
  const together = sumCents(packed, (order) => order.goodsCents);
  return secondFeeOf({ ...earliest, goodsCents: together }, day, isShared);
}

/**
 * Returns the fee of a second delivery of one order in cents, with tax.
 *
 * @param isShared true if another order of the site is delivered that day
 */
export function secondFeeOf(
  { goodsCents: estimateCents, goodsTaxCode }: BilledGoods,
  day: Pick<ComingAgain, "fee" | "feeTaxCode" | "freeFrom" | "minOrder">,
  isShared: boolean,
): number {
  const { feeCents } = deliveryTerms(day, { estimateCents, shopMinimumCents: 0, isShared });
  return feeWithTax({ cents: feeCents, taxCode: day.feeTaxCode ?? goodsTaxCode });
}

/** "Second fee $12.60", "Second fee $12.60, if you charge it", "No second fee"; with tax. */
export function secondFeeInWords(secondFee: SecondFee, feeCents: number): string {
  if (secondFee === "never" || feeCents === 0) return "No second fee";
  const amount = formatCents(feeCents);
  return secondFee === "always" ? `Second fee ${amount}` : `Second fee ${amount}, if you charge it`;
}

/** Describes the client's cost of the chosen second delivery; empty if its day is unknown. */
export function chargedInWords(
  stop: BilledStop,
  { days, secondFee }: { days: readonly ComingAgain[]; secondFee: SecondFee },
  chosen: { zoneId: string; date: string; chargesFee: boolean },
): string {
  const day = days.find(({ zoneId, date }) => zoneId === chosen.zoneId && date === chosen.date);
  if (!day) return "";
  const isCharged = secondFee === "always" || (secondFee === "ask" && chosen.chargesFee);
  const cents = isCharged ? secondFeeAt(stop, day) : 0;
  return cents > 0
    ? `The client is charged ${formatCents(cents)} for it.`
    : "No second fee is charged for it.";
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
