import { requestContext } from "#app/context.server.ts";
import { isForAnother } from "#app/domain/ordering/placing/order-desk.ts";
import {
  answerForAnother,
  answerOrderForm,
} from "#app/domain/ordering/placing/order-form.server.ts";
import { readOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import type { OrderResponse } from "#app/features/pad/send-order.ts";
import { clientContext, requireClient } from "#app/guards/guards.server.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/orders.ts";
import { otherMethod } from "./other-method.ts";

const onlyPost = () => otherMethod("Orders are placed by POST");

export const middleware: Route.MiddlewareFunction[] = [requireClient];

/**
 * `POST /api/orders`: places the client's order, sent like the form of /dashboard/place-order. 200
 * with its id, 400 with its problems, 409 if prices changed or the request id was used for a
 * different order, 429 with `Retry-After` when rate-limited, 503 if the outcome is unknown: retry,
 * it is placed once.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const { draft } = readOrderForm(await readForm(request));
  const sent = { draft, intent: "place" } as const;
  const client = context.get(clientContext);
  const answer = isForAnother(url, client.customerId)
    ? answerForAnother(draft)
    : await answerOrderForm(context.get(requestContext), client, sent);
  if ("placed" in answer) {
    return Response.json({ placed: { id: answer.placed.id } } satisfies OrderResponse);
  }
  const { refused, status, headers } = answer;
  return Response.json({ refused } satisfies OrderResponse, { status, headers });
}

export const loader = () => onlyPost();
