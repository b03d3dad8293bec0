/**
 * The bucket's folders, named after the image types (specification, section 3); also the tabs of
 * the image manager.
 */
export const pictureFolders = ["products", "pages", "sections"] as const;

export type PictureFolder = (typeof pictureFolders)[number];

/**
 * Available picture widths, in CSS pixels times density: 160 thumbnails, 320 to 640 cards, 960 and
 * 1280 the product page, 1600 the hero. Other widths are rejected, so that clients can't make the
 * server generate thousands.
 */
export const variantWidths = [160, 320, 480, 640, 768, 960, 1280, 1600] as const;

export const variantFormats = ["avif", "webp", "jpg"] as const;

export type VariantFormat = (typeof variantFormats)[number];

/** A parsed picture URL. */
export interface PictureAddress {
  /** Its path in the bucket, e.g. `products/ribeye-steak-1700000000000-ab12cd34.jpg`. */
  path: string;
  /** Upload time in ms since 1970; undefined if not in the URL. */
  version: number | undefined;
}

/** Regular expression source for a path in the bucket: one folder, one plain file name. */
export const pathPattern = `(?:${pictureFolders.join("|")})/[a-z0-9][a-z0-9-]{0,150}\\.(?:jpg|webp)`;

const pictureUrl = new RegExp(`^/photos/(${pathPattern})(?:\\?t=(\\d{1,15}))?$`);

export function isPictureFolder(text: string | null): text is PictureFolder {
  return pictureFolders.some((folder) => folder === text);
}

/** A picture's public URL; the version busts caches after a replacement. */
export function pictureAddress(path: string, version: number): string {
  return `/photos/${path}?t=${version}`;
}

/** Parses one of our picture URLs; null for any other URL. */
export function readPictureAddress(url: string): PictureAddress | null {
  const [, path, version] = pictureUrl.exec(url) ?? [];
  return path ? { path, version: version === undefined ? undefined : Number(version) } : null;
}

/** The URL of a picture in one width and format. */
export function variantAddress(
  { path, version }: PictureAddress,
  width: number,
  format: VariantFormat,
): string {
  const query = version === undefined ? "" : `?t=${version}`;
  return `/photos/${path}/${width}.${format}${query}`;
}

/** The URL isn't valid for a picture; for a 400. */
export class InvalidImageUrlError extends Error {
  override readonly name = "InvalidImageUrlError";
}

const maxLength = 2000;

/**
 * Returns a picture's URL if pages may load it: a path on this site or an http(s) URL (as buckets
 * use), at most 2,000 characters, without white space.
 *
 * @throws InvalidImageUrlError
 */
export function checkedImageUrl(url: string): string {
  const isPath = /^\/(?![/\\])/.test(url);
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  const isClean = !/[\s\p{Cc}]/u.test(url) && url.length <= maxLength;
  if (!isClean || !(isPath || isWeb)) {
    throw new InvalidImageUrlError("A picture needs a path on this site or a web address");
  }
  return url;
}
