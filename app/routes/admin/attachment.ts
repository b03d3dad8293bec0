import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { claimableOrderForAdmin } from "#app/domain/claims/ask-credit.server.ts";
import { getAttachment } from "#app/domain/pictures/attachments.server.ts";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { photoAnswer, photoResponse, photoUploads, storePhoto } from "../photo-requests.server.ts";
import type { Route } from "./+types/attachment.ts";

/**
 * `GET /admin/attachments/{id}`: a private image, for staff who keep the books or deliver. Answered
 * in a middleware, as a loader's data is encoded.
 */
const answerImage: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db, staff } = staffRequest(context);
  const isReader = staffMay(staff, "money") || staffMay(staff, "deliver");
  const image = isReader && (await getAttachment(db, staff, params.id));
  return image ? photoResponse(image) : next();
};

export const middleware: Route.MiddlewareFunction[] = [answerImage];

export function loader() {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response("There is no such image.", { status: 404, headers });
}

/**
 * `POST /admin/attachments/{id}?order=`: stores a photo for a credit of that order, for staff who
 * keep the books; 404 without such an order. The page makes the id and sends it with the form.
 */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const staff = staffWith(context, "money");
  if (request.method !== "POST") return photoAnswer(405, "Photos are sent by POST.");
  const orderId = url.searchParams.get("order") ?? "";
  const order = await claimableOrderForAdmin(services.db, staff, orderId, services.shop.documents);
  if (!order) return photoAnswer(404, "There is no such order.");
  if (!isUuid(params.id)) return photoAnswer(400, "Please choose the photo again.");
  if ((await services.limits.take(photoUploads, staff.userId)) !== null) {
    return photoAnswer(429, "Too many photos. Please try again in an hour.");
  }
  // The upload may take minutes.
  services.leaveLine(staff);
  const photo = { id: params.id, customerId: order.customerId, createdBy: staff.userId };
  return storePhoto(services, request, photo);
}
