/** The longest slug that the table takes. */
export const maxSlugLength = 120;

// What stands for a letter that is more than a plain one with a mark.
const spelledOut: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  "&": " and ",
};

/**
 * A product's piece of its address, as its name suggests: "Rôti de bœuf" → "roti-de-boeuf". Empty
 * for a name without any Latin letter or figure.
 */
export function proposeSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøłđðþı&]/g, (sign) => spelledOut[sign] ?? "")
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, maxSlugLength)
    .replace(/-$/, "");
}
