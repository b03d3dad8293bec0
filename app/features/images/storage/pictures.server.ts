import { randomUUID } from "node:crypto";
import { and, eq, like, or, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { ImageEditor } from "#app/features/auth/capability.ts";
import type { Database, Transaction } from "#db/database.ts";
import { imageMappings } from "#db/schema/image-mappings.ts";
import { pictures } from "#db/schema/pictures.ts";
import { products } from "#db/schema/products.ts";
import { type PictureFolder, pictureAddress, readPictureAddress } from "../picture-address.ts";
import { imageUrls, replaceImages } from "../placement/image-mappings.server.ts";
import { pictureName, type UploadedPicture } from "../upload/picture-upload.ts";
import { isPicturePath } from "../variants/variant-address.server.ts";
import type { WorkQueue } from "../variants/work-queue.server.ts";
import type { PhotoStorage } from "./photo-storage.server.ts";
import type { KnownPicture } from "./picture-reader.server.ts";

/** Dependencies for storing pictures. */
export interface PictureTools {
  storage: PhotoStorage;
  /** The queue that limits concurrent picture processing. */
  work: WorkQueue;
  /** Starts generating a new picture's common variants. */
  prepare(picture: KnownPicture): void;
}

export interface PictureUpload {
  folder: PictureFolder;
  /** A slug or file name; becomes the start of the name in the bucket. */
  name: string;
  /** From `uploadAddress`: uploads of the same file with the same id create one image. */
  id?: string | undefined;
  file: Uint8Array;
}

/** There is no picture at this path; for a 404. */
export class PictureNotFoundError extends Error {
  override readonly name = "PictureNotFoundError";

  constructor(path: string) {
    super(`No picture at ${JSON.stringify(path)}`);
  }
}

/**
 * Validates and processes an uploaded file, stores the picture at a new path in the bucket
 * (specification, section 3), and returns it. For the designated administrator.
 *
 * @throws PictureRefusedError if the file isn't an acceptable picture; the storage's error after
 *   three failed attempts
 */
export async function addPicture(
  db: Database,
  { storage, work, prepare }: PictureTools,
  imageEditor: ImageEditor,
  { folder, name, id = randomUUID().slice(0, 8), file }: PictureUpload,
): Promise<UploadedPicture> {
  const picture = await work.run(() => readPicture(file), { turn: "first" });
  const { bytes, extension, digest, contentType, width, height, preview } = picture;
  const sentBefore = and(
    like(pictures.path, `${folder}/${pictureName(name)}-%-${id}.${extension}`),
    eq(pictures.digest, digest),
    eq(pictures.uploadedBy, imageEditor.userId),
  );
  const [known] = await db.select(uploadedColumns).from(pictures).where(sentBefore);
  if (known) return asUploaded(known);

  const version = Date.now();
  const path = `${folder}/${pictureName(name)}-${version}-${id}.${extension}`;
  await storage.put(path, bytes, contentType);
  const facts = { width, height, preview };
  const twin = await db.transaction(async (tx) => {
    // A retry may arrive while the first upload is still being processed.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${id}`}, 0))`);
    const [twin] = await tx.select(uploadedColumns).from(pictures).where(sentBefore);
    if (twin) return twin;
    const uploadedBy = imageEditor.userId;
    const size = bytes.byteLength;
    await tx
      .insert(pictures)
      .values({ path, version, digest, contentType, ...facts, bytes: size, uploadedBy });
    await record(tx, imageEditor, path, "uploaded", { width, height, bytes: size });
    return null;
  });
  if (twin) {
    // Uploads in the same millisecond share a path.
    if (twin.path !== path) await storage.remove(path);
    return asUploaded(twin);
  }
  prepare({ path, version, digest, contentType, ...facts });
  return asUploaded({ path, version, ...facts });
}

const uploadedColumns = {
  path: pictures.path,
  version: pictures.version,
  width: pictures.width,
  height: pictures.height,
  preview: pictures.preview,
};

function asUploaded({
  version,
  ...uploaded
}: Omit<UploadedPicture, "url"> & { version: number }): UploadedPicture {
  return { ...uploaded, url: pictureAddress(uploaded.path, version) };
}

/**
 * Deletes a picture and removes it from every place that shows it; the place's next picture moves
 * up. For the designated administrator.
 *
 * @throws PictureNotFoundError
 */
export async function removePicture(
  db: Database,
  { storage }: Pick<PictureTools, "storage">,
  imageEditor: ImageEditor,
  path: string,
): Promise<void> {
  if (!isPicturePath(path)) throw new PictureNotFoundError(path);
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(pictures).where(eq(pictures.path, path)).returning();
    if (!gone) throw new PictureNotFoundError(path);
    await takeOutOfPlaces(tx, imageEditor, path);
    const { width, height, bytes } = gone;
    await record(tx, imageEditor, path, "deleted", { width, height, bytes });
  });
  // Delete the file last: an unreferenced file is harmless, a reference without a file isn't.
  await storage.remove(path);
}

async function takeOutOfPlaces(tx: Transaction, imageEditor: ImageEditor, path: string) {
  const places = await tx
    .selectDistinct({ section: imageMappings.section, key: imageMappings.imageKey })
    .from(imageMappings)
    .where(leadsTo(imageMappings.url, path))
    .orderBy(imageMappings.section, imageMappings.imageKey);
  for (const place of places) {
    const urls = await imageUrls(tx, place.section, place.key);
    const others = urls.filter((url) => readPictureAddress(url)?.path !== path);
    await replaceImages(tx, imageEditor, place, others);
  }
  await tx.update(products).set({ imageUrl: null }).where(leadsTo(products.imageUrl, path));
}

/** Safe in LIKE: paths contain no wildcards. */
function leadsTo(url: typeof imageMappings.url | typeof products.imageUrl, path: string) {
  return or(eq(url, `/photos/${path}`), like(url, `/photos/${path}?t=%`));
}

function record(
  tx: Transaction,
  editor: ImageEditor,
  path: string,
  action: "uploaded" | "deleted",
  facts: object,
) {
  const [before, after] = action === "uploaded" ? [null, facts] : [facts, null];
  return recordAudit(tx, editor, { entity: "image", entityId: path, action, before, after });
}

// Load the image library only when it's needed.
async function readPicture(file: Uint8Array) {
  const { preparePicture } = await import("../upload/prepare-picture.server.ts");
  return preparePicture(file);
}
