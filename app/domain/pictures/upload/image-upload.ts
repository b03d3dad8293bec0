import type { ImageShot } from "#db/schema/values/images.ts";
import type { ImageFolder } from "../image-address.ts";
import type { ImageFacts } from "../image-sources.ts";
import { maxUploadBytes } from "./upload-limits.ts";

/** The response of `POST /api/images`. */
export interface UploadedImage extends ImageFacts {
  path: string;
  /** For `products.image_url` and `image_mappings.url`. */
  url: string;
}

export interface ImageDescription {
  /** Alternative text; if blank, the place's own text is used, e.g. the product's name. */
  alt: string;
  /** Which photo of a product it is; null for any other image. */
  shot: ImageShot | null;
}

/** An image of the gallery (`GET /api/images`). */
export interface ListedImage extends UploadedImage {
  bytes: number;
  createdAt: string;
  /** Where it's used, to warn before deleting it. */
  usedFor: ImageUse[];
}

export interface ImageUse {
  section: string;
  key: string;
  /** The product's name, if it's a product's image. */
  name: string | null;
  /** True if it belongs to a product that is hidden in the shop. */
  isHidden: boolean;
}

export const imageSorts = ["name-asc", "name-desc"] as const;

export type ImageSort = (typeof imageSorts)[number];

/**
 * Returns the URL to POST a file to. It contains the name and eight random characters, an
 * idempotency key: if the file is uploaded again after a lost response, it is still one image.
 * `shot` is the product's photo that it is.
 */
export function uploadAddress(
  folder: ImageFolder,
  name: string,
  shot: ImageShot | null = null,
): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  const id = Array.from(random, (byte) => (byte % 36).toString(36)).join("");
  const query = new URLSearchParams({ folder, name, id, ...(shot && { shot }) });
  return `/api/images?${query}`;
}

/** True if a text is a valid id from `uploadAddress`. */
export function isUploadId(text: string): boolean {
  return /^[a-z0-9]{8}$/.test(text);
}

/**
 * A failed upload. The message is for the user, and empty if there is none. `lost`: connection
 * error, worth retrying. `refused`: this file will never be accepted. `failed`: the shop couldn't
 * accept it now.
 */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly kind: "lost" | "refused" | "failed";

  constructor(message: string, kind: UploadError["kind"]) {
    super(message);
    this.kind = kind;
  }
}

/** Shown in the browser and by the server for files over the limit. */
export const tooLargeMessage = `This file is too large. An image can be up to ${
  maxUploadBytes / 1024 / 1024
} MB.`;

/** Same as the maximum slug length. */
const maxNameLength = 120;

/**
 * Converts a slug or file name to the start of a path in the bucket: lower-case letters, digits and
 * single dashes, without the extension. "Ribeye Steak (1).JPG" → "ribeye-steak-1"
 */
export function imageName(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, maxNameLength).replace(/-$/, "") || "image";
}
