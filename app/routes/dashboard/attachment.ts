import { requestContext } from "#app/context.server.ts";
import { may } from "#app/domain/access/capability.ts";
import { getOwnAttachment } from "#app/domain/pictures/attachments.server.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { photoAnswer, photoResponse, photoUploads, storePhoto } from "../photo-requests.server.ts";
import type { Route } from "./+types/attachment.ts";

/** `GET /dashboard/attachments/{id}`: a private image. A middleware, as loader data is encoded. */
const answerImage: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db } = context.get(requestContext);
  const image = await getOwnAttachment(db, context.get(clientContext), params.id);
  return image ? photoResponse(image) : next();
};

export const middleware: Route.MiddlewareFunction[] = [answerImage];

export function loader() {
  return photoAnswer(404, "There is no such image.");
}

/** `POST /dashboard/attachments/{id}` with a photo for the claim in which the page names the id. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const client = context.get(clientContext);
  if (request.method !== "POST") return photoAnswer(405, "Photos are sent by POST.");
  if (!may(client, "order")) return photoAnswer(403, "Your login can’t request credits.");
  if (!isUuid(params.id)) return photoAnswer(400, "Please choose the photo again.");
  if ((await services.limits.take(photoUploads, client.userId)) !== null) {
    return photoAnswer(429, "Too many photos. Please try again in an hour.");
  }
  // The upload may take minutes.
  services.leaveLine(client);
  const { customerId, userId: createdBy } = client;
  return storePhoto(services, request, { id: params.id, customerId, createdBy });
}
