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

/** Divisible by rows of two, three and four. */
const productsOnPage = 48;

export interface PageOfProducts {
  /** Null if they could not be loaded. */
  products: ProductSummary[] | null;
  place: NumberedPage | null;
  /** The choices above the list; null for a list without products. */
  offer: ListOffer | null;
  /** The URL of the whole list; null if nothing is left out. */
  all: string | null;
  /** The query of this page and its canonical URL: empty except on later pages of the full list. */
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
 * Returns the part of a product list that a URL requests by `?show=`, `?use=`, `?sort=` and
 * `?page=`. Unavailable values and pages beyond the last one redirect to what exists, so that a URL
 * describes its page and made-up values aren't cached.
 *
 * @param listed by name; null if they could not be loaded
 * @param kept other parameters of the list's URL
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
