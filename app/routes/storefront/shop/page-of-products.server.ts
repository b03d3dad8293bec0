import { redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import {
  arranged,
  hasBestSellers,
  type ListedProduct,
  type ListOffer,
  offerOf,
} from "#app/domain/catalogue/listing/arranged.ts";
import {
  choiceIn,
  choiceQuery,
  showParameter,
  sortParameter,
  useParameter,
} from "#app/domain/catalogue/listing/list-choice.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { type NumberedPage, numberedPage, pageAsked, pageQuery } from "#app/lib/numbered-page.ts";
import { orNull } from "#app/lib/or-null.ts";

/** Rows of two, three or four, all full. */
const productsOnPage = 48;

export interface PageOfProducts {
  /** null if they could not be loaded. */
  products: ProductSummary[] | null;
  place: NumberedPage | null;
  /** What stands above the list; null for a list without products. */
  offer: ListOffer | null;
  /** Where all of the list is shown; null if nothing of it is left out. */
  all: string | null;
  /** The query that asks for this page, and that of its canonical address: empty unless it is a later page of all products by name. */
  query: string;
  canonical: string;
}

export const noProducts: PageOfProducts = {
  products: null,
  place: null,
  offer: null,
  all: null,
  query: "",
  canonical: "",
};

/**
 * The part of a list of products that an address asks for by `?show=`, `?use=`, `?sort=` and `?page=`. What
 * is not offered, and a page beyond the last one, lead to what is, so that an address says what is
 * on its page and made-up values are no pages to be kept.
 *
 * @param listed by name; null if they could not be loaded
 * @param kept other parameters of the list's address
 * @throws a redirect
 */
export async function pageOfProducts(
  { bestSellers, shownStocks, log }: RequestContext,
  listed: ListedProduct[] | null,
  { pathname, searchParams, search }: URL,
  kept: Record<string, string> = {},
): Promise<PageOfProducts> {
  if (!listed) return noProducts;
  const sold = (await orNull(bestSellers.get(), log, "read what sells")) ?? new Map();
  const choice = choiceIn(searchParams);
  if (choice.sort === "best" && !hasBestSellers(listed, sold)) choice.sort = "name";
  const isUnknown = (name: string, value: string | null) =>
    searchParams.has(name) && searchParams.get(name) !== value;
  if (
    isUnknown(showParameter, choice.show) ||
    isUnknown(useParameter, choice.use) ||
    isUnknown(sortParameter, choice.sort === "name" ? null : choice.sort)
  ) {
    throw redirect(pathname + choiceQuery(choice, kept));
  }
  const found = arranged(listed, choice, sold);
  const asked = pageAsked(searchParams);
  const place = numberedPage(found.length, productsOnPage, asked);
  if (place.page !== asked) throw redirect(pathname + pageQuery(search, place, place.page));
  const { page } = place;
  const paged = page > 1 ? { page: String(page) } : undefined;
  const isWhole = choice.show === null && choice.use === null && choice.sort === "name";
  return {
    products: shownStocks.beside(
      found.slice(place.from, place.to).map(({ filters: _, ...product }) => product),
    ),
    place,
    offer:
      listed.length > 0
        ? offerOf(listed, choice, { sold, shown: found.length, path: pathname, kept })
        : null,
    all:
      found.length < listed.length
        ? pathname + choiceQuery({ ...choice, show: null, use: null }, kept)
        : null,
    query: choiceQuery(choice, { ...kept, ...paged }),
    canonical: isWhole ? choiceQuery(choice, paged) : "",
  };
}
