/** Filters by kind of cut, by their value in the URL; one at a time. */
export const listKinds = {
  steaks: "Steaks",
  roasts: "Roasts",
  ribs: "Ribs",
  ground: "Ground",
} as const;

/** Filters by way to cook; one at a time, so that few URLs list products. */
export const listUses = {
  grill: "To grill",
  pan: "To pan-fry",
  roast: "To roast",
  braise: "To braise",
  smoke: "To smoke",
} as const;

export type ListKind = keyof typeof listKinds;
export type ListUse = keyof typeof listUses;
export type ListFilter = ListKind | ListUse;

export const listSorts = { name: "Name", price: "Price", best: "Best sellers" } as const;

export type ListSort = keyof typeof listSorts;

export const showParameter = "show";
export const useParameter = "use";
export const sortParameter = "sort";

export function isListKind(value: string | null): value is ListKind {
  return value !== null && Object.hasOwn(listKinds, value);
}

export function isListUse(value: string | null): value is ListUse {
  return value !== null && Object.hasOwn(listUses, value);
}

export function isListSort(value: string | null): value is ListSort {
  return value !== null && Object.hasOwn(listSorts, value);
}

export interface ListChoice {
  show: ListKind | null;
  use: ListUse | null;
  sort: ListSort;
}

/** Parses a URL's choice, ignoring unknown values. Older URLs have uses in the kind's parameter. */
export function choiceIn(query: URLSearchParams): ListChoice {
  const show = query.get(showParameter);
  const use = query.get(useParameter) ?? show;
  const sort = query.get(sortParameter);
  return {
    show: isListKind(show) ? show : null,
    use: isListUse(use) ? use : null,
    sort: isListSort(sort) ? sort : "name",
  };
}

/** Returns a choice's query after the `kept` parameters: "?show=steaks&use=grill&sort=price". */
export function choiceQuery(
  { show, use, sort }: ListChoice,
  kept: Record<string, string> = {},
): string {
  const query = new URLSearchParams(kept);
  if (show) query.set(showParameter, show);
  if (use) query.set(useParameter, use);
  if (sort !== "name") query.set(sortParameter, sort);
  return query.size > 0 ? `?${query}` : "";
}
