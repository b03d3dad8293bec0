import { withStorage } from "#app/lib/browser-storage.ts";
import type { CartItem } from "./cart.ts";
import { storageKey } from "./cart-on-every-page.ts";
import { parseCart } from "./cart-parse.ts";

/**
 * The stored cart, empty if there is none; null if storage is unavailable. A corrupt one is logged
 * and deleted (specification, section 8). Browser only.
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

/** Stores the cart if storage is available; otherwise it only lasts as long as the page. */
export function writeCart(items: readonly CartItem[]): void {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(items)));
}
