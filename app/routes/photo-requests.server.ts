import type { RequestContext } from "#app/context.server.ts";
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
import { UploadRefusedError } from "#app/features/uploads/uploads.ts";

/** More than anybody photographs of an order; this stops a browser that has gone wrong. */
export const photoUploads = { name: "photo of a claim", times: 60, seconds: 3600 };

/** A private image, kept by the browser alone. */
export function photoResponse(image: { contentType: string; content: Buffer }): Response {
  return new Response(new Uint8Array(image.content), {
    headers: {
      "Content-Type": image.contentType,
      "Cache-Control": "private, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Answers an upload in words for the form that sent it. */
export function photoAnswer(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

/**
 * Stores the request's body as a photo: 201, also for one that was sent before; 400 and 413 for a
 * file that cannot be taken. The caller has checked who sends it, and about whom.
 */
export async function storePhoto(
  { db, images, log, uploads, clientAddress }: RequestContext,
  request: Request,
  photo: Parameters<typeof storeAttachment>[2] & { createdBy: string },
): Promise<Response> {
  try {
    await uploads.receive(request, {
      from: { account: photo.createdBy, clientAddress },
      most: { bytes: maxUploadBytes, message: tooLargeMessage },
      use: (file) => storeAttachment(db, images, photo, file),
    });
    return photoAnswer(201, "Stored.");
  } catch (error) {
    if (error instanceof ImageRefusedError) return photoAnswer(400, error.message);
    if (error instanceof UploadRefusedError) return photoAnswer(error.status, error.message);
    if (error instanceof AttachmentRefusedError) return photoAnswer(400, error.message);
    // Don't log aborted uploads, or ones that came while too many waited, as errors.
    if (!request.signal.aborted && !(error instanceof QueueFullError))
      log.error({ err: error }, "a photo was not stored");
    return photoAnswer(503, "The photo could not be stored. Please try again.");
  }
}
