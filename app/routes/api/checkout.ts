import { requestContext } from "#app/context.server.ts";
import { canCheckOut } from "#app/features/orders/checkout/checkout.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Route } from "./+types/checkout.ts";

/**
 * `GET /api/checkout`: whether there is a checkout, for the cart, whose pages are the same for
 * everybody and cached. 503 on failure.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const isOpen = await orNull(
    canCheckOut(services),
    services.log,
    "look whether one can check out",
  );
  return Response.json(
    { isOpen },
    { status: isOpen === null ? 503 : 200, headers: { "Cache-Control": "no-store" } },
  );
}
