import { isCategory } from "#app/domain/catalogue/category.ts";
import { pageAsked } from "#app/lib/numbered-page.ts";
import type { Category } from "#db/schema/values/products.ts";

export const productsPath = "/admin/products";

/** Parses the category; an unknown one shows all, as in the shop. */
export function categoryWanted(search: URLSearchParams): Category | undefined {
  const category = search.get("category");
  return isCategory(category) ? category : undefined;
}

export interface ProductList {
  category: Category | undefined;
  search: string;
  /** From 1, the default. */
  page?: number;
}

export function listWanted(query: URLSearchParams): ProductList {
  return { category: categoryWanted(query), search: query.get("q") ?? "", page: pageAsked(query) };
}

/** URL of the products page, with filters and further parameters. */
export function productsAddress(
  { category, search, page = 1 }: ProductList,
  rest: { add?: ""; edit?: string; done?: ProductAction; of?: string } = {},
): string {
  const list = {
    ...(category && { category }),
    ...(search.trim() && { q: search }),
    ...(page > 1 && { page: String(page) }),
  };
  const query = new URLSearchParams({ ...list, ...rest });
  return query.size > 0 ? `${productsPath}?${query}` : productsPath;
}

const actions = ["added", "updated", "activated", "deactivated", "featured", "unfeatured"] as const;

export type ProductAction = (typeof actions)[number];

/** True if a query parameter is a known action. */
export function isAction(text: string | null): text is ProductAction {
  return actions.some((intent) => intent === text);
}

/** Storage key of a product form's unsaved input; without an id, of a new product. */
export function productTyping(email = "", id: string | null = "new"): string {
  return `${productsPath} ${id} ${email}`;
}
