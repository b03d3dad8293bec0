import { createHash } from "node:crypto";
import type { Metadata, Sharp } from "sharp";
import { previewOf, sharp } from "../variants/encode-image.server.ts";
import { imageFormatOf } from "./image-format.server.ts";
import { ImageRefusedError, maxUploadPixels, minUploadSide } from "./image-upload.ts";

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

const taken = "Please choose a JPEG, PNG, WebP or AVIF image.";

/**
 * Re-encodes an uploaded file for storage. Nothing of the original file becomes public, such as GPS
 * data or bytes hidden after the image. Uses the first frame of animations. JPEGs stay JPEG;
 * formats with transparency become WebP.
 *
 * @throws ImageRefusedError with a message for the user
 */
export async function prepareImage(file: Uint8Array): Promise<PreparedImage> {
  const found = imageFormatOf(file);
  if ("other" in found) throw refusedKind(file, found.other);
  const { kind } = found;
  checkSize(await sharp(file, { limitInputPixels: false }).metadata().catch(broken));

  // Reject truncated files, but accept quirks of cameras that only cause warnings.
  const input = sharp(file, { failOn: "error", limitInputPixels: maxUploadPixels });
  const upright = input
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  const isJpeg = kind === "jpeg";
  const encoded: Sharp = isJpeg
    ? upright.jpeg({ quality: 90, mozjpeg: true })
    : upright.webp({ quality: 90 });
  const { data: bytes, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(broken);
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

/** Rejects images by their declared size, so that oversized ones are never decoded. */
function checkSize({ width, height }: Metadata): void {
  const size = `${width} × ${height} pixels`;
  if (width * height > maxUploadPixels) {
    const megapixels = Math.round(maxUploadPixels / 1_000_000);
    throw new ImageRefusedError(
      `This image is too large: ${size}. It may have up to ${megapixels} megapixels.`,
    );
  }
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < minUploadSide) {
    throw new ImageRefusedError(
      `This image is too small: ${size}. It needs at least ${minUploadSide} × ${minUploadSide}.`,
    );
  }
  // Too elongated: after resizing, the shorter side would be below the minimum.
  if (shorter * maxSide < minUploadSide * longer) {
    const ratio = Math.floor(maxSide / minUploadSide);
    throw new ImageRefusedError(
      `This image is too narrow: ${size}. Its longer side may be up to ${ratio} times the shorter.`,
    );
  }
}

function refusedKind(file: Uint8Array, other: string | null): ImageRefusedError {
  if (file.length === 0) return new ImageRefusedError(`This file is empty. ${taken}`);
  if (other === "HEIC") {
    return new ImageRefusedError(
      "HEIC images are not supported. On an iPhone, go to Settings, Camera, Formats and choose Most Compatible, or send the image as a JPEG.",
    );
  }
  const what = other ? `${other} files are not supported.` : "This file is not an image.";
  return new ImageRefusedError(`${what} ${taken}`);
}

function broken(): never {
  throw new ImageRefusedError("This image is damaged or incomplete. Please choose another.");
}
