/** The longest text that is searched for; the rest of a longer one is ignored. */
export const maxSearchLength = 100;

/**
 * What somebody typed into a search field as it is searched for: one way of writing accents, no
 * outer, doubled or control characters, at most 100 characters. Null when nothing is left, for which
 * nothing is asked (specification, section 5).
 */
export function searchText(typed: string): string | null {
  // Cut before collapsing, so that a very long text costs nothing, and by whole characters.
  const head = typed.trimStart().slice(0, maxSearchLength * 10);
  const collapsed = head.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").normalize();
  const text = Array.from(collapsed.trim()).slice(0, maxSearchLength).join("").trim();
  return text === "" ? null : text;
}

/**
 * The digits of what may be a telephone number or a part of one, without the country's 1; null for any
 * other text, and for fewer than three digits.
 */
export function phoneDigits(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length >= 3 ? digits : null;
}

/** The LIKE pattern of every text that contains this one, its own %, _ and \ taken as they are. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
