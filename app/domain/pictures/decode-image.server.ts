import sharp, { type Metadata, type Sharp } from "sharp";
import { Refusal } from "#app/lib/refusal.ts";
import { type ImageFormat, imageFormatOf } from "./upload/image-format.server.ts";
import { maxUploadPixels } from "./upload/upload-limits.ts";

// One thread per image; the work queue limits how many are processed at once.
sharp.concurrency(1);
sharp.cache(false);
// libvips would also load vector graphics, documents and scientific formats, some of which take
// minutes to draw from a few hundred bytes. Only the loaders of accepted formats stay open.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
  ],
});

/** sharp, configured for this process. It's slow to load: import this module dynamically. */
export { type Sharp, sharp };

/**
 * Stops decoding after this time if the decoder checks, which few do before they have read the
 * whole file. Ending the process is the reliable limit (`createPictures`).
 */
const mostSeconds = 10;

const accepted = "Please choose a JPEG, PNG, WebP or AVIF image.";

interface DecodedImage {
  kind: ImageFormat;
  /** Upright and in sRGB; the caller resizes and encodes it, which drops its metadata. */
  image: Sharp;
  size: Pick<Metadata, "width" | "height">;
}

/**
 * Opens an uploaded file. No other code may pass bytes that aren't the shop's own to a decoder:
 * this detects the format from the first bytes and checks the declared pixels before anything is
 * decoded. Run it, and all processing of the result, only in the process for pictures
 * (`createPictures`).
 *
 * @throws Refusal with a message for the sender
 */
export async function decodeImage(file: Uint8Array): Promise<DecodedImage> {
  const found = imageFormatOf(file);
  if ("other" in found) throw refusedKind(file, found.other);
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(damaged);
  if (width * height > maxUploadPixels) {
    const megapixels = Math.round(maxUploadPixels / 1_000_000);
    throw new Refusal(
      "invalid",
      `This image is too large: ${width} × ${height} pixels. It may have up to ${megapixels} megapixels.`,
    );
  }
  // Reject truncated files, but accept quirks of cameras that only cause warnings.
  const image = sharp(file, { failOn: "error", limitInputPixels: maxUploadPixels })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .toColourspace("srgb");
  return { kind: found.kind, image, size: { width, height } };
}

/** Throws for a file that can't be decoded, or not in time. @throws Refusal */
export function damaged(): never {
  throw new Refusal("invalid", "This image is damaged or incomplete. Please choose another.");
}

/** A private image as stored: WebP, without the metadata that contains its location. */
export interface PrivateImage {
  bytes: Buffer;
  contentType: "image/webp";
  width: number;
  height: number;
}

/**
 * Re-encodes an uploaded file to at most `maxSide` pixels a side; never enlarges it.
 *
 * @throws Refusal with a message for the sender
 */
export async function preparePrivateImage(
  file: Uint8Array,
  maxSide: number,
): Promise<PrivateImage> {
  const { image } = await decodeImage(file);
  const { data: bytes, info } = await image
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
    .catch(damaged);
  return { bytes, contentType: "image/webp", width: info.width, height: info.height };
}

function refusedKind(file: Uint8Array, other: string | null): Refusal {
  if (file.length === 0) return new Refusal("invalid", `This file is empty. ${accepted}`);
  if (other === "HEIC") {
    return new Refusal(
      "invalid",
      "HEIC images are not supported. On an iPhone, go to Settings, Camera, Formats and choose Most Compatible, or send the image as a JPEG.",
    );
  }
  const what = other ? `${other} files are not supported.` : "This file is not an image.";
  return new Refusal("invalid", `${what} ${accepted}`);
}
