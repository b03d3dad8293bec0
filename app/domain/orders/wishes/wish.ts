import {
  mostPerPack,
  mostWishNote,
  type Trim,
  thicknesses,
  trims,
  type Wish,
} from "#db/schema/values/wishes.ts";

// How a kitchen wants a line cut and packed: part of what the line is, so that two lines of one product
// with different wishes are two lines.

/** The parts of a wish, in the order in which they are said. */
export const wishParts = ["thickness", "perPack", "trim", "note"] as const;

/** Nothing wished, as a form's fields have it. */
export const noWish: Wish = { thickness: "", perPack: "", trim: "", note: "" };

const fractions: Record<string, string> = { "25": "¼", "5": "½", "75": "¾" };

/** "1.25" as "1¼ in" */
export function thicknessInWords(thickness: string): string {
  const [whole = "", part = ""] = thickness.split(".");
  return `${whole === "0" ? "" : whole}${fractions[part] ?? ""} in`;
}

export const trimWords: Record<Trim, string> = {
  lean: "closely trimmed",
  fat: "fat left on",
};

/** "1¼ in, 2 per pack, closely trimmed, tied"; "" for none. */
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

/** Whether two lines of a product are to be cut and packed alike. */
export function isSameWish(
  one: TypedWish | null | undefined,
  other: TypedWish | null | undefined,
): boolean {
  return wishParts.every((part) => (one?.[part] ?? "").trim() === (other?.[part] ?? "").trim());
}

/** A line's words with its wish in brackets: "5 lb (1¼ in, 2 per pack)". */
export function withWish(words: string, wish: TypedWish | null | undefined): string {
  const wished = wishInWords(wish);
  return wished ? `${words} (${wished})` : words;
}

/**
 * The parts that can be wished of a product of a category: what comes ground or cut already has neither
 * thickness nor trim.
 */
export function wishPartsFor(category: string | null | undefined): (typeof wishParts)[number][] {
  const isCut = category === "ground" || category === "pre-cuts";
  return isCut ? ["perPack", "note"] : [...wishParts];
}

/** A wish as its fields have it; an untrusted one. */
export type TypedWish = Record<(typeof wishParts)[number], string>;

/** A wish of what each of its fields has. */
export function typedWish(read: (part: keyof TypedWish) => string): TypedWish {
  const [thickness, perPack, trim, note] = wishParts.map(read) as [string, string, string, string];
  return { thickness, perPack, trim, note };
}

/**
 * Reads a wish; null for none.
 *
 * @returns what is wrong with it, for whoever typed it, where it is not a wish
 */
export function readWish(typed: Partial<TypedWish>): { wish: Wish | null } | { error: string } {
  const read = typedWish((part) => (typed[part] ?? "").replace(/\s+/g, " ").trim());
  const { thickness, perPack, trim, note } = read;
  const [thick, cut] = [thicknesses.find(is(thickness)), trims.find(is(trim))];
  if (thickness !== "" && !thick) return { error: "Choose a thickness from the list." };
  if (trim !== "" && !cut) return { error: "Choose a trim from the list." };
  if (perPack !== "" && !isPerPack(perPack)) {
    return { error: `Enter from 1 to ${mostPerPack} for each pack.` };
  }
  const clean = note.replace(/\p{Cc}/gu, "").toWellFormed();
  if (clean.length > mostWishNote) {
    return { error: `Please keep the wish within ${mostWishNote} characters.` };
  }
  const wish: Wish = {
    thickness: thick ?? "",
    perPack: perPack === "" ? "" : String(Number(perPack)),
    trim: cut ?? "",
    note: clean,
  };
  return { wish: isSameWish(wish, null) ? null : wish };
}

const is = (typed: string) => (known: string) => known === typed;

const isPerPack = (typed: string) =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= mostPerPack;
