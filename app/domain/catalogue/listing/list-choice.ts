/** What a list of the shop can be narrowed to, by its value in the address: one kind of cut. */
export const listKinds = {
  steaks: "Steaks",
  roasts: "Roasts",
  ribs: "Ribs",
  ground: "Ground",
} as const;

/** And one way to cook, of each one at a time, so that few addresses list products. */
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

/** The orders of a list. By name unless an address says otherwise. */
export const listSorts = { name: "Name", price: "Price", best: "Best sellers" } as const;

export type ListSort = keyof typeof listSorts;

/** Query parameters. */
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

/** How a list is shown. */
export interface ListChoice {
  /** null for all kinds. */
  show: ListKind | null;
  /** null for all ways to cook. */
  use: ListUse | null;
  sort: ListSort;
}

/** What an address asks for; unknown values ask for nothing. Older addresses have uses among the kinds. */
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

/** The query of a choice, "?show=steaks&use=grill&sort=price", after the parameters in `kept`. */
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
