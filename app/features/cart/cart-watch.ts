import { watchStored, withStorage } from "#app/lib/browser-storage.ts";

/** The key of local storage (specification, section 9). */
export const storageKey = "cart";

/** Whether a cart is stored, valid or not. False if storage is unavailable. */
export function isCartStored(): boolean {
  return typeof withStorage((storage) => storage.getItem(storageKey)) === "string";
}

/**
 * Calls back when another tab may have changed the stored cart. Returns a function that stops it.
 */
export function watchCart(onChange: () => void): () => void {
  return watchStored(storageKey, onChange);
}
