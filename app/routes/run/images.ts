import { requestContext } from "#app/context.server.ts";
import { getSitePhoto, storeAttachment } from "#app/domain/pictures/attachments.server.ts";
import { tooLargeMessage } from "#app/domain/pictures/upload/image-upload.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { customerAtStop } from "#app/features/runs/runs.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { answerUpload } from "#app/routes/answer-upload.server.ts";
import type { Route } from "./+types/images.ts";
import { onlyForDriver, openRunLink } from "./run-link.server.ts";

/** In bytes; a signature drawn on the page takes some kilobytes. */
const mostOfSignature = {
  bytes: 2 * 1024 * 1024,
  message: "This signature is too large: at most 2 MB. Draw it on the driver’s page.",
};

/** A driver sends two per stop; this stops a runaway phone. */
const imageCount = { name: "door image by link", times: 600, seconds: 3600 };

/** `GET /run/{token}/images/{id}`: a photo of a site. A middleware, as loader data is encoded. */
const answerImage: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const services = context.get(requestContext);
  const { driver, status } = await openRunLink(services, params.token);
  if (!driver) return answer(status, "This link no longer works.");
  const image = await getSitePhoto(services.db, { runId: driver.runId }, params.id);
  if (!image) return answer(404, "There is no such picture.");
  const type = { "Content-Type": image.contentType, "X-Content-Type-Options": "nosniff" };
  return new Response(new Uint8Array(image.content), { headers: { ...onlyForDriver, ...type } });
};

export const middleware: Route.MiddlewareFunction[] = [answerImage];

/**
 * `POST /run/{token}/images/{id}?stop=` with a photo, or with `&as=signature` a signature, as its
 * body: 201, also if it was sent before; 400 and 413 for an unacceptable file; 404 without a
 * working link or such a stop; 503 if it may be resent. The phone makes the id and names it in the
 * report.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { db, images, limits, leaveLine } = services;
  const { driver, status } = await openRunLink(services, params.token);
  if (!driver) return answer(status, "This link no longer works.");
  if (request.method !== "POST") return answer(405, "Images are sent by POST.");
  const { searchParams } = new URL(request.url);
  const stopId = searchParams.get("stop") ?? "";
  const isSignature = searchParams.get("as") === "signature";
  const customerId = await customerAtStop(db, driver, stopId);
  if (!customerId || !isUuid(params.id)) return answer(404, "There is no such stop.");
  if ((await limits.take(imageCount, driver.linkId)) !== null)
    return answer(429, "Too many images.");
  // The upload may take minutes.
  leaveLine(driver);
  return answerUpload(services, request, {
    account: driver.linkId,
    most: isSignature ? mostOfSignature : { bytes: maxUploadBytes, message: tooLargeMessage },
    kind: "pictures",
    async store(file) {
      await storeAttachment(db, images, { id: params.id, customerId, createdBy: null }, file);
      return { message: "Stored." };
    },
    failed: "The image could not be stored. It will be sent again.",
    log: "a door image was not stored",
    answer: respond,
  });
}

export const loader = () => answer(404, "There is no such picture.");

function answer(status: number, message: string): Response {
  return respond(status, { message });
}

function respond(status: number, body: object): Response {
  return Response.json(body, { status, headers: onlyForDriver });
}
