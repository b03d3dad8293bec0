import type { CartItem } from "./cart.ts";
import { parseCart } from "./cart-parse.ts";

/** The key of local storage (specification, section 9). */
const storageKey = "cart";

/**
 * The stored cart, empty when there is none; null when the browser lets nobody look. A damaged one
 * is logged and deleted (specification, section 8). Browser only.
 */
export function readCart(): CartItem[] | null {
  const text = withStorage((storage) => storage.getItem(storageKey));
  if (text === undefined) return null;
  if (text === null) return [];
  try {
    return parseCart(text);
  } catch (error) {
    console.error("Failed to parse cart from localStorage:", error);
    withStorage((storage) => storage.removeItem(storageKey));
    return [];
  }
}

/** Stores the cart where the browser allows it; otherwise it lives as long as the page. */
export function writeCart(items: readonly CartItem[]): void {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(items)));
}

/**
 * Calls back, as long as the page lives, when another tab changed the stored cart, and when the page
 * comes back from the back/forward cache, in which it heard nothing.
 */
export function watchCart(onChange: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    // A null key: everything was cleared.
    if (key === storageKey || key === null) onChange();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) onChange();
  });
}

/** Even touching `localStorage` throws where cookies are blocked, and writing where it is full. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}
