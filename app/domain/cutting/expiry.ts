import { formatFullDay } from "#app/lib/dates.ts";

// The best-before dates of a sheet's outputs: cutting or grinding doesn't make meat keep longer.

/** An input of a sheet, with its best-before date, e.g. "2026-12-03". */
export interface DatedLot {
  code: string;
  expiresOn: string | null;
}

interface Proposal {
  /** Null if no input has a date. */
  expiresOn: string | null;
  from: string[];
  undated: string[];
}

/** Proposes the earliest date of the inputs for the outputs. */
export function proposedExpiry(lots: readonly DatedLot[]): Proposal {
  const codes = (date: string | null) =>
    lots.flatMap(({ code, expiresOn }) => (expiresOn === date ? [code] : []));
  const [first = null] = lots.flatMap(({ expiresOn }) => expiresOn ?? []).sort();
  return {
    expiresOn: first,
    from: first === null ? [] : codes(first),
    undated: codes(null),
  };
}

/** "lot T-12", "lots T-12 and T-13", "lots T-12, T-13 and 2 more" */
function lotsNamed(codes: readonly string[]): string {
  const [first = "", second] = codes;
  if (second === undefined) return `lot ${first}`;
  if (codes.length === 2) return `lots ${first} and ${second}`;
  return `lots ${first}, ${second} and ${codes.length - 2} more`;
}

/** Explains the proposal, e.g. "Best before Dec 3, 2026, from lot T-12." */
export function proposalInWords(lots: readonly DatedLot[]): string {
  const { expiresOn, from, undated } = proposedExpiry(lots);
  if (expiresOn === null) {
    return `No best-before date is known of ${lotsNamed(undated)}: enter one if you know it.`;
  }
  const unknown = undated.length > 0 ? ` None is known of ${lotsNamed(undated)}.` : "";
  return `Best before ${formatFullDay(expiresOn)}, from ${lotsNamed(from)}.${unknown} Enter another date where that is wrong.`;
}

/** Explains a stored date, "Dec 3, 2026, from lot T-12", or names a differing one of the inputs. */
export function expiryOfOutput(expiresOn: string | null, lots: readonly DatedLot[]): string {
  if (expiresOn === null) return "not known";
  const day = formatFullDay(expiresOn);
  const { expiresOn: proposed, from } = proposedExpiry(lots);
  if (proposed === expiresOn) return `${day}, from ${lotsNamed(from)}`;
  // The date was typed, or the inputs' dates have changed since.
  if (proposed === null) return `${day}; none is known of what went in`;
  return `${day}, not the ${formatFullDay(proposed)} of ${lotsNamed(from)}`;
}

/**
 * Asks about dates that are past or later than the earliest of the inputs; null for none.
 *
 * @param outputs with the typed date; null for the proposed one
 * @param today the Pacific day
 */
export function oddExpiryInWords(
  outputs: readonly { name: string; expiresOn: string | null }[],
  lots: readonly DatedLot[],
  today: string,
): string | null {
  const { expiresOn: proposed, from } = proposedExpiry(lots);
  const odd = outputs.flatMap(({ name, expiresOn }) => {
    const day = expiresOn ?? proposed;
    if (day === null) return [];
    if (day < today) return [`${name} would be best before ${formatFullDay(day)}, which is past.`];
    if (proposed === null || day <= proposed) return [];
    return [
      `${name} would be best before ${formatFullDay(day)}, later than the ${formatFullDay(proposed)} of ${lotsNamed(from)}, which went in.`,
    ];
  });
  return odd.length > 0 ? `${[...new Set(odd)].join(" ")} Is that right?` : null;
}
