const longest = 140;
/** How much is left standing before the first difference of two long texts. */
const lead = 40;

/**
 * Two versions of a text, each at most some 140 characters of it: where both begin alike, from a
 * little before they differ, so that a change deep in a long text can be seen.
 */
export function shortened(from: string, to: string): [string, string] {
  const [earlier, later] = [Array.from(from), Array.from(to)];
  const start =
    Math.max(earlier.length, later.length) > longest
      ? Math.max(0, firstDifference(earlier, later) - lead)
      : 0;
  return [cut(earlier, start), cut(later, start)];
}

function firstDifference(one: string[], other: string[]): number {
  const index = one.findIndex((character, at) => character !== other[at]);
  return index === -1 ? one.length : index;
}

function cut(characters: string[], start: number): string {
  const part = characters.slice(start, start + longest).join("");
  const head = start > 0 && part ? "…" : "";
  return head + (characters.length > start + longest ? `${part.trimEnd()}…` : part);
}
