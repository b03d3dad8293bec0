import { imagePlaces } from "#app/domain/pictures/placement/image-places.ts";
import { readImageAddress } from "../image-address.ts";
import type { ListedImage } from "../upload/image-upload.ts";

/**
 * Returns a readable image name, without folder, timestamp, random characters and extension:
 * "ribeye-steak" for "products/ribeye-steak-1700000000000-ab12cd34.jpg".
 */
export function imageTitle(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\?.*$/, "");
  return file.replace(/\.[a-z0-9]+$/i, "").replace(/(.)-\d{10,15}-[a-z0-9]{8}$/, "$1");
}

/** Returns the `imageTitle` of an image's URL, ours or not. */
export function titleOfUrl(url: string): string {
  return imageTitle(readImageAddress(url)?.path ?? url);
}

/** @example formatBytes(1_300_000) // "1.3 MB" */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Describes the places that show an image; empty if it is unused. */
export function usesInWords(usedFor: ListedImage["usedFor"]): string[] {
  return usedFor.map(({ section, key, name, isHidden }) => {
    if (name !== null) return isHidden ? `${name} (inactive)` : name;
    const place = imagePlaces.find((known) => known.section === section && known.key === key);
    return place?.label ?? asWords(key);
  });
}

function asWords(key: string): string {
  const words = key.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
