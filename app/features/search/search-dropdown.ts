import type { ProductHit } from "#app/domain/catalogue/product.ts";

export const maxHits = 5;

/** The response of `GET /api/search?q=`. */
export interface SearchResponse {
  products: ProductHit[];
  total: number;
  /** The corrected query, if the typed one had no results. */
  correctedTo?: string | undefined;
}

/** Null while there are results to show. */
export function searchMessage(
  query: string | null,
  isSearching: boolean,
  hits: readonly ProductHit[],
): string | null {
  if (query === null) return "Start typing to search";
  if (isSearching) return "Searching...";
  return hits.length === 0 ? "No products found" : null;
}

/** Summarizes the results. */
export function foundInWords({ total, correctedTo }: SearchResponse): string {
  const count = `${total} ${total === 1 ? "product" : "products"} found`;
  return correctedTo ? `${count} for “${correctedTo}”` : count;
}

/**
 * Returns the active result after a key press, among `count`; null is the search field itself,
 * undefined means no move. Arrows wrap around through the field; Home and End stay in the list.
 */
export function moveChoice(
  key: string,
  current: number | null,
  count: number,
): number | null | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      if (current === null) return 0;
      return current === last ? null : current + 1;
    case "ArrowUp":
      if (current === null) return last;
      return current === 0 ? null : current - 1;
    case "Home":
      return current === null ? undefined : 0;
    case "End":
      return current === null ? undefined : last;
    default:
      return undefined;
  }
}
