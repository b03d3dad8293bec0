import { requestContext } from "#app/context.server.ts";
import { type CartProductsResponse, toCartProduct } from "#app/features/cart/cart.ts";
import { productsByIds } from "#app/features/catalog/products.server.ts";
import { orNull } from "#app/lib/survive.ts";
import type { Route } from "./+types/cart.ts";

/**
 * `GET /api/cart?ids=a,b`: how the products of a cart stand now; those that are no longer for sale
 * are missing from the answer. 503 when that cannot be told: the browser keeps its cart as it is.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const ids = (new URL(request.url).searchParams.get("ids") ?? "").split(",");
  const found = await orNull(productsByIds(db, ids), log, "cart refresh");
  const products = (found ?? []).map(toCartProduct);
  return Response.json({ products } satisfies CartProductsResponse, {
    status: found ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
