import { formatFullDay } from "#app/lib/dates.ts";

// The best-before dates of what comes of a sheet: meat keeps no longer for being cut or ground.

/** A lot that goes into a sheet, with its own date: "2026-12-03". */
export interface DatedLot {
  code: string;
  expiresOn: string | null;
}

interface Proposal {
  /** Null if no lot that went in has a date. */
  expiresOn: string | null;
  /** Codes of the lots that have this date. */
  from: string[];
  /** Codes of those without a date. */
  undated: string[];
}

/** Proposes the date of what comes of lots: the earliest of theirs. The only place that does. */
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

/** Says what a sheet's form proposes, and from where: "Best before Dec 3, 2026, from lot T-12." */
export function proposalInWords(lots: readonly DatedLot[]): string {
  const { expiresOn, from, undated } = proposedExpiry(lots);
  if (expiresOn === null) {
    return `No best-before date is known of ${lotsNamed(undated)}: enter one if you know it.`;
  }
  const unknown = undated.length > 0 ? ` None is known of ${lotsNamed(undated)}.` : "";
  return `Best before ${formatFullDay(expiresOn)}, from ${lotsNamed(from)}.${unknown} Enter another date where that is wrong.`;
}

/**
 * Says a stored date, and where it comes from: "Dec 3, 2026, from lot T-12"; or what the lots that
 * went in say, if that is another one.
 */
export function expiryOfOutput(expiresOn: string | null, lots: readonly DatedLot[]): string {
  if (expiresOn === null) return "not known";
  const day = formatFullDay(expiresOn);
  const { expiresOn: proposed, from } = proposedExpiry(lots);
  if (proposed === expiresOn) return `${day}, from ${lotsNamed(from)}`;
  // It was typed, or the lots that went in have got another date since.
  if (proposed === null) return `${day}; none is known of what went in`;
  return `${day}, not the ${formatFullDay(proposed)} of ${lotsNamed(from)}`;
}

/**
 * Asks about dates that are past already, or later than the earliest of what went in; null for none.
 *
 * @param outputs what comes of the lots, with its date as typed; null for the proposed one
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
