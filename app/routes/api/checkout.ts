import { requestContext } from "#app/context.server.ts";
import { mostOfCart, waysToCheckOut } from "#app/features/checkout/checkout.server.ts";
import { readCheckout } from "#app/features/checkout/checkout-form.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Route } from "./+types/checkout.ts";

const uncached = { "Cache-Control": "no-store" };

/**
 * `GET /api/checkout`: whether there is a checkout, for the cart, whose pages are cached and the
 * same for everybody. 503 on failure.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const ways = await orNull(
    waysToCheckOut(services),
    services.log,
    "look whether one can check out",
  );
  const isOpen = ways && ways.length > 0;
  return Response.json({ isOpen }, { status: isOpen === null ? 503 : 200, headers: uncached });
}

/**
 * `POST /api/checkout`, with the checkout's form: the order's maximum; null if there is no
 * checkout. 429 if rate-limited, 503 on failure.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const fields = readCheckout(await readForm(request));
  const found = await orNull(mostOfCart(services, fields), services.log, "add up a cart");
  if (!found) return Response.json({ most: null }, { status: 503, headers: uncached });
  if ("most" in found) return Response.json(found, { headers: uncached });
  const headers = { ...uncached, "Retry-After": String(found.wait) };
  return Response.json({ most: null }, { status: 429, headers });
}
