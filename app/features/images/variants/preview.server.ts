import { sharp } from "../library/image-library.server.ts";

const previewSide = 16;

/** A preview of at most 16 by 16 pixels as a `data:` URL of about 100 characters. */
export async function previewOf(picture: Uint8Array): Promise<string> {
  const tiny = await sharp(picture)
    .resize({ width: previewSide, height: previewSide, fit: "inside" })
    .webp({ quality: 30, alphaQuality: 30, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}
