import { requestContext } from "#app/context.server.ts";
import { imageEditorContext } from "#app/features/auth/capability-contexts.server.ts";
import {
  InvalidImagePlaceError,
  NoImagesSelectedError,
} from "#app/features/images/image-mapping.ts";
import { imageUrls, saveImageMappings } from "#app/features/images/image-mappings.server.ts";
import { InvalidImageUrlError } from "#app/features/images/image-url.ts";
import { placedImages } from "#app/features/images/placed-images.ts";
import { orNull } from "#app/lib/survive.ts";
import type { Route } from "./+types/image-mappings.ts";
import { imageGuard } from "./image-guard.ts";

export const middleware: Route.MiddlewareFunction[] = [imageGuard];

/** `GET /api/image-mappings?section=product&key=ribeye-steak`: the pictures there, in order. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const asked = imageUrls(db, query.get("section") ?? "", query.get("key") ?? "");
  const urls = await orNull(asked, log, "image mappings");
  return urls
    ? Response.json({ urls })
    : refusal(503, "The images could not be loaded. Please try again.");
}

/**
 * `PUT /api/image-mappings` with JSON `{ section, key, urls }`: makes these the pictures there, in
 * this order. 400 for what cannot be, 503 when it could not be saved.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, log } = context.get(requestContext);
  if (request.method !== "PUT") {
    const error = "The images of a place are saved by PUT";
    return Response.json({ error }, { status: 405, headers: { Allow: "GET, PUT" } });
  }
  const sent = placedImages.safeParse(await request.json().catch(() => null));
  if (!sent.success) return refusal(400, "Failed to save images");
  const { urls, ...place } = sent.data;
  try {
    await saveImageMappings(db, context.get(imageEditorContext), place, urls);
    return Response.json({ urls: await imageUrls(db, place.section, place.key) });
  } catch (error) {
    if (isBadRequest(error)) return refusal(400, error.message);
    log.error({ err: error }, "image mappings not saved");
    return refusal(503, "Failed to save images");
  }
}

function isBadRequest(error: unknown): error is Error {
  const kinds = [NoImagesSelectedError, InvalidImagePlaceError, InvalidImageUrlError];
  return kinds.some((kind) => error instanceof kind);
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
