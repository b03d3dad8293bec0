import { QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ProductHit } from "#app/features/catalog/product.ts";
import { maxHits, type SearchResponse, typingPauseMs } from "./search.ts";

/** One for the life of the page, so that a query asked before is answered at once. */
export const searchClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: false,
      refetchOnWindowFocus: false,
      // Offline a request fails, and says so; waiting for the line would look like searching.
      networkMode: "always",
    },
  },
});

/**
 * The shop's answer to a query, asked after a pause in typing; a request that typing has overtaken is
 * aborted. A failure is an empty list (specification, section 8). Null asks nothing. Needs a
 * QueryClientProvider around it.
 */
export function useSearch(query: string | null): { hits: ProductHit[]; isSearching: boolean } {
  const settled = useAfterPause(query, typingPauseMs);
  const asked = query === settled ? query : null;
  const { data, isFetching } = useQuery({
    queryKey: ["search", asked],
    queryFn: asked === null ? skipToken : ({ signal }) => fetchHits(asked, signal),
  });
  const isSearching = query !== null && (asked === null || isFetching);
  return { hits: isSearching || asked === null ? [] : (data ?? []), isSearching };
}

async function fetchHits(query: string, signal: AbortSignal): Promise<ProductHit[]> {
  try {
    const response = await fetch(`/api/search?${new URLSearchParams({ q: query })}`, {
      headers: { accept: "application/json" },
      signal,
    });
    if (!response.ok) throw new Error(`The search answered ${response.status}`);
    const { products }: SearchResponse = await response.json();
    return products.slice(0, maxHits);
  } catch (error) {
    if (!signal.aborted) console.warn("Search failed:", error);
    throw error;
  }
}

/** A value as it was when it last stood still for so many milliseconds. */
function useAfterPause<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
