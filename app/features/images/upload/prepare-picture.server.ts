import { createHash } from "node:crypto";
import type { Metadata, Sharp } from "sharp";
import { sharp } from "../library/image-library.server.ts";
import { previewOf } from "../variants/preview.server.ts";
import { pictureKindOf } from "./picture-kind.server.ts";
import { maxUploadPixels, minUploadSide, PictureRefusedError } from "./picture-upload.ts";

/** A picture as it is kept: upright, sRGB, without a word about where or by what it was taken. */
export interface PreparedPicture {
  bytes: Buffer;
  contentType: "image/jpeg" | "image/webp";
  extension: "jpg" | "webp";
  width: number;
  height: number;
  preview: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  digest: string;
}

/** What is kept is at most this wide and high: the largest variant, with some room to crop. */
const maxSide = 2560;

const taken = "Please choose a JPEG, PNG, WebP or AVIF picture.";

/**
 * Makes of an uploaded file the picture that is kept, always encoded anew: nothing of the file
 * itself, such as the place it was taken at or what hides behind its last pixel, becomes public.
 * Of an animation the first picture is taken. A JPEG stays one; what may be transparent is WebP.
 *
 * @throws PictureRefusedError with a message for the person who chose the file
 */
export async function preparePicture(file: Uint8Array): Promise<PreparedPicture> {
  const found = pictureKindOf(file);
  if ("other" in found) throw refusedKind(file, found.other);
  const { kind } = found;
  checkSize(await sharp(file, { limitInputPixels: false }).metadata().catch(broken));

  // Truncated files fail; cameras' harmless oddities, which are only warnings, do not.
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

/** What a file claims is believed only to refuse it: a claim too large is never decoded. */
function checkSize({ width, height }: Metadata): void {
  const size = `${width} × ${height} pixels`;
  if (width * height > maxUploadPixels) {
    const megapixels = Math.round(maxUploadPixels / 1_000_000);
    throw new PictureRefusedError(
      `This image is too large: ${size}. It may have up to ${megapixels} megapixels.`,
    );
  }
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < minUploadSide) {
    throw new PictureRefusedError(
      `This image is too small: ${size}. It needs at least ${minUploadSide} × ${minUploadSide}.`,
    );
  }
  // Made to fit, it would have too few pixels left.
  if (shorter * maxSide < minUploadSide * longer) {
    const ratio = Math.floor(maxSide / minUploadSide);
    throw new PictureRefusedError(
      `This image is too narrow: ${size}. Its longer side may be up to ${ratio} times the shorter.`,
    );
  }
}

function refusedKind(file: Uint8Array, other: string | null): PictureRefusedError {
  if (file.length === 0) return new PictureRefusedError(`This file is empty. ${taken}`);
  if (other === "HEIC") {
    return new PictureRefusedError(
      "HEIC pictures are not supported. On an iPhone, go to Settings, Camera, Formats and choose Most Compatible, or send the picture as a JPEG.",
    );
  }
  const what = other ? `${other} files are not supported.` : "This file is not a picture.";
  return new PictureRefusedError(`${what} ${taken}`);
}

function broken(): never {
  throw new PictureRefusedError("This picture is damaged or incomplete. Please choose another.");
}
