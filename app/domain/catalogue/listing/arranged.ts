import type { ProductSummary } from "../product.ts";
import {
  choiceQuery,
  type ListChoice,
  type ListFilter,
  type ListKind,
  type ListUse,
  listKinds,
  listSorts,
  listUses,
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
  { show, use, sort }: ListChoice,
  sold: SoldLately,
): ListedProduct[] {
  const shown = listed.filter((product) => passes(product, show) && passes(product, use));
  const rank: Record<ListChoice["sort"], (product: ListedProduct) => number> = {
    name: () => 0,
    price: ({ pricePerLb }) => Number(pricePerLb),
    best: ({ id }) => -(sold.get(id) ?? 0),
  };
  // Sorting is stable, so the order by name stays where two are equal.
  return shown.toSorted((one, other) => rank[sort](one) - rank[sort](other));
}

function passes({ filters }: ListedProduct, filter: ListFilter | null): boolean {
  return filter === null || filters.includes(filter);
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
  /** Set on the first link of another group than those before it. */
  begins?: true;
}

/** What stands above a list: which products it can show, in which orders, and how many it does. */
export interface ListOffer {
  /** All, then kinds of cut, then ways to cook. */
  shows: ListLink[];
  sorts: ListLink[];
  /** "42 products", "Steaks to grill: 12 of 42 products" */
  count: string;
}

/**
 * The links above a list. A filter is offered if it leaves some of the products out, and some of those
 * in that the chosen one of the other group shows; the chosen one always is, and leads to the list
 * without it.
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
  const to = (other: Partial<ListChoice>) => path + choiceQuery({ ...choice, ...other }, kept);
  const isOffered = (filter: ListFilter, other: ListFilter | null) =>
    listed.some((product) => !passes(product, filter)) &&
    listed.some((product) => passes(product, filter) && passes(product, other));
  const kinds = (Object.keys(listKinds) as ListKind[])
    .filter((kind) => kind === choice.show || isOffered(kind, choice.use))
    .map((kind) => {
      const isCurrent = kind === choice.show;
      return { label: listKinds[kind], to: to({ show: isCurrent ? null : kind }), isCurrent };
    });
  const uses = (Object.keys(listUses) as ListUse[])
    .filter((use) => use === choice.use || isOffered(use, choice.show))
    .map((use) => {
      const isCurrent = use === choice.use;
      return { label: listUses[use], to: to({ use: isCurrent ? null : use }), isCurrent };
    });
  const [first, ...rest] = uses;
  const filters: ListLink[] = [
    ...kinds,
    ...(first ? [{ ...first, begins: true as const }] : []),
    ...rest,
  ];
  const isAll = choice.show === null && choice.use === null;
  const every = { label: "All", to: to({ show: null, use: null }), isCurrent: isAll };
  const sorts = (Object.keys(listSorts) as ListChoice["sort"][]).filter(
    (sort) => sort !== "best" || hasBestSellers(listed, sold),
  );
  const all = `${listed.length.toLocaleString("en-CA")} ${listed.length === 1 ? "product" : "products"}`;
  return {
    shows: filters.length > 0 ? [every, ...filters] : [],
    sorts:
      listed.length > 1
        ? sorts.map((sort) => ({
            label: listSorts[sort],
            to: to({ sort }),
            isCurrent: sort === choice.sort,
          }))
        : [],
    count: isAll ? all : `${chosenInWords(choice)}: ${shown.toLocaleString("en-CA")} of ${all}`,
  };
}

/** "Steaks to grill", "Steaks", "To grill" */
function chosenInWords({ show, use }: ListChoice): string {
  const how = use ? listUses[use] : "";
  if (!show) return how;
  return how ? `${listKinds[show]} ${how.toLowerCase()}` : listKinds[show];
}
