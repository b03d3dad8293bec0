/**
 * The folders of the bucket, named for the image type (specification, section 3), and the tabs of
 * the image manager.
 */
export const pictureFolders = ["products", "pages", "sections"] as const;

export type PictureFolder = (typeof pictureFolders)[number];

/**
 * The widths pictures are delivered in, in CSS pixels times density: 160 thumbnails, 320 to 640
 * cards, 960 and 1280 the product page, 1600 the hero. No other width exists, so that nobody can
 * have the server make thousands.
 */
export const variantWidths = [160, 320, 480, 640, 768, 960, 1280, 1600] as const;

export const variantFormats = ["avif", "webp", "jpg"] as const;

export type VariantFormat = (typeof variantFormats)[number];

/** What the address of a picture says. */
export interface PictureAddress {
  /** Its path in the bucket, e.g. `products/ribeye-steak-1700000000000-ab12cd34.jpg`. */
  path: string;
  /** When it was put there, in ms since 1970; undefined where the address does not say. */
  version: number | undefined;
}

export interface VariantAddress extends PictureAddress {
  width: number;
  format: VariantFormat;
}

const folderPattern = pictureFolders.join("|");
const pathPattern = `(?:${folderPattern})/[a-z0-9][a-z0-9-]{0,150}\\.(?:jpg|webp)`;
const onlyPath = new RegExp(`^${pathPattern}$`);
const pictureUrl = new RegExp(`^/photos/(${pathPattern})(?:\\?t=(\\d{1,15}))?$`);
const variantUrl = new RegExp(
  `^/photos/(${pathPattern})/(${variantWidths.join("|")})\\.(${variantFormats.join("|")})(?:\\?t=(\\d{1,15}))?$`,
);

export function isPictureFolder(text: string | null): text is PictureFolder {
  return pictureFolders.some((folder) => folder === text);
}

/** Whether a text can be the path of a picture in the bucket: one folder, one plain name. */
export function isPicturePath(text: string): boolean {
  return onlyPath.test(text);
}

/** The public address of a picture, with the time that leads past what caches hold of before. */
export function pictureAddress(path: string, version: number): string {
  return `/photos/${path}?t=${version}`;
}

/** What an address of ours says of its picture; null for any other address. */
export function readPictureAddress(url: string): PictureAddress | null {
  const [, path, version] = pictureUrl.exec(url) ?? [];
  return path ? { path, version: toVersion(version) } : null;
}

/** The address of a picture in one width and format. */
export function variantAddress(
  { path, version }: PictureAddress,
  width: number,
  format: VariantFormat,
): string {
  const query = version === undefined ? "" : `?t=${version}`;
  return `/photos/${path}/${width}.${format}${query}`;
}

/** What the address of a variant says; null for any that is not exactly one of the listed ones. */
export function readVariantAddress(url: string): VariantAddress | null {
  const [, path, width, format, version] = variantUrl.exec(url) ?? [];
  const known = variantFormats.find((one) => one === format);
  if (!path || !known) return null;
  return { path, width: Number(width), format: known, version: toVersion(version) };
}

function toVersion(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
