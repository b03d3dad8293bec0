/** The default photo of the shop: where a product has no picture, or its address gives none. */
export const placeholderImage = "/images/placeholder.webp";

/** How often the placeholder is tried after a failure (specification, section 4). */
const placeholderTries = 2;

const failed = new Set<string>();
const loaded = new Set<string>();

/** The address gave a picture. Browser only, like all that is remembered here. */
export function rememberLoaded(address: string): void {
  loaded.add(address);
  failed.delete(address);
}

/** The address gave no picture. */
export function rememberFailed(address: string): void {
  failed.add(address);
  loaded.delete(address);
}

/** Whether the address gave a picture on this page before, so that no waiting need be shown. */
export function wasLoaded(address: string): boolean {
  return loaded.has(address);
}

/** Which try to begin with: 0 is the address itself; one that failed before is not asked again. */
export function firstTry(address: string): number {
  return failed.has(address) ? 1 : 0;
}

/** The try after one that failed; null when there is nothing left to try. */
export function nextTry(current: number): number | null {
  return current < placeholderTries ? current + 1 : null;
}

/** What a try asks for: the address, the placeholder, the placeholder once more past the cache. */
export function addressOfTry(address: string, current: number): string {
  if (current === 0) return address;
  const isNew = current === 1 && address !== placeholderImage;
  return isNew ? placeholderImage : `${placeholderImage}?retry=${current}`;
}

/** Forgets addresses, so that they are asked for again: a category was left, a picture replaced. */
export function forgetImages(addresses: Iterable<string>): void {
  for (const address of addresses) {
    failed.delete(address);
    loaded.delete(address);
  }
}
