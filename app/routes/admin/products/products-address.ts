import { type Category, isCategory } from "#app/features/catalog/category.ts";

/** Where products are kept. */
export const productsPath = "/admin/products";

/** The category that an address asks for; one that there is not shows all, as in the shop. */
export function categoryWanted(search: URLSearchParams): Category | undefined {
  const category = search.get("category");
  return isCategory(category) ? category : undefined;
}

/** What the list of products is narrowed to. */
export interface ProductList {
  category: Category | undefined;
  /** What was searched for; empty for nothing. */
  search: string;
}

/** The list that an address asks for. */
export function listWanted(query: URLSearchParams): ProductList {
  return { category: categoryWanted(query), search: query.get("q") ?? "" };
}

/** The page of products, narrowed if wanted, with what else it is to show or to say. */
export function productsAddress(
  { category, search }: ProductList,
  rest: { add?: ""; edit?: string; done?: ProductDeed; of?: string } = {},
): string {
  const list = { ...(category && { category }), ...(search.trim() && { q: search }) };
  const query = new URLSearchParams({ ...list, ...rest });
  return query.size > 0 ? `${productsPath}?${query}` : productsPath;
}

const deeds = ["added", "updated", "activated", "deactivated"] as const;

/** What was done about a product, for the page that says so. */
export type ProductDeed = (typeof deeds)[number];

/** Whether an address says what was done. */
export function isDeed(text: string | null): text is ProductDeed {
  return deeds.some((deed) => deed === text);
}

/** Under which a product's form keeps what somebody types into it; without an id the form that adds one. */
export function productTyping(email = "", id: string | null = "new"): string {
  return `${productsPath} ${id} ${email}`;
}
