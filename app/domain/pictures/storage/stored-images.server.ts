import { randomUUID } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { images } from "#db/schema/images.ts";
import { type ImageShot, maxAltLength } from "#db/schema/values/images.ts";
import { type ImageFolder, imageAddress } from "../image-address.ts";
import { type ImageDescription, imageName, type UploadedImage } from "../upload/image-upload.ts";
import type { Pictures } from "../upload/pictures.server.ts";
import { isImagePath } from "../variants/variant-address.server.ts";
import type { KnownImage } from "./image-reader.server.ts";
import type { ImageStorage } from "./image-storage.server.ts";

export interface ImageTools {
  storage: ImageStorage;
  pictures: Pick<Pictures, "forLibrary" | "forPrivate">;
  /** Starts generating a new image's common variants. */
  prepare(image: KnownImage): void;
}

export interface ImageUpload {
  folder: ImageFolder;
  /** A slug or file name; becomes the start of the name in the bucket. */
  name: string;
  /** From `uploadAddress`: uploads of the same file with the same id create one image. */
  id?: string | undefined;
  shot?: ImageShot | undefined;
  file: Uint8Array;
}

/**
 * Validates and processes an uploaded file, stores the image at a new path in the bucket, and
 * returns it. For the designated administrator.
 *
 * @throws Refusal if the file isn't an acceptable image; the storage's error after three failed
 *   attempts
 */
export async function addImage(
  db: Database,
  {
    storage,
    pictures,
    prepare,
  }: Pick<ImageTools, "storage" | "prepare"> & {
    pictures: Pick<Pictures, "forLibrary">;
  },
  imageEditor: ImageEditor,
  { folder, name, id = randomUUID().slice(0, 8), shot, file }: ImageUpload,
): Promise<UploadedImage> {
  const image = await pictures.forLibrary(file);
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
    await lockName(tx, `upload ${id}`);
    const [twin] = await tx.select(uploadedColumns).from(images).where(sentBefore);
    if (twin) return twin;
    const uploadedBy = imageEditor.userId;
    const size = bytes.byteLength;
    const row = { path, version, digest, contentType, ...facts, bytes: size, shot, uploadedBy };
    await tx.insert(images).values(row);
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

/** Inserts images whose files are stored; existing ones stay. */
export async function insertImages(
  tx: Transaction,
  rows: (typeof images.$inferInsert)[],
): Promise<void> {
  await tx.insert(images).values(rows).onConflictDoNothing();
}

/**
 * Deletes an image's row, and logs that. The caller deletes its uses in the same transaction and
 * its file after the commit, as `removeImage` of the catalogue does.
 *
 * @throws Refusal
 */
export async function deleteImage(
  tx: Transaction,
  imageEditor: ImageEditor,
  path: string,
): Promise<void> {
  if (!isImagePath(path)) throw noSuchImage();
  const [gone] = await tx.delete(images).where(eq(images.path, path)).returning();
  if (!gone) throw noSuchImage();
  const { width, height, bytes } = gone;
  await record(tx, imageEditor, path, "deleted", { width, height, bytes });
}

/** Returns an image's description; null if there is no such image. Anyone may read it. */
export async function imageDescription(
  db: Database,
  path: string,
): Promise<ImageDescription | null> {
  const [found] = await db
    .select({ alt: images.alt, shot: images.shot })
    .from(images)
    .where(eq(images.path, path));
  return found ? { ...found, alt: found.alt ?? "" } : null;
}

/**
 * Stores an image's description, wherever it is shown, and logs it. The last write wins. For the
 * designated administrator.
 *
 * @throws Refusal if the image is gone, or the text is too long
 */
export async function describeImage(
  db: Database,
  imageEditor: ImageEditor,
  path: string,
  said: ImageDescription,
): Promise<void> {
  const alt = said.alt.trim().replaceAll(/\s+/g, " ") || null;
  if (alt && alt.length > maxAltLength) throw new Refusal("invalid", altTooLong);
  const after = { alt, shot: said.shot };
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ alt: images.alt, shot: images.shot })
      .from(images)
      .where(eq(images.path, path))
      .for("update");
    if (!before) throw noSuchImage();
    if (before.alt === after.alt && before.shot === after.shot) return;
    await tx.update(images).set(after).where(eq(images.path, path));
    const subject = { entity: "image", entityId: path, action: "described" } as const;
    await recordAudit(tx, imageEditor, { ...subject, before, after });
  });
}

const altTooLong = `Please say it in at most ${maxAltLength} characters.`;

const noSuchImage = () => new Refusal("gone", "This image no longer exists.");

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
