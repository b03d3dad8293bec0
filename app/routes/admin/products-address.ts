import { type Category, isCategory } from "#app/features/catalog/category.ts";

/** Where products are kept. */
export const productsPath = "/admin/products";

/** The category that an address asks for; one that there is not shows all, as in the shop. */
export function categoryWanted(search: URLSearchParams): Category | undefined {
  const category = search.get("category");
  return isCategory(category) ? category : undefined;
}

/** The page of products, of one category if given, with what else it is to show or to say. */
export function productsAddress(
  category: Category | undefined,
  rest: { add?: ""; edit?: string; done?: ProductDeed; of?: string } = {},
): string {
  const query = new URLSearchParams({ ...(category ? { category } : {}), ...rest });
  return query.size > 0 ? `${productsPath}?${query}` : productsPath;
}

const deeds = ["added", "updated", "activated", "deactivated"] as const;

/** What was done about a product, for the page that says so. */
export type ProductDeed = (typeof deeds)[number];

/** Whether an address says what was done. */
export function isDeed(text: string | null): text is ProductDeed {
  return deeds.some((deed) => deed === text);
}
