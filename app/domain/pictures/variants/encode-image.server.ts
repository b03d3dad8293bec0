import { sharp } from "../decode-image.server.ts";
import type { VariantFormat } from "../image-address.ts";

/**
 * Encodes a stored image in one width and format; never enlarges it. AVIF uses effort 2: a fraction
 * of the default's time for the same file size (docs/decisions/0011).
 */
export function encodeVariant(
  image: Uint8Array,
  width: number,
  format: VariantFormat,
): Promise<Buffer> {
  const resized = sharp(image).resize({ width, withoutEnlargement: true });
  switch (format) {
    case "avif":
      return resized.avif({ quality: 48, effort: 2 }).toBuffer();
    case "webp":
      return resized.webp({ quality: 76 }).toBuffer();
    case "jpg":
      // JPEG doesn't support transparency.
      return resized
        .flatten({ background: "#fff" })
        .jpeg({ quality: 78, mozjpeg: true })
        .toBuffer();
  }
}

const previewSide = 16;

/** Returns a preview of at most 16 by 16 pixels as a `data:` URL of about 100 characters. */
export async function previewOf(image: Uint8Array): Promise<string> {
  const tiny = await sharp(image)
    .resize({ width: previewSide, height: previewSide, fit: "inside" })
    .webp({ quality: 30, alphaQuality: 30, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}
