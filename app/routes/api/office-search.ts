import { requestContext } from "#app/context.server.ts";
import { requireStaff, staffWith } from "#app/guards/guards.server.ts";
import { findHits } from "../admin/search/find-hits.server.ts";
import type { Route } from "./+types/office-search.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff("any")];

/**
 * `GET /api/office-search?q=`: the back office search within what the role may open; 503 with the
 * partial result if some of it could not be searched.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const found = await findHits(
    context.get(requestContext),
    staffWith(context),
    url.searchParams.get("q") ?? "",
  );
  const status = found.failed.length > 0 ? 503 : 200;
  return Response.json(found, { status, headers: { "Cache-Control": "no-store" } });
}
