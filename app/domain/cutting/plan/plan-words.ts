import { formatLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, shortDateInWords } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import {
  type DayToCut,
  daysToBuy,
  type EarlierOrder,
  type LeftOut,
  type PlannedCut,
  usualWeeks,
  type Within,
} from "./plan.ts";

/** Formats hundredths of a pound as e.g. "12.5 lb". */
export const lb = (hundredths: number) => formatLb(hundredths / 100);

/** Returns e.g. "4 orders, 226.5 lb". */
export const dayInWords = ({ orders, lb: open }: Pick<DayToCut, "orders" | "lb">) =>
  `${countOf(orders, "order")}, ${lb(open)}`;

type Late = Pick<Within, "overdueLb" | "overdueFrom" | "overdueTo">;

/** Returns e.g. "12 lb of it overdue from Fri, Nov 27", or "overdue since"; empty for none. */
function overdueInWords({ overdueLb, overdueFrom, overdueTo }: Late): string {
  if (overdueLb === 0 || overdueFrom === null) return "";
  const word = overdueFrom === overdueTo ? "from" : "since";
  return `${lb(overdueLb)} of it overdue ${word} ${shortDateInWords(overdueFrom)}`;
}

const some = (amount: number, words: string) => (amount > 0 ? `${lb(amount)} of it ${words}` : "");

function bracketed(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== "");
  return said.length > 0 ? ` (${said.join("; ")})` : "";
}

/**
 * Returns the pounds ordered of a cut for the day, with the parts that are overdue, without a day
 * or on hold: "67 lb ordered (12 lb of it overdue from Fri, Nov 27)".
 */
export function orderedInWords({
  dayLb,
  dayPieces,
  within,
}: Pick<PlannedCut, "dayLb" | "dayPieces" | "within">): string {
  return `${lb(dayLb)} ordered${bracketed([
    dayPieces > 0 ? countOf(dayPieces, "piece") : "",
    overdueInWords(within),
    some(within.daylessLb, "without a day"),
    some(within.dayHeldLb, "on hold"),
  ])}`;
}

/** Returns the label of the pounds ordered until the end of the week: "ordered (8 lb of it …)". */
export function orderedOfWeek({
  earlierLb,
  within,
}: Pick<PlannedCut, "earlierLb" | "within">): string {
  return `ordered${bracketed([
    some(earlierLb, "for earlier orders"),
    overdueInWords(within),
    some(within.daylessLb, "without a day"),
    some(within.heldLb, "on hold"),
  ])}`;
}

/**
 * Returns the calculation of a cut's usual sales, "Usual sales: 40 + 35 + 0 + 45 lb ÷ 4 weeks = 30
 * lb a week − 12 lb ordered for these 7 days = 18 lb"; empty for none.
 */
export function usualInWords({
  usualLb,
  soldByWeek,
  averageLb,
  ofWeek,
}: Pick<PlannedCut, "usualLb" | "soldByWeek" | "averageLb" | "ofWeek">): string {
  if (usualLb === 0) return "";
  const weeks = soldByWeek.map((sold) => lb(sold).replace(" lb", "")).join(" + ");
  const less = (
    [
      [ofWeek.orderedLb, "ordered"],
      [ofWeek.packedLb, "packed"],
      [ofWeek.standingLb, "in standing orders"],
    ] as const
  ).flatMap(([amount, word]) => (amount > 0 ? ` − ${lb(amount)} ${word}` : []));
  const rest =
    less.length > 0 ? `${less.join("")} for these ${daysToBuy} days = ${lb(usualLb)}` : "";
  return `Usual sales: ${weeks} lb ÷ ${soldByWeek.length} weeks = ${lb(averageLb)} a week${rest}`;
}

/** Returns the period of the usual sales, e.g. "from Sat, Oct 31 to Fri, Nov 27". */
export const usualWeeksInWords = (today: string) =>
  `from ${shortDateInWords(daysAfter(today, -7 * usualWeeks))} to ${shortDateInWords(daysAfter(today, -1))}`;

export const leftOutText: Record<LeftOut["reason"], string> = {
  packed: "as much as usual is packed already",
  "not sold": `not ordered, and not sold in the last ${usualWeeks} weeks`,
};

/** Says that a day has nothing to cut, and how many earlier orders are still to be packed. */
export function nothingInWords(earlier: number): string {
  const own = "Nothing is ordered for this day, or all of it is packed.";
  if (earlier === 0) return own;
  return `${own} But ${countOf(earlier, "earlier order")} ${earlier === 1 ? "is" : "are"} not packed yet.`;
}

/** Returns the first day whose plan counts one of some earlier orders; null for none. */
export function firstDayOf(
  earlier: readonly Pick<EarlierOrder, "day">[],
  today: string,
): string | null {
  const days = earlier.map(({ day }) => (day === null || day < today ? today : day));
  return days.sort()[0] ?? null;
}
