import type { ProductHit } from "#app/features/catalog/product.ts";

/** How long typing pauses before the shop is asked (specification, section 9). */
export const typingPauseMs = 300;

/** Results that the dropdown shows (specification, section 9). */
export const maxHits = 5;

/** What `GET /api/search?q=` answers. */
export interface SearchResponse {
  /** The first few. */
  products: ProductHit[];
  /** How many there are in all. */
  total: number;
  /** What was searched for in place of what was typed, which finds nothing. */
  correctedTo?: string | undefined;
}

/** What the dropdown says in words; null while results speak for themselves. */
export function searchMessage(
  query: string | null,
  isSearching: boolean,
  hits: readonly ProductHit[],
): string | null {
  if (query === null) return "Start typing to search";
  if (isSearching) return "Searching...";
  return hits.length === 0 ? "No products found" : null;
}

/** What was found, for those who do not see the list; and for all, when it was another word. */
export function foundInWords({ total, correctedTo }: SearchResponse): string {
  const count = `${total} ${total === 1 ? "product" : "products"} found`;
  return correctedTo ? `${count} for “${correctedTo}”` : count;
}

/**
 * Where a key moves the choice among `count` results; null is the text box itself. Undefined when
 * the key does not move it. Arrows go around through the text box, Home and End stay in the list.
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
