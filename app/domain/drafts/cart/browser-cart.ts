import { toast } from "#app/components/toast/toast-store.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { type CartItem, toCartProduct } from "./cart.ts";
import { cartState } from "./cart-state.ts";
import { createCartStore } from "./cart-store.ts";
import { addedToast, clearedToast, removedToast } from "./cart-toasts.ts";

// Cart actions and their toasts. Most visits never use a cart, so pages load this module on demand
// (cart-context.tsx); only modules that are loaded later may import it.

/** A module-level singleton, as all routes share it. */
export const cartStore = createCartStore();

export type AddableProduct = ProductSummary;

export interface AddOptions {
  /** Pounds, or pieces of a product sold by the piece; 1 by default. */
  amount?: number;
  /** Title if the product wasn't in the cart yet. */
  toastTitle?: string;
}

export function addToCart(product: AddableProduct, { amount, toastTitle }: AddOptions = {}): void {
  const added = toCartProduct(product);
  const { before, after } = cartStore.add(added, amount);
  toast(addedToast(before, after, added, toastTitle));
}

/** Sets a line's pounds or pieces; below 1 removes the line. */
export function setCartAmount(id: string, amount: number): void {
  if (amount < 1) removeFromCart(id);
  else cartStore.setAmount(id, amount);
}

/** Removes a product's line and offers to undo that. */
export function removeFromCart(id: string): void {
  const { line, putBack } = takeFromCart(id);
  if (line) {
    toast({ ...removedToast(line.product.name), action: { label: "Undo", run: putBack } });
  }
}

/** Removes a line without a toast; the calling page offers to put it back. */
export function takeFromCart(id: string): { line: CartItem | undefined; putBack: () => void } {
  const { items } = cartState.get();
  const at = items.findIndex((item) => item.product.id === id);
  const line = items[at];
  cartStore.remove(id);
  return { line, putBack: () => line && cartStore.putBack(line, at) };
}

export function clearCart(): void {
  cartStore.clear();
  toast(clearedToast);
}
