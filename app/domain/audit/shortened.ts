/** Characters of a text shown in a history entry. */
const shown = 140;

/**
 * Characters of a text kept in the audit log; limited, so that repeated changes by a client can't
 * fill the disk.
 */
export const auditedLength = 500;

/** Characters kept before the first difference of two long texts. */
const lead = 40;

/**
 * Shortens two versions of a text to about `longest` characters each. A common beginning is cut to
 * just before the first difference, so that a change deep in a long text stays visible.
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
