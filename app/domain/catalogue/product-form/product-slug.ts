export const maxSlugLength = 120;

// Letters that aren't a base letter with a diacritic.
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

/** Derives a slug, "Rôti de bœuf" → "roti-de-boeuf"; empty without Latin letters or digits. */
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
