/** How much of a text a line of a history shows, in characters. */
const shown = 140;

/** How much of a text the audit log keeps: what a client can repeat must not fill the disk. */
export const auditedLength = 500;

/** How much is left standing before the first difference of two long texts. */
const lead = 40;

/**
 * Two versions of a text, each at most some `longest` characters of it: where both begin alike, from a
 * little before they differ, so that a change deep in a long text can be seen.
 */
export function shortened(from: string, to: string, longest = shown): [string, string] {
  const [earlier, later] = [Array.from(from), Array.from(to)];
  const start =
    Math.max(earlier.length, later.length) > longest
      ? Math.max(0, firstDifference(earlier, later) - lead)
      : 0;
  return [cut(earlier, start, longest), cut(later, start, longest)];
}

function firstDifference(one: string[], other: string[]): number {
  const index = one.findIndex((character, at) => character !== other[at]);
  return index === -1 ? one.length : index;
}

function cut(characters: string[], start: number, longest: number): string {
  const part = characters.slice(start, start + longest).join("");
  const head = start > 0 && part ? "…" : "";
  return head + (characters.length > start + longest ? `${part.trimEnd()}…` : part);
}
