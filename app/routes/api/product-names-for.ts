import { requestContext } from "#app/context.server.ts";
import { keepNames, onlyPosted } from "#app/features/pad/paste/keep-names.server.ts";
import { requireStaff, staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import type { Route } from "./+types/product-names-for.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff("sell")];

/** `POST /api/product-names-for/{customer}`: like `product-names`, for staff. 404 if unknown. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const seller = staffWith(context, "sell");
  const staff = await actFor(services.db, seller, { customerId: params.customer });
  if (!staff) return Response.json({ error: "There is no such client" }, { status: 404 });
  return keepNames(request, services, staff);
}

export const loader = onlyPosted;
