const hyphenated = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/**
 * The first and the last id that begin as a text does, so that an index finds them; null for a text
 * that begins none. As people have ids before them: in full or the first characters, with the "…"
 * of a list, in either case, with its hyphens or without.
 */
export function idsFrom(text: string): { first: string; last: string } | null {
  const start = text.toLowerCase().replace(/(…|\.\.\.)$/, "");
  const digits = start.replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null;
  const first = digits.padEnd(32, "0").replace(hyphenated, "$1-$2-$3-$4-$5");
  if (start.includes("-") && !first.startsWith(start)) return null;
  return { first, last: digits.padEnd(32, "f").replace(hyphenated, "$1-$2-$3-$4-$5") };
}
