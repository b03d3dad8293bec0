import { categoryText, isCategory } from "#app/domain/catalogue/category.ts";
import { type NumberedPage, numberedPage } from "#app/lib/numbered-page.ts";
import { categories } from "#db/schema/values/products.ts";
import type { OrderableProduct } from "./order-draft.ts";

export interface OrderCategory {
  /** Also the anchor on the page. */
  id: string;
  label: string;
  products: OrderableProduct[];
}

/** Products without a shop tab can still be ordered. */
const uncategorised = { id: "uncategorised", label: "More" };

const categoryOf = ({ category }: OrderableProduct) =>
  isCategory(category) ? { id: category, label: categoryText[category].label } : uncategorised;

/** Groups products in the order of the shop's tabs, without empty categories. */
export function byCategory(products: readonly OrderableProduct[]): OrderCategory[] {
  const parts = [
    ...categories.map((id) => ({ id, label: categoryText[id].label })),
    uncategorised,
  ].map((part) => ({ ...part, products: [] as OrderableProduct[] }));
  const byId = new Map(parts.map((part) => [part.id, part]));
  for (const product of products) byId.get(categoryOf(product).id)?.products.push(product);
  return parts.filter((part) => part.products.length > 0);
}

/** Moves these products into a first part, in the order of `ids`. */
export function withFirst(
  parts: readonly OrderCategory[],
  { label, ids }: { label: string; ids: readonly string[] },
): OrderCategory[] {
  const byId = new Map(
    parts.flatMap(({ products }) => products.map((product) => [product.id, product])),
  );
  const products = ids.flatMap((id) => byId.get(id) ?? []);
  const first = new Set(products);
  const rest = parts.map((part) => ({
    ...part,
    products: part.products.filter((product) => !first.has(product)),
  }));
  return [{ id: "first", label, products }, ...rest].filter((part) => part.products.length > 0);
}

/** More rows make typing slow and the form too long. */
export const padRows = 60;

/**
 * Returns the part of the pad on a page, and the page on which each category begins, by its id.
 *
 * @param asked from 1; capped at the last page
 */
export function pageOfPad(
  parts: readonly OrderCategory[],
  asked: number,
): { shown: OrderCategory[]; place: NumberedPage; pageOf: Map<string, number> } {
  const total = parts.reduce((sum, { products }) => sum + products.length, 0);
  const place = numberedPage(total, padRows, asked);
  const pageOf = new Map<string, number>();
  const shown: OrderCategory[] = [];
  let before = 0;
  for (const part of parts) {
    pageOf.set(part.id, Math.floor(before / padRows) + 1);
    const products = part.products.slice(
      Math.max(0, place.from - before),
      Math.max(0, place.to - before),
    );
    if (products.length > 0) shown.push({ ...part, products });
    before += part.products.length;
  }
  return { shown, place, pageOf };
}

/** Returns the products whose name or category contains every typed word. */
export function filterCategories(parts: readonly OrderCategory[], typed: string): OrderCategory[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...parts];
  return parts
    .map((part) => ({
      ...part,
      products: part.products.filter((product) => {
        // The part may be an order's, with products of any category.
        const text = fold(`${product.name} ${part.label} ${categoryOf(product).label}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((part) => part.products.length > 0);
}

/** Folds case and removes accents and hyphens, so that "tbone" finds "T-Bone". */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}|-/gu, "")
    .toLowerCase();
}
