import { readPictureAddress } from "../picture-address.ts";
import { picturePlaces } from "../placement/picture-places.ts";
import type { ListedPicture } from "../upload/picture-upload.ts";

/**
 * A readable picture name: without folder, timestamp, random characters and extension.
 *
 * @example pictureTitle("products/ribeye-steak-1700000000000-ab12cd34.jpg") // "ribeye-steak"
 */
export function pictureTitle(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\?.*$/, "");
  return file.replace(/\.[a-z0-9]+$/i, "").replace(/(.)-\d{10,15}-[a-z0-9]{8}$/, "$1");
}

/** The same for a picture's URL, ours or not. */
export function titleOfUrl(url: string): string {
  return pictureTitle(readPictureAddress(url)?.path ?? url);
}

/** @example formatBytes(1_300_000) // "1.3 MB" */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Descriptions of the places that show an image; empty if it is unused. */
export function usesInWords(usedFor: ListedPicture["usedFor"]): string[] {
  return usedFor.map(({ section, key, name, isHidden }) => {
    if (name !== null) return isHidden ? `${name} (inactive)` : name;
    const place = picturePlaces.find((known) => known.section === section && known.key === key);
    return place?.label ?? asWords(key);
  });
}

function asWords(key: string): string {
  const words = key.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
