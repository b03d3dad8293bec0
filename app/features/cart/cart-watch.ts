import { watchStored, withStorage } from "#app/lib/browser-storage.ts";

/** The key of local storage (specification, section 9). */
export const storageKey = "cart";

/** Whether anything is stored as a cart, be it damaged. False when the browser lets nobody look. */
export function isCartStored(): boolean {
  return typeof withStorage((storage) => storage.getItem(storageKey)) === "string";
}

/** Calls back when the stored cart may have changed without this page. Returns how to stop it. */
export function watchCart(onChange: () => void): () => void {
  return watchStored(storageKey, onChange);
}
