/**
 * Normalizes a full or partial order id as people type or paste it, in either case, with or without
 * hyphens or the "…" shown in lists, to its hexadecimal digits. Null if the text can't be part of
 * an id.
 */
export function partOfId(text: string): string | null {
  const part = text
    .toLowerCase()
    .replace(/^#|(…|\.\.\.)$/g, "")
    .replaceAll("-", "");
  return /^[0-9a-f]{1,32}$/.test(part) ? part : null;
}
