import { z } from "zod";
import { requestContext } from "#app/context.server.ts";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { removeImage } from "#app/domain/catalogue/placement/remove-image.server.ts";
import { uploadCounts } from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import { isImageFolder } from "#app/domain/pictures/image-address.ts";
import { listImages } from "#app/domain/pictures/library/image-list.server.ts";
import {
  addImage,
  describeImage,
  imageDescription,
} from "#app/domain/pictures/storage/stored-images.server.ts";
import {
  imageSorts,
  isUploadId,
  tooLargeMessage,
} from "#app/domain/pictures/upload/image-upload.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { imageEditorContext, imageGuard, staffWith } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { imageShots } from "#db/schema/values/images.ts";
import type { Route } from "./+types/images.ts";
import { otherMethod } from "./other-method.ts";

export const middleware: Route.MiddlewareFunction[] = [imageGuard];

/**
 * `GET /api/images?folder=products&limit=&offset=&sort=name-desc`: a folder's images. 404 for an
 * unknown folder, 503 on failure. `GET /api/images?path=`: the description of one image.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const path = query.get("path");
  if (path !== null) {
    const said = await orNull(imageDescription(db, path), log, "what an image shows");
    return said ? Response.json(said) : refusal(404, "This image no longer exists.");
  }
  const folder = query.get("folder");
  if (!isImageFolder(folder)) return refusal(404, "There is no such folder");
  const asked = {
    folder,
    limit: numberIn(query, "limit"),
    offset: numberIn(query, "offset"),
    sort: imageSorts.find((sort) => sort === query.get("sort")),
  };
  const page = await orNull(
    listImages(db, staffWith(context, "catalogue"), asked),
    log,
    "image list",
  );
  if (!page) return refusal(503, "The images could not be loaded. Please try again.");
  return Response.json({ images: page.rows, hasMore: page.hasMore });
}

/**
 * `POST /api/images?folder=&name=&id=&shot=` with a file as its body: 201 with the image, 400 and
 * 413 for unacceptable files, 429 when rate-limited, 503 if it couldn't be stored. Repeated uploads
 * of a file with the same `id` are stored once. `DELETE /api/images?path=`: 200, or 404 if it
 * doesn't exist. `PATCH /api/images?path=` with JSON `{ alt, shot }`: stores an image's
 * description; 200, 400 if invalid, 404 if it doesn't exist.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const imageEditor = context.get(imageEditorContext);
  if (request.method === "POST") return upload(request, context, imageEditor);
  if (request.method === "DELETE") return remove(request, context, imageEditor);
  if (request.method === "PATCH") return describe(request, context, imageEditor);
  return otherMethod(
    "Images are uploaded by POST and deleted by DELETE",
    "GET, POST, PATCH, DELETE",
  );
}

type Context = Route.ActionArgs["context"];

async function upload(request: Request, context: Context, imageEditor: ImageEditor) {
  const { db, images, log, limits, uploads, clientAddress, leaveLine } =
    context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const folder = query.get("folder");
  if (!isImageFolder(folder)) return refusal(400, "There is no such folder");
  try {
    const wait = await limits.takeAll(uploadCounts(clientAddress, imageEditor.userId));
    if (wait !== null) return tooOften(wait);
    // The upload may take minutes.
    leaveLine(imageEditor);
    const sentId = query.get("id") ?? "";
    const id = isUploadId(sentId) ? sentId : undefined;
    const name = query.get("name") ?? "";
    const shot = imageShots.find((shot) => shot === query.get("shot"));
    const image = await uploads.receive(request, {
      from: { account: imageEditor.userId, clientAddress },
      most: { bytes: maxUploadBytes, message: tooLargeMessage },
      kind: "pictures",
      use: (file) => addImage(db, images, imageEditor, { folder, name, id, shot, file }),
    });
    return Response.json(image, { status: 201 });
  } catch (error) {
    if (isRefusal(error)) return refusal(error.status, error.message);
    // Don't log aborted uploads as errors.
    if (!request.signal.aborted) log.error({ err: error }, "image not uploaded");
    return refusal(503, "There was a problem uploading your images.");
  }
}

const description = z.object({ alt: z.string(), shot: z.enum(imageShots).nullable() });

async function describe(request: Request, context: Context, imageEditor: ImageEditor) {
  const { db, log, catalog } = context.get(requestContext);
  const path = new URL(request.url).searchParams.get("path") ?? "";
  const sent = description.safeParse(await request.json().catch(() => null));
  if (!sent.success) return refusal(400, "Failed to save images");
  try {
    await describeImage(db, imageEditor, path, sent.data);
    catalog.drop();
    return Response.json({ path });
  } catch (error) {
    if (isRefusal(error)) return refusal(error.status, error.message);
    log.error({ err: error }, "what an image shows was not saved");
    return refusal(503, "Failed to save images");
  }
}

async function remove(request: Request, context: Context, imageEditor: ImageEditor) {
  const { db, images, log, catalog } = context.get(requestContext);
  const path = new URL(request.url).searchParams.get("path") ?? "";
  try {
    await removeImage(db, { ...images, log }, imageEditor, path);
    catalog.drop();
    return Response.json({ path });
  } catch (error) {
    if (isRefusal(error)) return refusal(error.status, error.message);
    log.error({ err: error }, "image not deleted");
    return refusal(503, "There was a problem deleting the image.");
  }
}

function tooOften(seconds: number): Response {
  const error = `Too many images in a short time. Please try again ${whenAgain(seconds)}.`;
  return Response.json({ error }, { status: 429, headers: { "Retry-After": String(seconds) } });
}

/** Undefined if missing, so that the default applies. */
function numberIn(query: URLSearchParams, name: string): number | undefined {
  const digits = query.get(name);
  return digits && /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
