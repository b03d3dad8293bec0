import type { RequestContext } from "#app/context.server.ts";
import { storeAttachment } from "#app/domain/pictures/attachments.server.ts";
import { tooLargeMessage } from "#app/domain/pictures/upload/image-upload.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { answerUpload } from "#app/routes/answer-upload.server.ts";

/** More photos than anybody takes of an order; stops a runaway browser. */
export const photoUploads = { name: "photo of a claim", times: 60, seconds: 3600 };

/** Returns a private image, cached only by the browser. */
export function photoResponse(image: { contentType: string; content: Buffer }): Response {
  return new Response(new Uint8Array(image.content), {
    headers: {
      "Content-Type": image.contentType,
      "Cache-Control": "private, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Answers an upload with a message for its form. */
export function photoAnswer(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

/**
 * Stores the request's body as a photo: 201, also if it was sent before; 400 and 413 for an
 * unacceptable file. The caller has checked the sender and the subject.
 */
export function storePhoto(
  services: RequestContext,
  request: Request,
  photo: Parameters<typeof storeAttachment>[2] & { createdBy: string },
): Promise<Response> {
  return answerUpload(services, request, {
    account: photo.createdBy,
    most: { bytes: maxUploadBytes, message: tooLargeMessage },
    kind: "pictures",
    async store(file) {
      await storeAttachment(services.db, services.images, photo, file);
      return { message: "Stored." };
    },
    failed: "The photo could not be stored. Please try again.",
    log: "a photo was not stored",
  });
}
