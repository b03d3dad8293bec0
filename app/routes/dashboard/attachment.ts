import { requestContext } from "#app/context.server.ts";
import {
  AttachmentRefusedError,
  getOwnAttachment,
  storeAttachment,
} from "#app/features/attachments/attachments.server.ts";
import { may } from "#app/features/auth/capability.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { ImageRefusedError } from "#app/features/images/upload/image-upload.ts";
import { readUpload } from "#app/features/images/upload/read-upload.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Route } from "./+types/attachment.ts";

/** More than anybody photographs of an order; this stops a browser that has gone wrong. */
const uploads = { name: "photo of a claim", times: 60, seconds: 3600 };

/**
 * `GET /dashboard/attachments/{id}`: a private image. A middleware, because the router would buffer
 * a loader's response to encode it as `.data`.
 */
const answerImage: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db } = context.get(requestContext);
  const image = await getOwnAttachment(db, context.get(clientContext), params.id);
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
  return answer(404, "There is no such image.");
}

/**
 * `POST /dashboard/attachments/{id}` with a photo as its body, for a claim: 201, also for one that
 * was sent before; 400 and 413 for a file that cannot be taken. The page makes the id and names it in
 * the claim.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { db, log, limits, leaveLine } = context.get(requestContext);
  const client = context.get(clientContext);
  if (request.method !== "POST") return answer(405, "Photos are sent by POST.");
  if (!may(client, "order")) return answer(403, "Your account may not ask for credits.");
  if (!isUuid(params.id)) return answer(400, "Please choose the photo again.");
  if ((await limits.take(uploads, client.userId)) !== null) {
    return answer(429, "Too many photos. Please try again in an hour.");
  }
  // The upload may take minutes.
  leaveLine(client);
  try {
    const file = await readUpload(request.body);
    const { customerId, userId: createdBy } = client;
    await storeAttachment(db, { id: params.id, customerId, createdBy }, file);
    return answer(201, "Stored.");
  } catch (error) {
    if (error instanceof ImageRefusedError) return answer(error.status, error.message);
    if (error instanceof AttachmentRefusedError) return answer(400, error.message);
    // Don't log aborted uploads as errors.
    if (!request.signal.aborted) log.error({ err: error }, "a photo was not stored");
    return answer(503, "The photo could not be stored. Please try again.");
  }
}

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
