import { requestContext } from "#app/context.server.ts";
import { orderCalendar } from "#app/domain/ordering/delivery/order-calendar.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/order-calendar.ts";

/** `GET /dashboard/orders/:id/day.ics`: the delivery day of the client's own order. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, shop } = context.get(requestContext);
  const order = await getOrder(db, context.get(clientContext), params.id);
  return (order && orderCalendar(order, shop)) ?? plainAnswer("There is no such day.", 404);
}
