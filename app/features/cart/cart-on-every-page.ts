import { watchStored, withStorage } from "#app/lib/browser-storage.ts";

// What every page needs of the cart: its figures, and whether one is stored. The rest (lines and
// money) is in cart.ts, which is loaded with the cart.

/** Maximum pounds of one product in an order (design, section 5). */
export const maxQuantity = 10_000;

/** Rounds pounds to hundredths, to remove floating-point errors such as 1.1 + 2.2. */
export function toHundredths(quantity: number): number {
  return Math.round(quantity * 100) / 100;
}

/** The sum of the quantities (specification, section 9). */
export function itemCount(items: readonly { quantity: number }[]): number {
  return toHundredths(items.reduce((sum, item) => sum + item.quantity, 0));
}

const countFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** "1 item", "3 items", "1,200 items", for the drawer's title and the button's name. */
export function formatItemCount(count: number): string {
  const unit = count === 1 ? "item" : Number.isInteger(count) ? "items" : "lb";
  return `${countFormat.format(count)} ${unit}`;
}

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
