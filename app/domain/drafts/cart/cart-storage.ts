import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { type CartItem, ofCookie, storedLines } from "./cart.ts";
import { storageKey } from "./cart-on-every-page.ts";
import { parseCart } from "./cart-parse.ts";

/** Returns the stored cart; null without storage. Logs and deletes a corrupt one. Browser only. */
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

/** Without storage, the cart only lasts as long as the page. */
export function writeCart(items: readonly CartItem[]): void {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(storedLines(items))));
}

const timeoutMs = 10_000;

/**
 * Returns the lines added without JavaScript, as the server reads them from the cookie. Rejects on
 * network errors, after 10 s, and if the answer is an error or not JSON. Browser only.
 */
export async function fetchCartOfCookie(): Promise<CartItem[]> {
  const response = await fetch(`/api/cart?${ofCookie}`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`Reading the cookie's cart failed: ${response.status}`);
  return parseCart(await response.text());
}

export function removeCartCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${storageKey}=; Path=/; Max-Age=0; SameSite=Lax`;
}
