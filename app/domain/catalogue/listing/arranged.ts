import type { ProductSummary } from "../product.ts";
import {
  choiceQuery,
  type ListChoice,
  type ListFilter,
  listFilters,
  listSorts,
} from "./list-choice.ts";

/** A product in a list of the shop, with the filters that it passes. */
export interface ListedProduct extends ProductSummary {
  filters: readonly ListFilter[];
}

/** How many orders a product was in lately, by its id. Empty if there is too little to tell. */
export type SoldLately = ReadonlyMap<string, number>;

/** So many of a list's products have to be sold for its best sellers to say anything. */
const fewestSold = 3;

/**
 * The products of a list that a choice shows, in its order; of equals, the first by name.
 *
 * @param listed by name
 */
export function arranged(
  listed: readonly ListedProduct[],
  { show, sort }: ListChoice,
  sold: SoldLately,
): ListedProduct[] {
  const shown = listed.filter(({ filters }) => show === null || filters.includes(show));
  const rank: Record<ListChoice["sort"], (product: ListedProduct) => number> = {
    name: () => 0,
    price: ({ pricePerLb }) => Number(pricePerLb),
    best: ({ id }) => -(sold.get(id) ?? 0),
  };
  // Sorting is stable, so the order by name stays where two are equal.
  return shown.toSorted((one, other) => rank[sort](one) - rank[sort](other));
}

/** Whether there is something to tell of the best sellers of a list. */
export function hasBestSellers(listed: readonly ListedProduct[], sold: SoldLately): boolean {
  return listed.filter(({ id }) => sold.has(id)).length >= fewestSold;
}

/** A link above a list. */
interface ListLink {
  label: string;
  to: string;
  isCurrent: boolean;
}

/** What stands above a list: which products it can show, in which orders, and how many it does. */
export interface ListOffer {
  shows: ListLink[];
  sorts: ListLink[];
  /** "42 products", "12 of 42 products" */
  count: string;
}

/**
 * The links above a list. A filter is offered if it leaves some of the products out and some in; the
 * one that is chosen always is, so that it can be seen and left.
 *
 * @param shown how many products the choice shows
 * @param kept other parameters of the list's address
 */
export function offerOf(
  listed: readonly ListedProduct[],
  choice: ListChoice,
  {
    sold,
    shown,
    path,
    kept,
  }: {
    sold: SoldLately;
    shown: number;
    path: string;
    kept?: Record<string, string>;
  },
): ListOffer {
  const link = (label: string, other: Partial<ListChoice>): ListLink => {
    const chosen = { ...choice, ...other };
    const isCurrent = chosen.show === choice.show && chosen.sort === choice.sort;
    return { label, to: path + choiceQuery(chosen, kept), isCurrent };
  };
  const filters = (Object.keys(listFilters) as ListFilter[]).filter((filter) => {
    const passing = listed.filter(({ filters }) => filters.includes(filter)).length;
    return filter === choice.show || (passing > 0 && passing < listed.length);
  });
  const sorts = (Object.keys(listSorts) as ListChoice["sort"][]).filter(
    (sort) => sort !== "best" || hasBestSellers(listed, sold),
  );
  const all = `${listed.length.toLocaleString("en-CA")} ${listed.length === 1 ? "product" : "products"}`;
  return {
    shows:
      filters.length > 0
        ? [link("All", { show: null }), ...filters.map((show) => link(listFilters[show], { show }))]
        : [],
    sorts: listed.length > 1 ? sorts.map((sort) => link(listSorts[sort], { sort })) : [],
    count: choice.show ? `${shown.toLocaleString("en-CA")} of ${all}` : all,
  };
}
