import { requestContext } from "#app/context.server.ts";
import { keepNames, onlyPosted } from "#app/features/pad/paste/keep-names.server.ts";
import { clientContext, requireClient } from "#app/guards/guards.server.ts";
import type { Route } from "./+types/product-names.ts";

export const middleware: Route.MiddlewareFunction[] = [requireClient];

/**
 * `POST /api/product-names`: stores the client's names for products in lists, as pairs of `name`
 * and `product`. 204, 403 for members who may not order, 429 when rate-limited.
 */
export async function action({ request, context }: Route.ActionArgs) {
  return keepNames(request, context.get(requestContext), context.get(clientContext));
}

export const loader = onlyPosted;
