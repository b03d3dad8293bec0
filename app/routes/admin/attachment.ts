import { requestContext } from "#app/context.server.ts";
import { getAttachment } from "#app/features/attachments/attachments.server.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/attachment.ts";

/**
 * `GET /admin/attachments/{id}`: a private image. A middleware, because the router would buffer a
 * loader's response to encode it as `.data`.
 */
const answerImage: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db } = context.get(requestContext);
  const image = await getAttachment(db, context.get(adminContext), params.id);
  if (!image) return next();
  return new Response(new Uint8Array(image.content), {
    headers: {
      "Content-Type": image.contentType,
      "Cache-Control": "private, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    },
  });
};

export const middleware: Route.MiddlewareFunction[] = [answerImage];

export function loader() {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response("There is no such image.", { status: 404, headers });
}
