import { requestContext } from "#app/context.server.ts";
import { productsByIds } from "#app/domain/catalogue/products.server.ts";
import {
  type CartProductsResponse,
  ofCookie,
  storedLines,
  storedProduct,
  toCartProduct,
} from "#app/domain/drafts/cart/cart.ts";
import { readCookieCart } from "#app/features/cart/without-script/cookie-cart.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Route } from "./+types/cart.ts";

const uncached = { "Cache-Control": "no-store" };

/**
 * `GET /api/cart?ids=a,b`: current data of a cart's products; those no longer for sale are omitted.
 * `GET /api/cart?cookie`: the lines that this browser has added without JavaScript, as it stores
 * its own. 503 on failure, so that the browser keeps its cart as is.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  if (searchParams.has(ofCookie)) {
    const cart = await orNull(readCookieCart({ db, productsByIds }, request), log, "cart cookie");
    return Response.json(storedLines(cart?.items ?? []), {
      status: cart ? 200 : 503,
      headers: uncached,
    });
  }
  const ids = (searchParams.get("ids") ?? "").split(",");
  const found = await orNull(productsByIds(db, ids), log, "cart refresh");
  const products = (found ?? []).map((product) => storedProduct(toCartProduct(product)));
  return Response.json({ products } satisfies CartProductsResponse, {
    status: found ? 200 : 503,
    headers: uncached,
  });
}
