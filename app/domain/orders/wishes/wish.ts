import {
  mostPerPack,
  mostWishNote,
  type Trim,
  thicknesses,
  trims,
  type Wish,
} from "#db/schema/values/wishes.ts";

// How a kitchen wants a line cut and packed. The wish is part of a line's identity: one product
// with two wishes makes two lines.

/** The parts of a wish, in reading order. */
export const wishParts = ["thickness", "perPack", "trim", "note"] as const;

export const noWish: Wish = { thickness: "", perPack: "", trim: "", note: "" };

const fractions: Record<string, string> = { "25": "¼", "5": "½", "75": "¾" };

/** Formats "1.25" as "1¼ in". */
export function thicknessInWords(thickness: string): string {
  const [whole = "", part = ""] = thickness.split(".");
  return `${whole === "0" ? "" : whole}${fractions[part] ?? ""} in`;
}

export const trimWords: Record<Trim, string> = {
  lean: "closely trimmed",
  fat: "fat left on",
};

/** Returns e.g. "1¼ in, 2 per pack, closely trimmed, tied"; "" for none. */
export function wishInWords(wish: TypedWish | null | undefined): string {
  if (!wish) return "";
  return [
    wish.thickness && thicknessInWords(wish.thickness),
    wish.perPack && `${wish.perPack} per pack`,
    trims.find(is(wish.trim)) && trimWords[wish.trim as Trim],
    wish.note,
  ]
    .filter(Boolean)
    .join(", ");
}

/** True if two lines of a product are cut and packed alike. */
export function isSameWish(
  one: TypedWish | null | undefined,
  other: TypedWish | null | undefined,
): boolean {
  return wishParts.every((part) => (one?.[part] ?? "").trim() === (other?.[part] ?? "").trim());
}

/** Adds a line's wish in brackets: "5 lb (1¼ in, 2 per pack)". */
export function withWish(words: string, wish: TypedWish | null | undefined): string {
  const wished = wishInWords(wish);
  return wished ? `${words} (${wished})` : words;
}

/** Returns the parts available for a category; ground and pre-cut products lack some. */
export function wishPartsFor(category: string | null | undefined): (typeof wishParts)[number][] {
  const isPrepared = category === "ground" || category === "pre-cuts";
  return isPrepared ? ["perPack", "note"] : [...wishParts];
}

/** Returns the parts of a wish that apply to a product of that category; null if none do. */
export function wishWithin(wish: Wish | null, category: string | null | undefined): Wish | null {
  if (!wish) return null;
  const kept = { ...noWish };
  for (const part of wishPartsFor(category)) Object.assign(kept, { [part]: wish[part] });
  return isSameWish(kept, null) ? null : kept;
}

export type TypedWish = Record<(typeof wishParts)[number], string>;

export function typedWish(read: (part: keyof TypedWish) => string): TypedWish {
  const [thickness, perPack, trim, note] = wishParts.map(read) as [string, string, string, string];
  return { thickness, perPack, trim, note };
}

/** Validates a wish. @returns null for an empty one, or the error in words */
export function readWish(typed: Partial<TypedWish>): { wish: Wish | null } | { error: string } {
  const read = typedWish((part) => (typed[part] ?? "").replace(/\s+/g, " ").trim());
  const { thickness, perPack, trim, note } = read;
  const [thick, trimmed] = [thicknesses.find(is(thickness)), trims.find(is(trim))];
  if (thickness !== "" && !thick) return { error: "Choose a thickness from the list." };
  if (trim !== "" && !trimmed) return { error: "Choose a trim from the list." };
  if (perPack !== "" && !isPerPack(perPack)) {
    return { error: `Enter a number from 1 to ${mostPerPack} for each pack.` };
  }
  const clean = note.replace(/\p{Cc}/gu, "").toWellFormed();
  if (clean.length > mostWishNote) {
    return { error: `Please keep the wish within ${mostWishNote} characters.` };
  }
  const wish: Wish = {
    thickness: thick ?? "",
    perPack: perPack === "" ? "" : String(Number(perPack)),
    trim: trimmed ?? "",
    note: clean,
  };
  return { wish: isSameWish(wish, null) ? null : wish };
}

const is = (typed: string) => (known: string) => known === typed;

const isPerPack = (typed: string) =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= mostPerPack;
