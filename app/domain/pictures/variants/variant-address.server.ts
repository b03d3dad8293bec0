import {
  type ImageAddress,
  pathPattern,
  type VariantFormat,
  variantFormats,
  variantWidths,
} from "../image-address.ts";

// Separate from image-address.ts, which every public page loads.

export interface VariantAddress extends ImageAddress {
  width: number;
  format: VariantFormat;
}

const onlyPath = new RegExp(`^${pathPattern}$`);
const variantUrl = new RegExp(
  `^/photos/(${pathPattern})/(${variantWidths.join("|")})\\.(${variantFormats.join("|")})(?:\\?t=(\\d{1,15}))?$`,
);

/** True if a text is a valid path in the bucket: one folder, one plain file name. */
export function isImagePath(text: string): boolean {
  return onlyPath.test(text);
}

/** Parses a variant's URL; null unless it is exactly one of the listed variants. */
export function readVariantAddress(url: string): VariantAddress | null {
  const [, path, width, format, version] = variantUrl.exec(url) ?? [];
  const known = variantFormats.find((one) => one === format);
  if (!path || !known) return null;
  const at = version === undefined ? undefined : Number(version);
  return { path, width: Number(width), format: known, version: at };
}
