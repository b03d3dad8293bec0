import { createHash } from "node:crypto";
import { Refusal } from "#app/lib/refusal.ts";
import { damaged, decodeImage } from "../decode-image.server.ts";
import { previewOf } from "../variants/encode-image.server.ts";
import { minUploadSide } from "./upload-limits.ts";

/** An image ready to store: upright, sRGB, without metadata. */
export interface PreparedImage {
  bytes: Buffer;
  contentType: "image/jpeg" | "image/webp";
  extension: "jpg" | "webp";
  width: number;
  height: number;
  preview: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  digest: string;
}

/** Maximum width and height of stored images: the largest variant with some room to crop. */
const maxSide = 2560;

/**
 * Re-encodes an uploaded file for storage. Nothing of the original file becomes public, such as GPS
 * data or bytes hidden after the image. Uses the first frame of animations. JPEGs stay JPEG;
 * formats with transparency become WebP.
 *
 * @throws Refusal with a message for the user
 */
export async function prepareImage(file: Uint8Array): Promise<PreparedImage> {
  const { kind, image, size } = await decodeImage(file);
  checkShape(size);
  const resized = image.resize({
    width: maxSide,
    height: maxSide,
    fit: "inside",
    withoutEnlargement: true,
  });
  const isJpeg = kind === "jpeg";
  const encoded = isJpeg
    ? resized.jpeg({ quality: 90, mozjpeg: true })
    : resized.webp({ quality: 90 });
  const { data: bytes, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(damaged);
  return {
    bytes,
    contentType: isJpeg ? "image/jpeg" : "image/webp",
    extension: isJpeg ? "jpg" : "webp",
    width: info.width,
    height: info.height,
    preview: await previewOf(bytes),
    digest: createHash("sha256").update(bytes).digest("hex"),
  };
}

/** Rejects images that would look blurred where they are shown. */
function checkShape({ width, height }: { width: number; height: number }): void {
  const size = `${width} × ${height} pixels`;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < minUploadSide) {
    throw new Refusal(
      "invalid",
      `This image is too small: ${size}. It needs at least ${minUploadSide} × ${minUploadSide}.`,
    );
  }
  // Too elongated: after resizing, the shorter side would be below the minimum.
  if (shorter * maxSide < minUploadSide * longer) {
    const ratio = Math.floor(maxSide / minUploadSide);
    throw new Refusal(
      "invalid",
      `This image is too narrow: ${size}. Its longer side may be up to ${ratio} times the shorter.`,
    );
  }
}
