import { formatLb } from "#app/lib/amounts/weight.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import type { PlannedCut, Within } from "./plan.ts";

/** Hundredths of a pound: "12.5 lb". */
export const lb = (hundredths: number) => formatLb(hundredths / 100);

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
