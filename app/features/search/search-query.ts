import { QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { maxHits, type SearchResponse } from "./search-dropdown.ts";

const typingPauseMs = 300;

/** One client per page load, so that repeated queries are answered from its cache. */
export const searchClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: false,
      refetchOnWindowFocus: false,
      // Fails when offline instead of pausing, which would look like searching.
      networkMode: "always",
    },
  },
});

const nothing: SearchResponse = { products: [], total: 0 };

/**
 * Returns the results of a query, debounced; empty after an error. Null disables it. Aborts
 * outdated requests. Use within a QueryClientProvider.
 */
export function useSearch(query: string | null): { found: SearchResponse; isSearching: boolean } {
  const settled = useAfterPause(query, typingPauseMs);
  const asked = query === settled ? query : null;
  const { data, isFetching } = useQuery({
    queryKey: ["search", asked],
    queryFn: asked === null ? skipToken : ({ signal }) => fetchFound(asked, signal),
  });
  const isSearching = query !== null && (asked === null || isFetching);
  return { found: isSearching || asked === null ? nothing : (data ?? nothing), isSearching };
}

async function fetchFound(query: string, signal: AbortSignal): Promise<SearchResponse> {
  try {
    const response = await fetch(`/api/search?${new URLSearchParams({ q: query })}`, {
      headers: { accept: "application/json" },
      signal,
    });
    if (!response.ok) throw new Error(`The search answered ${response.status}`);
    const found: SearchResponse = await response.json();
    return { ...found, products: found.products.slice(0, maxHits) };
  } catch (error) {
    if (!signal.aborted) console.warn("Search failed:", error);
    throw error;
  }
}

function useAfterPause<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
