import { requestContext } from "#app/context.server.ts";
import { orderCalendar } from "#app/domain/ordering/delivery/order-calendar.server.ts";
import { getLinkedOrder } from "#app/domain/ordering/links/linked-order.server.ts";
import { plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/own-order-calendar.ts";
import { openLink } from "./open-link.server.ts";

/** `GET /orders/:token/day.ics`: the day of a retail order for a calendar, through its link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token);
  if (!link) return new Response("This link does not work.", { status: status ?? 404, headers });
  const order = await getLinkedOrder(services.db, link);
  return orderCalendar(order, services.shop) ?? plainAnswer("This order has no day.", 404);
}
