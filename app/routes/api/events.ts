import { requestContext } from "#app/context.server.ts";
import { capabilitiesOfRequest, requireClient } from "#app/features/auth/guards.server.ts";
import { TooManyStreamsError } from "#app/features/live/live-events.server.ts";
import type { Route } from "./+types/events.ts";

/**
 * `GET /api/events`: tells as text/event-stream when orders change, a client of their own and an
 * administrator of all, and of the inbox too. 503 where there are too many streams already. As a middleware, because the
 * router would wait for the end of a loader's answer to wrap it into `.data`.
 */
const openStream: Route.MiddlewareFunction = async ({ request, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { liveEvents } = context.get(requestContext);
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
    return new Response(liveEvents.open({ client, admin }, whoNow), { headers });
  } catch (error) {
    if (!(error instanceof TooManyStreamsError)) throw error;
    const answer = { error: "Too many pages are listening" };
    return Response.json(answer, { status: 503, headers: { "Retry-After": "10" } });
  }
};

export const middleware: Route.MiddlewareFunction[] = [requireClient, openStream];

/** Never asked: what has a loader can be asked for with GET. */
export function loader() {
  return new Response(null, { status: 404 });
}
