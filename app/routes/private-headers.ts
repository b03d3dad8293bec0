import type { HeadersArgs } from "react-router";

/** Headers of a page that must not be cached; keeps the action's headers, e.g. Retry-After. */
export function privateHeaders({ actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  return headers;
}
