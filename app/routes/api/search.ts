import { requestContext } from "#app/context.server.ts";
import { searchProducts } from "#app/domain/catalogue/search/product-search.server.ts";
import type { SearchResponse } from "#app/features/search/search-dropdown.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Route } from "./+types/search.ts";

const nothing: SearchResponse = { products: [], total: 0 };

/**
 * `GET /api/search?q=`: up to five active products for the dropdown, and the total. On errors an
 * empty list with status 503, so that the browser doesn't cache it, and a log entry; 429 when
 * rate-limited.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log, searchLimit, clientAddress } = context.get(requestContext);
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const wait = searchLimit.take(clientAddress);
  if (wait !== null) {
    const headers = { "Cache-Control": "no-store", "Retry-After": String(wait) };
    return Response.json(nothing, { status: 429, headers });
  }
  const found = await orNull(searchProducts(db, query), log, "search");
  const answer: SearchResponse = found ?? nothing;
  return Response.json(answer, {
    ...statusOf(found),
    headers: { "Cache-Control": "no-store" },
  });
}
