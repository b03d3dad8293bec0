import { requestContext } from "#app/context.server.ts";
import { StreamsClosedError } from "#app/features/live/live-events.server.ts";
import { capabilitiesOfRequest, requireClient } from "#app/guards/guards.server.ts";
import type { Route } from "./+types/events.ts";

/**
 * `GET /api/events`: a text/event-stream of order changes; clients get their own, staff those that
 * they work with. 503 while shutting down. A middleware, as the router would wait for the end of a
 * loader's response.
 */
const openStream: Route.MiddlewareFunction = async ({ request, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { liveEvents, clientAddress } = context.get(requestContext);
  const whoNow = () => capabilitiesOfRequest(request, context);
  const { client, staff } = await whoNow();
  if (!client) return Response.json({ error: "Please sign in" }, { status: 401 });
  const headers = {
    "Content-Type": "text/event-stream",
    // Disables response buffering in nginx.
    "X-Accel-Buffering": "no",
  };
  // Nobody reads the body of a HEAD response, so the stream would never be released.
  if (request.method === "HEAD") return new Response(null, { headers });
  try {
    return new Response(liveEvents.open({ client, staff }, clientAddress, whoNow), { headers });
  } catch (error) {
    if (!(error instanceof StreamsClosedError)) throw error;
    return Response.json({ error: "The shop is being restarted" }, { status: 503 });
  }
};

export const middleware: Route.MiddlewareFunction[] = [requireClient, openStream];

/** Never called, but without a loader the route wouldn't accept GET. */
export function loader() {
  return new Response(null, { status: 404 });
}
