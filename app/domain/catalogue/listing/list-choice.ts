/**
 * What a list of the shop can be narrowed to, by its value in the address: kinds of cut, then ways
 * to cook. One at a time, so that few addresses list products.
 */
export const listFilters = {
  steaks: "Steaks",
  roasts: "Roasts",
  ribs: "Ribs",
  ground: "Ground",
  grill: "To grill",
  pan: "To pan-fry",
  roast: "To roast",
  braise: "To braise",
  smoke: "To smoke",
} as const;

export type ListFilter = keyof typeof listFilters;

/** The orders of a list. By name unless an address says otherwise (specification, section 7). */
export const listSorts = { name: "Name", price: "Price", best: "Best sellers" } as const;

export type ListSort = keyof typeof listSorts;

/** Query parameters. */
export const showParameter = "show";
export const sortParameter = "sort";

export function isListFilter(value: string | null): value is ListFilter {
  return value !== null && Object.hasOwn(listFilters, value);
}

export function isListSort(value: string | null): value is ListSort {
  return value !== null && Object.hasOwn(listSorts, value);
}

/** How a list is shown. */
export interface ListChoice {
  /** null for all its products. */
  show: ListFilter | null;
  sort: ListSort;
}

/** What an address asks for; unknown values ask for nothing. */
export function choiceIn(query: URLSearchParams): ListChoice {
  const show = query.get(showParameter);
  const sort = query.get(sortParameter);
  return { show: isListFilter(show) ? show : null, sort: isListSort(sort) ? sort : "name" };
}

/** The query of a choice, "?show=steaks&sort=price", after the parameters in `kept`. */
export function choiceQuery({ show, sort }: ListChoice, kept: Record<string, string> = {}): string {
  const query = new URLSearchParams(kept);
  if (show) query.set(showParameter, show);
  if (sort !== "name") query.set(sortParameter, sort);
  return query.size > 0 ? `?${query}` : "";
}
