import type { HeadersArgs } from "react-router";

/** Of a page that no cache may keep; what its action says, when to come back for instance, goes along. */
export function privateHeaders({ actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  return headers;
}
