import { requestContext } from "#app/context.server.ts";
import { keepNames, onlyPosted } from "#app/features/pad/paste/keep-names.server.ts";
import { clientContext, requireClient } from "#app/guards/guards.server.ts";
import type { Route } from "./+types/product-names.ts";

export const middleware: Route.MiddlewareFunction[] = [requireClient];

/**
 * `POST /api/product-names`: keeps what the client calls products in lists, `name` and `product` in
 * pairs. 204, 403 for members who may not order, 429 when it is too often.
 */
export async function action({ request, context }: Route.ActionArgs) {
  return keepNames(request, context.get(requestContext), context.get(clientContext));
}

export const loader = onlyPosted;
