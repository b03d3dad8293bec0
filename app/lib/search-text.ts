/** The rest is ignored. */
export const maxSearchLength = 100;

/**
 * Normalizes a search text: NFC, without control characters, trimmed, single spaces, at most 100
 * characters. Null if nothing is left, in which case nothing is queried.
 */
export function searchText(typed: string): string | null {
  const head = typed.trimStart().slice(0, maxSearchLength * 10);
  const collapsed = head.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").normalize();
  const text = Array.from(collapsed.trim()).slice(0, maxSearchLength).join("").trim();
  return text === "" ? null : text;
}

/**
 * Returns the digits of a full or partial telephone number, without the country code 1; null for
 * any other text, and for fewer than three digits.
 */
export function phoneDigits(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length >= 3 ? digits : null;
}

/** Returns a LIKE pattern for texts that contain this one; escapes %, _ and \. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
