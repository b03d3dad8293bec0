import { requestContext } from "#app/context.server.ts";
import { customerOfSite } from "#app/domain/customers/photos/site-photos.server.ts";
import { getSitePhoto } from "#app/domain/pictures/attachments.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import {
  photoAnswer,
  photoResponse,
  photoUploads,
  storePhoto,
} from "#app/routes/photo-requests.server.ts";
import type { Route } from "./+types/site-photo.ts";

/**
 * `GET /admin/clients/{id}/sites/{site}/photos/{photo}`. A middleware, as loader data is encoded.
 */
const answerImage: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db } = context.get(requestContext);
  staffWith(context, "clients", "sell");
  const image = await getSitePhoto(db, { siteId: params.site }, params.photo);
  return image ? photoResponse(image) : next();
};

export const middleware: Route.MiddlewareFunction[] = [answerImage];

/** `POST` with a photo, whose id the page makes; 404 for an unknown site. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const staff = staffWith(context, "clients", "sell");
  if (request.method !== "POST") return photoAnswer(405, "Photos are sent by POST.");
  const customerId = await customerOfSite(services.db, staff, params.site);
  if (!customerId || customerId !== params.id) return photoAnswer(404, "There is no such site.");
  if (!isUuid(params.photo)) return photoAnswer(400, "Please choose the photo again.");
  if ((await services.limits.take(photoUploads, staff.userId)) !== null) {
    return photoAnswer(429, "Too many photos. Please try again in an hour.");
  }
  // The upload may take minutes.
  services.leaveLine(staff);
  return storePhoto(services, request, { id: params.photo, customerId, createdBy: staff.userId });
}

export const loader = () => photoAnswer(404, "There is no such photo.");
