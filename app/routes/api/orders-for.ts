import { requestContext } from "#app/context.server.ts";
import { answerOrderForm } from "#app/domain/ordering/placing/order-form.server.ts";
import { readOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import type { OrderResponse } from "#app/features/pad/send-order.ts";
import { requireStaff, staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/orders-for.ts";
import { otherMethod } from "./other-method.ts";

const onlyPost = () => otherMethod("Orders are placed by POST");

export const middleware: Route.MiddlewareFunction[] = [requireStaff("sell")];

/**
 * `POST /api/orders-for/{customer}/{site}`: places an order that staff took for a client, with the
 * same body and answers as `POST /api/orders`. 404 for an unknown customer or site.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const services = context.get(requestContext);
  const wanted = { customerId: params.customer, siteId: params.site };
  const staff = await actFor(services.db, staffWith(context, "sell"), wanted);
  if (!staff) return Response.json({ error: "There is no such client" }, { status: 404 });
  const { draft } = readOrderForm(await readForm(request));
  const answer = await answerOrderForm(services, staff, { draft, intent: "place" });
  if ("placed" in answer) {
    return Response.json({ placed: { id: answer.placed.id } } satisfies OrderResponse);
  }
  const { refused, status, headers } = answer;
  return Response.json({ refused } satisfies OrderResponse, { status, headers });
}

export const loader = () => onlyPost();
