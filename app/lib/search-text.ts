/** The longest text that is searched for; the rest of a longer one is ignored. */
export const maxSearchLength = 100;

/**
 * What somebody typed into a search field as it is searched for: one way of writing accents, no
 * white space around it, at most 100 characters. Null when nothing is left to search for.
 */
export function searchText(typed: string): string | null {
  // The database takes no NUL in a text, and a paste of megabytes should cost nothing to cut.
  const composed = typed
    .trimStart()
    .slice(0, 10 * maxSearchLength)
    .replaceAll("\0", "")
    .normalize();
  const text = Array.from(composed.trim()).slice(0, maxSearchLength).join("").trimEnd();
  return text === "" ? null : text;
}

/** The LIKE pattern of every text that contains this one, its own %, _ and \ taken as they are. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
