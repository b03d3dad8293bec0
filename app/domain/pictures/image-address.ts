/** The bucket's folders, named after the image types; also the tabs of the image manager. */
export const imageFolders = ["products", "pages", "sections"] as const;

export type ImageFolder = (typeof imageFolders)[number];

/**
 * Available image widths, in CSS pixels times density: 160 thumbnails, 320 to 640 cards, 960 and
 * 1280 the product page, 1600 the hero. Other widths are rejected, so that clients can't make the
 * server generate thousands.
 */
export const variantWidths = [160, 320, 480, 640, 768, 960, 1280, 1600] as const;

/** From the least to the most widely supported. */
export const variantFormats = ["avif", "webp", "jpg"] as const;

export type VariantFormat = (typeof variantFormats)[number];

export interface ImageAddress {
  /** The path in the bucket, e.g. `products/ribeye-steak-1700000000000-ab12cd34.jpg`. */
  path: string;
  /** Upload time in ms since 1970; undefined if not in the URL. */
  version: number | undefined;
}

/** Regular expression source for a path in the bucket: one folder, one plain file name. */
export const pathPattern = `(?:${imageFolders.join("|")})/[a-z0-9][a-z0-9-]{0,150}\\.(?:jpg|webp)`;

const ownImageUrl = new RegExp(`^/photos/(${pathPattern})(?:\\?t=(\\d{1,15}))?$`);

export function isImageFolder(text: string | null): text is ImageFolder {
  return imageFolders.some((folder) => folder === text);
}

/** Returns an image's public URL; the version busts caches after a replacement. */
export function imageAddress(path: string, version: number): string {
  return `/photos/${path}?t=${version}`;
}

/** Parses one of our image URLs; null for any other URL. */
export function readImageAddress(url: string): ImageAddress | null {
  const [, path, version] = ownImageUrl.exec(url) ?? [];
  return path ? { path, version: version === undefined ? undefined : Number(version) } : null;
}

/** Returns the URL of an image in one width and format. */
export function variantAddress(
  { path, version }: ImageAddress,
  width: number,
  format: VariantFormat,
): string {
  const query = version === undefined ? "" : `?t=${version}`;
  return `/photos/${path}/${width}.${format}${query}`;
}
