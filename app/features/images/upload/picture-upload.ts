import type { PictureFacts } from "../picture.ts";
import type { PictureFolder } from "../picture-address.ts";

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
  usedFor: ImageUse[];
}

/** A place that shows an image. */
export interface ImageUse {
  section: string;
  key: string;
  /** Of the product, where it is one's. */
  name: string | null;
  /** It is the image of a product that the shop does not show at present. */
  isHidden: boolean;
}

/** The orders of a list of pictures; the gallery shows the names from the last (section 7). */
export const pictureSorts = ["name-asc", "name-desc"] as const;

export type PictureSort = (typeof pictureSorts)[number];

/** A file that is larger is refused; the browser can tell before it sends it. */
export const maxUploadBytes = 20 * 1024 * 1024;

/** More than any phone's picture at its usual setting has; 200-megapixel modes are refused. */
export const maxUploadPixels = 50_000_000;

/** An image needs this many pixels either way: fewer are a smear on the smallest card. */
export const minUploadSide = 200;

/**
 * Where a file is sent, as the body of a POST. The name becomes part of its address, and so do eight
 * random characters: sent twice, as when an answer was lost, the file is still one image.
 */
export function uploadAddress(folder: PictureFolder, name: string): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  const id = Array.from(random, (byte) => (byte % 36).toString(36)).join("");
  return `/api/images?${new URLSearchParams({ folder, name, id })}`;
}

/** Whether a text can be the eight characters of `uploadAddress`. */
export function isUploadId(text: string): boolean {
  return /^[a-z0-9]{8}$/.test(text);
}

/**
 * An upload that did not succeed; the message is for people, and empty where nobody said why.
 * `lost`: the connection broke, and another attempt may do better. `refused`: this file can never
 * succeed. `failed`: the shop could not take it now.
 */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly kind: "lost" | "refused" | "failed";

  constructor(message: string, kind: UploadError["kind"]) {
    super(message);
    this.kind = kind;
  }
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
export const tooLargeMessage = `This file is too large. A picture can be up to ${
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
