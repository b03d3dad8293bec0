import { requestContext } from "#app/context.server.ts";
import { capabilitiesOfRequest, requireClient } from "#app/features/auth/guards.server.ts";
import { StreamsClosedError } from "#app/features/live/live-events.server.ts";
import type { Route } from "./+types/events.ts";

/**
 * `GET /api/events`: tells as text/event-stream when orders change, a client of their own and an
 * administrator of all, and of the inbox too. 503 while the shop is being stopped. As a middleware, because the
 * router would wait for the end of a loader's answer to wrap it into `.data`.
 */
const openStream: Route.MiddlewareFunction = async ({ request, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { liveEvents, clientAddress } = context.get(requestContext);
  const whoNow = () => capabilitiesOfRequest(request, context);
  const { client, admin } = await whoNow();
  if (!client) return Response.json({ error: "Please sign in" }, { status: 401 });
  const headers = {
    "Content-Type": "text/event-stream",
    // Of the proxies that would wait for more before they pass it on, nginx can be told so.
    "X-Accel-Buffering": "no",
  };
  // Nobody reads the body of an answer to HEAD, so it would never be let go.
  if (request.method === "HEAD") return new Response(null, { headers });
  try {
    return new Response(liveEvents.open({ client, admin }, clientAddress, whoNow), { headers });
  } catch (error) {
    if (!(error instanceof StreamsClosedError)) throw error;
    return Response.json({ error: "The shop is being restarted" }, { status: 503 });
  }
};

export const middleware: Route.MiddlewareFunction[] = [requireClient, openStream];

/** Never asked: what has a loader can be asked for with GET. */
export function loader() {
  return new Response(null, { status: 404 });
}
