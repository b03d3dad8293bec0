import { requestContext } from "#app/context.server.ts";
import { type CartProductsResponse, toCartProduct } from "#app/features/cart/cart.ts";
import { productsByIds } from "#app/features/catalog/products.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Route } from "./+types/cart.ts";

/**
 * `GET /api/cart?ids=a,b`: current data of a cart's products; those no longer for sale are omitted.
 * 503 on failure, so that the browser keeps its cart as is.
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
