import { maxListName } from "#app/features/pricing/editing/price-form.ts";
import type { PriceRefusedError } from "#app/features/pricing/editing/price-lists.server.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** Why a change of prices was refused. */
export const refusalInWords: Record<PriceRefusedError["reason"], string> = {
  gone: "This list, client or product is not there any more. Please load the page again.",
  "name taken": "There is a list of this name already.",
  overlap:
    "The client already has a price for this product on some of these days. End that one first.",
  "rank taken": "The client has this list already, or another one in this place.",
  "days out of order": "The last day is before the first.",
};

/** Said where a list has no name that can be taken. */
export const listNameWanted = `Please enter a name of at most ${maxListName} visible characters`;

/** The days of a list, in words. */
export function daysInWords(startsOn: string, endsOn: string | null, today: string): string {
  if (endsOn !== null && endsOn < today) return `ended on ${formatFullDay(endsOn)}`;
  const from = startsOn > today ? `from ${formatFullDay(startsOn)}` : "in force";
  return endsOn === null ? from : `${from} until ${formatFullDay(endsOn)}`;
}
