import { sharp } from "../library/image-library.server.ts";
import type { VariantFormat } from "../picture-address.ts";

/**
 * Encodes a stored picture in one width and format; never enlarges it. AVIF uses effort 2: a
 * fraction of the default's time for the same file size (docs/decisions/0011).
 */
export function encodeVariant(
  picture: Uint8Array,
  width: number,
  format: VariantFormat,
): Promise<Buffer> {
  const resized = sharp(picture).resize({ width, withoutEnlargement: true });
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
