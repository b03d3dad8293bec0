import { watchStored, withStorage } from "#app/lib/browser/browser-storage.ts";

// What every page needs of the cart: its figures, and whether one is stored. The rest (lines and
// money) is in cart.ts, which is loaded with the cart.

/** The cart's own page, for browsers without JavaScript or before it has loaded. */
export const cartPath = "/cart";

/** Maximum pounds of one product in an order (design, section 5). */
export const maxQuantity = 10_000;

/** Rounds pounds to hundredths, to remove floating-point errors such as 1.1 + 2.2. */
export function toHundredths(quantity: number): number {
  return Math.round(quantity * 100) / 100;
}

/** What the figures count of a line. */
interface Counted {
  quantity: number;
  pieces?: number;
}

/** The sum of the quantities: of pounds, and of pieces where they are sold. */
export function itemCount(items: readonly Counted[]): number {
  return toHundredths(items.reduce((sum, { quantity, pieces = quantity }) => sum + pieces, 0));
}

const countFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/**
 * "1 item", "3 items", "1,200 items", for the drawer's title and the button's name. Parts of a pound
 * are "1.5 lb", unless there are pieces beside them.
 */
export function formatItemCount(items: readonly Counted[]): string {
  const count = itemCount(items);
  const isWeight = !Number.isInteger(count) && !items.some(({ pieces }) => pieces);
  const unit = isWeight ? "lb" : count === 1 ? "item" : "items";
  return `${countFormat.format(count)} ${unit}`;
}

/**
 * The key of local storage, and the name of the cookie that is the cart
 * without JavaScript.
 */
export const storageKey = "cart";

/** Whether there is a cart, valid or not. False if storage is unavailable. Browser only. */
export function isCartStored(): boolean {
  return withStorage((storage) => storage.getItem(storageKey) !== null || hasCartCookie()) ?? false;
}

/** Whether something was added without JavaScript (without-script/cart-cookie.ts). Browser only. */
export function hasCartCookie(): boolean {
  return /\bcart=/.test(document.cookie);
}

/**
 * Calls back when another tab may have changed the stored cart. Returns a function that stops it.
 */
export function watchCart(onChange: () => void): () => void {
  return watchStored(storageKey, onChange);
}
