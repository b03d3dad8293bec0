import { maxListName } from "#app/domain/pricing/editing/price-form.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** Said where a list has no name that can be taken. */
export const listNameWanted = `Please enter a name of at most ${maxListName} visible characters`;

/** The days of a list, in words. */
export function daysInWords(startsOn: string, endsOn: string | null, today: string): string {
  if (endsOn !== null && endsOn < today) return `ended on ${formatFullDay(endsOn)}`;
  const from = startsOn > today ? `from ${formatFullDay(startsOn)}` : "active";
  return endsOn === null ? from : `${from} until ${formatFullDay(endsOn)}`;
}
