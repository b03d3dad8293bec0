import { type Category, categories } from "#db/schema/values/products.ts";

/** True if a URL segment or column value is a category. */
export function isCategory(value: string | null | undefined): value is Category {
  return categories.some((category) => category === value);
}

interface CategoryText {
  /** The category page's own text is in `content/category-pages.ts`. */
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

/** Returns a product's shop path; products without a category live under "other". */
export function productPath(category: string | null, idOrSlug: string): string {
  return `/shop/${category ?? "other"}/${idOrSlug}`;
}
