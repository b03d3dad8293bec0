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

/** What a path in the bucket looks like, as the source of a pattern: one folder, one plain name. */
export const pathPattern = `(?:${pictureFolders.join("|")})/[a-z0-9][a-z0-9-]{0,150}\\.(?:jpg|webp)`;

const pictureUrl = new RegExp(`^/photos/(${pathPattern})(?:\\?t=(\\d{1,15}))?$`);

export function isPictureFolder(text: string | null): text is PictureFolder {
  return pictureFolders.some((folder) => folder === text);
}

/** The public address of a picture, with the time that leads past what caches hold of before. */
export function pictureAddress(path: string, version: number): string {
  return `/photos/${path}?t=${version}`;
}

/** What an address of ours says of its picture; null for any other address. */
export function readPictureAddress(url: string): PictureAddress | null {
  const [, path, version] = pictureUrl.exec(url) ?? [];
  return path ? { path, version: version === undefined ? undefined : Number(version) } : null;
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
