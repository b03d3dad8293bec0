import { requestContext } from "#app/context.server.ts";
import {
  AttachmentRefusedError,
  storeAttachment,
} from "#app/features/attachments/attachments.server.ts";
import {
  ImageRefusedError,
  maxUploadBytes,
  tooLargeMessage,
} from "#app/features/images/upload/image-upload.ts";
import { QueueFullError } from "#app/features/images/variants/work-queue.server.ts";
import { customerAtStop } from "#app/features/runs/runs.server.ts";
import { UploadRefusedError } from "#app/features/uploads/uploads.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Route } from "./+types/images.ts";
import { knock, onlyForDriver } from "./knock.server.ts";

/** A driver sends two for each stop; this stops a telephone that has gone wrong. */
const imageCount = { name: "door image by link", times: 600, seconds: 3600 };

/**
 * `POST /run/{token}/images/{id}?stop=` with a photo or a signature as its body: 201, also for one
 * that was sent before; 400 and 413 for a file that cannot be taken; 404 without a link that works or
 * such a stop; 503 when it may be sent again. The telephone makes the id and names it in the report.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { db, images, log, limits, uploads, clientAddress, leaveLine } = services;
  const { driver, status } = await knock(services, params.token);
  if (!driver) return answer(status, "This link does not work any more.");
  if (request.method !== "POST") return answer(405, "Images are sent by POST.");
  const stopId = new URL(request.url).searchParams.get("stop") ?? "";
  const customerId = await customerAtStop(db, driver, stopId);
  if (!customerId || !isUuid(params.id)) return answer(404, "There is no such stop.");
  if ((await limits.take(imageCount, driver.linkId)) !== null)
    return answer(429, "Too many images.");
  // The upload may take minutes.
  leaveLine(driver);
  try {
    await uploads.receive(request, {
      from: { account: driver.linkId, clientAddress },
      most: { bytes: maxUploadBytes, message: tooLargeMessage },
      use: (file) =>
        storeAttachment(db, images, { id: params.id, customerId, createdBy: null }, file),
    });
    return answer(201, "Stored.");
  } catch (error) {
    if (error instanceof ImageRefusedError) return answer(400, error.message);
    if (error instanceof UploadRefusedError) return answer(error.status, error.message);
    if (error instanceof AttachmentRefusedError) return answer(400, error.message);
    // Don't log aborted uploads, or ones that came while too many waited, as errors.
    if (!request.signal.aborted && !(error instanceof QueueFullError))
      log.error({ err: error }, "a door image was not stored");
    return answer(503, "The image could not be stored. It will be sent again.");
  }
}

export const loader = () => answer(405, "Images are sent by POST.");

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: onlyForDriver });
}
