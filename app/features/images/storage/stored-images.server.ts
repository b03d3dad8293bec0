import { randomUUID } from "node:crypto";
import { and, eq, like, or, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { ImageEditor } from "#app/features/auth/capability.ts";
import { companySettings } from "#app/features/settings/company-settings.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { imageMappings, images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { keptValues } from "#db/schema/system.ts";
import { type ImageFolder, imageAddress, readImageAddress } from "../image-address.ts";
import { imageUrls, replaceImages } from "../placement/image-mappings.server.ts";
import { imageName, type UploadedImage } from "../upload/image-upload.ts";
import { isImagePath } from "../variants/variant-address.server.ts";
import type { WorkQueue } from "../variants/work-queue.server.ts";
import type { KnownImage } from "./image-reader.server.ts";
import type { ImageStorage } from "./image-storage.server.ts";

/** Dependencies for storing images. */
export interface ImageTools {
  storage: ImageStorage;
  /** The queue that limits concurrent image processing. */
  work: WorkQueue;
  /** Starts generating a new image's common variants. */
  prepare(image: KnownImage): void;
}

export interface ImageUpload {
  folder: ImageFolder;
  /** A slug or file name; becomes the start of the name in the bucket. */
  name: string;
  /** From `uploadAddress`: uploads of the same file with the same id create one image. */
  id?: string | undefined;
  file: Uint8Array;
}

/** There is no image at this path; for a 404. */
export class ImageNotFoundError extends Error {
  override readonly name = "ImageNotFoundError";

  constructor(path: string) {
    super(`No image at ${JSON.stringify(path)}`);
  }
}

/**
 * Validates and processes an uploaded file, stores the image at a new path in the bucket
 * (specification, section 3), and returns it. For the designated administrator.
 *
 * @throws ImageRefusedError if the file isn't an acceptable image; the storage's error after
 *   three failed attempts
 */
export async function addImage(
  db: Database,
  { storage, work, prepare }: ImageTools,
  imageEditor: ImageEditor,
  { folder, name, id = randomUUID().slice(0, 8), file }: ImageUpload,
): Promise<UploadedImage> {
  const image = await work.run(() => readImage(file), { turn: "first" });
  const { bytes, extension, digest, contentType, width, height, preview } = image;
  const sentBefore = and(
    like(images.path, `${folder}/${imageName(name)}-%-${id}.${extension}`),
    eq(images.digest, digest),
    eq(images.uploadedBy, imageEditor.userId),
  );
  const [known] = await db.select(uploadedColumns).from(images).where(sentBefore);
  if (known) return asUploaded(known);

  const version = Date.now();
  const path = `${folder}/${imageName(name)}-${version}-${id}.${extension}`;
  await storage.put(path, bytes, contentType);
  const facts = { width, height, preview };
  const twin = await db.transaction(async (tx) => {
    // A retry may arrive while the first upload is still being processed.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${id}`}, 0))`);
    const [twin] = await tx.select(uploadedColumns).from(images).where(sentBefore);
    if (twin) return twin;
    const uploadedBy = imageEditor.userId;
    const size = bytes.byteLength;
    await tx
      .insert(images)
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
  path: images.path,
  version: images.version,
  width: images.width,
  height: images.height,
  preview: images.preview,
};

function asUploaded({
  version,
  ...uploaded
}: Omit<UploadedImage, "url"> & { version: number }): UploadedImage {
  return { ...uploaded, url: imageAddress(uploaded.path, version) };
}

/**
 * Deletes an image and removes it from every place that shows it; the place's next image moves
 * up, and a logo makes room for the name. A file that the storage does not remove now is logged, and
 * removed by the nightly sweep (`sweepImages`): the image is deleted all the same. For the designated
 * administrator.
 *
 * @throws ImageNotFoundError
 */
export async function removeImage(
  db: Database,
  { storage, log }: Pick<ImageTools, "storage"> & { log: Pick<Log, "error"> },
  imageEditor: ImageEditor,
  path: string,
): Promise<void> {
  if (!isImagePath(path)) throw new ImageNotFoundError(path);
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(images).where(eq(images.path, path)).returning();
    if (!gone) throw new ImageNotFoundError(path);
    await takeOutOfPlaces(tx, imageEditor, path);
    const { width, height, bytes } = gone;
    await record(tx, imageEditor, path, "deleted", { width, height, bytes });
  });
  // Delete the file last: an unreferenced file is harmless, a reference without a file isn't.
  await storage.remove(path).catch((err: unknown) => {
    log.error({ err, path }, "a deleted image's file was left to the nightly sweep");
  });
}

async function takeOutOfPlaces(tx: Transaction, imageEditor: ImageEditor, path: string) {
  const places = await tx
    .selectDistinct({ section: imageMappings.section, key: imageMappings.imageKey })
    .from(imageMappings)
    .where(leadsTo(imageMappings.url, path))
    .orderBy(imageMappings.section, imageMappings.imageKey);
  for (const place of places) {
    const urls = await imageUrls(tx, place.section, place.key);
    const others = urls.filter((url) => readImageAddress(url)?.path !== path);
    await replaceImages(tx, imageEditor, place, others);
  }
  await tx.update(products).set({ imageUrl: null }).where(leadsTo(products.imageUrl, path));
  await takeOffLogo(tx, imageEditor, path);
}

/** The name stands at the top again, and on papers; what was issued keeps its logo. */
async function takeOffLogo(tx: Transaction, imageEditor: ImageEditor, path: string) {
  const { key } = companySettings;
  const logo = sql<string | null>`${keptValues.value} ->> 'logo'`;
  const [company] = await tx
    .select({ logo })
    .from(keptValues)
    .where(eq(keptValues.key, key))
    .for("update");
  if (!company?.logo || readImageAddress(company.logo)?.path !== path) return;
  const none = sql`${keptValues.value} || '{"logo": null, "paperLogo": null}'`;
  await tx
    .update(keptValues)
    .set({ value: none, version: sql`${keptValues.version} + 1`, updatedAt: sql`now()` })
    .where(eq(keptValues.key, key));
  await recordAudit(tx, imageEditor, {
    ...{ entity: "setting", entityId: key, action: "edited" },
    before: { logo: company.logo },
    after: { logo: null },
  });
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
async function readImage(file: Uint8Array) {
  const { prepareImage } = await import("../upload/prepare-image.server.ts");
  return prepareImage(file);
}
