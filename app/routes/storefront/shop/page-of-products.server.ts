import { redirect } from "react-router";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { type NumberedPage, numberedPage, pageAsked, pageQuery } from "#app/lib/numbered-page.ts";

/** Rows of two, three or four, all full. */
const productsOnPage = 48;

/**
 * The part of a list of products that an address asks for by `?page=`. A page beyond the last one
 * leads to that, so that made-up numbers are no pages to be kept.
 *
 * @param products null if they could not be loaded
 * @throws a redirect
 */
export function pageOfProducts(
  products: ProductSummary[] | null,
  { pathname, searchParams, search }: URL,
): { products: ProductSummary[] | null; place: NumberedPage | null } {
  if (!products) return { products, place: null };
  const asked = pageAsked(searchParams);
  const place = numberedPage(products.length, productsOnPage, asked);
  if (place.page !== asked) throw redirect(pathname + pageQuery(search, place, place.page));
  return { products: products.slice(place.from, place.to), place };
}
