import {
  type PictureAddress,
  pathPattern,
  type VariantFormat,
  variantFormats,
  variantWidths,
} from "../picture-address.ts";

// Apart from picture-address.ts, which every public page carries.

export interface VariantAddress extends PictureAddress {
  width: number;
  format: VariantFormat;
}

const onlyPath = new RegExp(`^${pathPattern}$`);
const variantUrl = new RegExp(
  `^/photos/(${pathPattern})/(${variantWidths.join("|")})\\.(${variantFormats.join("|")})(?:\\?t=(\\d{1,15}))?$`,
);

/** Whether a text can be the path of a picture in the bucket: one folder, one plain name. */
export function isPicturePath(text: string): boolean {
  return onlyPath.test(text);
}

/** What the address of a variant says; null for any that is not exactly one of the listed ones. */
export function readVariantAddress(url: string): VariantAddress | null {
  const [, path, width, format, version] = variantUrl.exec(url) ?? [];
  const known = variantFormats.find((one) => one === format);
  if (!path || !known) return null;
  const at = version === undefined ? undefined : Number(version);
  return { path, width: Number(width), format: known, version: at };
}
