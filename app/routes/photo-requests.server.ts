import type { RequestContext } from "#app/context.server.ts";
import {
  AttachmentRefusedError,
  storeAttachment,
} from "#app/features/attachments/attachments.server.ts";
import { ImageRefusedError } from "#app/features/images/upload/image-upload.ts";
import { readUpload } from "#app/features/images/upload/read-upload.server.ts";

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
  { db, log }: Pick<RequestContext, "db" | "log">,
  request: Request,
  photo: Parameters<typeof storeAttachment>[1],
): Promise<Response> {
  try {
    await storeAttachment(db, photo, await readUpload(request.body));
    return photoAnswer(201, "Stored.");
  } catch (error) {
    if (error instanceof ImageRefusedError) return photoAnswer(error.status, error.message);
    if (error instanceof AttachmentRefusedError) return photoAnswer(400, error.message);
    // Don't log aborted uploads as errors.
    if (!request.signal.aborted) log.error({ err: error }, "a photo was not stored");
    return photoAnswer(503, "The photo could not be stored. Please try again.");
  }
}
