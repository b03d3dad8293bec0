import { requestContext } from "#app/context.server.ts";
import { searchProducts } from "#app/features/catalog/product-search.server.ts";
import type { SearchResponse } from "#app/features/search/search.ts";
import { orNull, statusOf } from "#app/lib/survive.ts";
import type { Route } from "./+types/search.ts";

/**
 * `GET /api/search?q=`: at most five active products by name, for the dropdown. A failure is an
 * empty list (specification, section 8) with status 503, so that the browser does not keep it, and a
 * line in the log.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const products = await orNull(searchProducts(db, query), log, "search");
  const answer: SearchResponse = { products: products ?? [] };
  return Response.json(answer, {
    ...statusOf(products),
    headers: { "Cache-Control": "no-store" },
  });
}
