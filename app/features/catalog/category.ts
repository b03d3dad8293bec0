/** The eight categories of the shop, in the order of its tabs (specification, section 2). */
export const categories = [
  "chuck",
  "prime-rib",
  "loin",
  "sirloin",
  "round",
  "other",
  "pre-cuts",
  "ground",
] as const;

export type Category = (typeof categories)[number];

/** Whether a piece of an address or of a row names a category. */
export function isCategory(value: string | null | undefined): value is Category {
  return categories.some((category) => category === value);
}

interface CategoryText {
  /** On tabs and in menus. The words of its own page are in `content/category-pages.ts`. */
  label: string;
}

export const categoryText: Record<Category, CategoryText> = {
  chuck: { label: "Chuck" },
  "prime-rib": { label: "Prime Rib" },
  loin: { label: "Loin" },
  sirloin: { label: "Sirloin" },
  round: { label: "Round" },
  other: { label: "Other Cuts" },
  "pre-cuts": { label: "Pre-Cuts" },
  ground: { label: "Ground Beef" },
};

/** Shop address of a product; a product without a category lives under "other" (section 2, search). */
export function productPath(category: string | null, idOrSlug: string): string {
  return `/shop/${category ?? "other"}/${idOrSlug}`;
}
