/**
 * The hexadecimal digits of a piece of an id, as people have it before them: in full or in part, with the
 * "…" of a list, in either case, with its hyphens or without. Null for a text that is in no id.
 */
export function partOfId(text: string): string | null {
  const part = text
    .toLowerCase()
    .replace(/^#|(…|\.\.\.)$/g, "")
    .replaceAll("-", "");
  return /^[0-9a-f]{1,32}$/.test(part) ? part : null;
}
