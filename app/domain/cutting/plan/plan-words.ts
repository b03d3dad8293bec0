import { formatLb } from "#app/lib/amounts/weight.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import type { DayToCut, EarlierOrder, PlannedCut, Within } from "./plan.ts";

/** Hundredths of a pound: "12.5 lb". */
export const lb = (hundredths: number) => formatLb(hundredths / 100);

/** "4 orders, 226.5 lb": what is open of a day. */
export const dayInWords = ({ orders, lb: open }: Pick<DayToCut, "orders" | "lb">) =>
  `${countOf(orders, "order")}, ${lb(open)}`;

type Late = Pick<Within, "overdueLb" | "overdueFrom" | "overdueTo">;

/** "12 lb of it overdue from Fri, Nov 27", or "overdue since" for several days; empty for none. */
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
 * What is ordered of a cut for the day, with what of it is not the day's own or may not go out: "67
 * lb ordered (12 lb of it overdue from Fri, Nov 27)".
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

/** The word for what is ordered of a cut until the end of the week: "ordered (8 lb of it ...)". */
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

/** Says that a day has nothing to cut for, and how many earlier orders are still to be packed. */
export function nothingInWords(earlier: number): string {
  const own = "Nothing is ordered for this day, or all of it is packed.";
  if (earlier === 0) return own;
  return `${own} But ${countOf(earlier, "earlier order")} ${earlier === 1 ? "is" : "are"} not packed yet.`;
}

/** The first day whose plan counts one of some earlier orders; null for none. */
export function firstDayOf(
  earlier: readonly Pick<EarlierOrder, "day">[],
  today: string,
): string | null {
  const days = earlier.map(({ day }) => (day === null || day < today ? today : day));
  return days.sort()[0] ?? null;
}
