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

export interface ListedProduct extends ProductSummary {
  filters: readonly ListFilter[];
}

/** Recent orders per product id. Empty if there are too few to tell. */
export type SoldLately = ReadonlyMap<string, number>;

/** A list with fewer sold products has no meaningful best sellers. */
const fewestSold = 3;

/** Filters and sorts a list, which is sorted by name; ties stay in that order. */
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
  return shown.toSorted((one, other) => rank[sort](one) - rank[sort](other));
}

function passes({ filters }: ListedProduct, filter: ListFilter | null): boolean {
  return filter === null || filters.includes(filter);
}

/** True if enough of a list's products have sold to sort by best sellers. */
export function hasBestSellers(listed: readonly ListedProduct[], sold: SoldLately): boolean {
  return listed.filter(({ id }) => sold.has(id)).length >= fewestSold;
}

interface ListLink {
  label: string;
  to: string;
  isCurrent: boolean;
  /** Set on the first link of each further group. */
  begins?: true;
}

/** The links above a list and its count. */
export interface ListOffer {
  shows: ListLink[];
  sorts: ListLink[];
  /** E.g. "42 products", "Steaks to grill: 12 of 42 products". */
  count: string;
}

/**
 * Returns the links above a list. A filter is offered if it excludes some products, and includes
 * some of those that the other group's filter shows. The chosen filter is always offered, and its
 * link removes it.
 *
 * @param shown number of products that the choice shows
 * @param kept other query parameters of the list
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

/** Returns e.g. "Steaks to grill", "Steaks", "To grill". */
function chosenInWords({ show, use }: ListChoice): string {
  const how = use ? listUses[use] : "";
  if (!show) return how;
  return how ? `${listKinds[show]} ${how.toLowerCase()}` : listKinds[show];
}
