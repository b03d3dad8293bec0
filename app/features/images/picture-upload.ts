import type { PictureFacts } from "./picture.ts";
import type { PictureFolder } from "./picture-address.ts";

/** What `POST /api/images` answers. */
export interface UploadedPicture extends PictureFacts {
  path: string;
  /** For `products.image_url` and `image_mappings.url`. */
  url: string;
}

/** A picture of the gallery (`GET /api/images`). */
export interface ListedPicture extends UploadedPicture {
  bytes: number;
  /** ISO 8601. */
  createdAt: string;
  /** Where it is shown, so that whoever deletes it can be told. */
  usedFor: { section: string; key: string }[];
}

/** The orders of a list of pictures; the gallery shows the names from the last (section 7). */
export const pictureSorts = ["name-asc", "name-desc"] as const;

export type PictureSort = (typeof pictureSorts)[number];

/** A file that is larger is refused; the browser can tell before it sends it. */
export const maxUploadBytes = 20 * 1024 * 1024;

/** More than any phone's picture at its usual setting has; 200-megapixel modes are refused. */
export const maxUploadPixels = 50_000_000;

/** Where a file is sent, as the body of a POST. The name becomes part of its address. */
export function uploadAddress(folder: PictureFolder, name: string): string {
  return `/api/images?${new URLSearchParams({ folder, name })}`;
}

/** A file that does not become a picture; the message is for the person who chose it. */
export class PictureRefusedError extends Error {
  override readonly name = "PictureRefusedError";
  readonly status: 400 | 413;

  constructor(message: string, status: 400 | 413 = 400) {
    super(message);
    this.status = status;
  }
}

/** For a file over the limit, in the browser and on the server alike. */
export const tooLargeMessage = `This file is too large. A picture may have up to ${
  maxUploadBytes / 1024 / 1024
} MB.`;

/** As long as a slug may be. */
const maxNameLength = 120;

/**
 * A slug or a file's name as the beginning of a path in the bucket: lower-case letters, digits and
 * single dashes, without the extension.
 *
 * @example pictureName("Ribeye Steak (1).JPG") // "ribeye-steak-1"
 */
export function pictureName(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, maxNameLength).replace(/-$/, "") || "picture";
}
