import { maxListName } from "#app/domain/pricing/editing/price-form.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** The error for a list without a valid name. */
export const listNameWanted = `Please enter a name of at most ${maxListName} visible characters`;

export function daysInWords(startsOn: string, endsOn: string | null, today: string): string {
  if (endsOn !== null && endsOn < today) return `ended on ${formatFullDay(endsOn)}`;
  const from = startsOn > today ? `from ${formatFullDay(startsOn)}` : "active";
  return endsOn === null ? from : `${from} until ${formatFullDay(endsOn)}`;
}
