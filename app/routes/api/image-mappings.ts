import { requestContext } from "#app/context.server.ts";
import {
  imagesToSave,
  saveImageMappings,
} from "#app/domain/catalogue/placement/image-mappings.server.ts";
import { ImagesChangedError } from "#app/domain/pictures/placement/image-mapping.ts";
import { placedImages } from "#app/domain/pictures/placement/placed-images.server.ts";
import { imageEditorContext, imageGuard } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Route } from "./+types/image-mappings.ts";
import { otherMethod } from "./other-method.ts";

export const middleware: Route.MiddlewareFunction[] = [imageGuard];

/**
 * `GET /api/image-mappings?section=product&key=ribeye-steak`: the place's images in order, and
 * their version. A product's key is its id or slug.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const asked = placedImages(db, query.get("section") ?? "", query.get("key") ?? "");
  const placed = await orNull(asked, log, "image mappings");
  return placed
    ? Response.json(placed)
    : refusal(503, "The images could not be loaded. Please try again.");
}

/**
 * `PUT /api/image-mappings` with JSON `{ section, key, urls, version }`: replaces the place's
 * images, in this order. 400 if invalid, 404 for an unknown product, 409 with the stored images if
 * the version is outdated, 503 if saving failed.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, log, catalog } = context.get(requestContext);
  if (request.method !== "PUT")
    return otherMethod("The images of a place are saved by PUT", "GET, PUT");
  const sent = imagesToSave.safeParse(await request.json().catch(() => null));
  if (!sent.success) return refusal(400, "Failed to save images");
  const { urls, version, ...place } = sent.data;
  try {
    const editor = context.get(imageEditorContext);
    const placed = await saveImageMappings(db, editor, place, urls, version);
    // The page may revalidate before the database's notification arrives.
    catalog.drop();
    return Response.json(placed);
  } catch (error) {
    if (isRefusal(error)) return refusal(error.status, error.message);
    if (error instanceof ImagesChangedError) {
      return Response.json({ error: error.message, ...error.placed }, { status: 409 });
    }
    log.error({ err: error }, "image mappings not saved");
    return refusal(503, "Failed to save images");
  }
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
