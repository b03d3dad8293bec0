import { watchStored, withStorage } from "#app/lib/browser/browser-storage.ts";

// The part of the cart that every page needs: its count, and whether one is stored. Lines and money
// are in cart.ts, which loads with the cart.

/** The cart's own page, for browsers without JavaScript. */
export const cartPath = "/cart";

/** Pounds of one product in an order. */
export const maxQuantity = 10_000;

/** Rounds pounds to hundredths, to remove floating-point errors such as 1.1 + 2.2. */
export function toHundredths(quantity: number): number {
  return Math.round(quantity * 100) / 100;
}

interface Counted {
  quantity: number;
  pieces?: number;
}

/** Returns the sum of the quantities: pieces of lines sold by the piece, pounds of the others. */
export function itemCount(items: readonly Counted[]): number {
  return toHundredths(items.reduce((sum, { quantity, pieces = quantity }) => sum + pieces, 0));
}

const countFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** Returns "1 item" or "1,200 items". Fractions become "1.5 lb", unless there are pieces too. */
export function formatItemCount(items: readonly Counted[]): string {
  const count = itemCount(items);
  const isWeight = !Number.isInteger(count) && !items.some(({ pieces }) => pieces);
  const unit = isWeight ? "lb" : count === 1 ? "item" : "items";
  return `${countFormat.format(count)} ${unit}`;
}

/** The key of local storage, and the name of the cookie that holds the cart without JavaScript. */
export const storageKey = "cart";

/** True if a cart is stored, valid or not; false without storage. Browser only. */
export function isCartStored(): boolean {
  return withStorage((storage) => storage.getItem(storageKey) !== null || hasCartCookie()) ?? false;
}

/** True if something was added without JavaScript (without-script/cart-cookie.ts). Browser only. */
export function hasCartCookie(): boolean {
  return /\bcart=/.test(document.cookie);
}

/** Calls back when another tab may have changed the cart. Returns a function that stops it. */
export function watchCart(onChange: () => void): () => void {
  return watchStored(storageKey, onChange);
}
