/** Stands in for a missing image or one that fails to load. */
export const placeholderImage = "/images/placeholder.webp";

const placeholderTries = 2;

const failed = new Set<string>();
const loaded = new Set<string>();

/** Browser only, like everything in this file. */
export function rememberLoaded(address: string): void {
  loaded.add(address);
  failed.delete(address);
}

export function rememberFailed(address: string): void {
  failed.add(address);
  loaded.delete(address);
}

/** True if the URL has already loaded on this page, so that no loading state is needed. */
export function wasLoaded(address: string): boolean {
  return loaded.has(address);
}

/** Returns the attempt to start with: 0 is the URL itself, skipped if it has failed before. */
export function firstTry(address: string): number {
  return failed.has(address) ? 1 : 0;
}

/** Returns the next attempt after a failure; null if there is none left. */
export function nextTry(current: number): number | null {
  return current < placeholderTries ? current + 1 : null;
}

/** Returns an attempt's URL: the image, the placeholder, then the placeholder without the cache. */
export function addressOfTry(address: string, current: number): string {
  if (current === 0) return address;
  const isNew = current === 1 && address !== placeholderImage;
  return isNew ? placeholderImage : `${placeholderImage}?retry=${current}`;
}

/** Forgets URLs, so that they are requested again after an image was replaced. */
export function forgetImages(addresses: Iterable<string>): void {
  for (const address of addresses) {
    failed.delete(address);
    loaded.delete(address);
  }
}
