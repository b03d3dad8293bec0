import { toast } from "#app/components/toast/toast-store.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { toCartProduct } from "./cart.ts";
import { cartState } from "./cart-state.ts";
import { createCartStore } from "./cart-store.ts";
import { addedToast, clearedToast, removedToast } from "./cart-toasts.ts";

// What can be done with the cart, and what is said of it. Most visits come and go without a cart, so
// pages fetch this module when there is something to do (cart-context.tsx); only what is fetched later
// still may import it.

/** The cart of this browser page; one for all of its pages, hence not made by a component. */
export const cartStore = createCartStore();

/** A product as a page has it. */
export type AddableProduct = ProductSummary;

export interface AddOptions {
  /** Pounds; 1 unless said otherwise. */
  quantity?: number;
  /** Title of the toast for a product that was not in the cart. */
  toastTitle?: string;
}

export function addToCart(
  product: AddableProduct,
  { quantity, toastTitle }: AddOptions = {},
): void {
  const added = toCartProduct(product);
  const { before, after } = cartStore.add(added, quantity);
  toast(addedToast(before, after, added, toastTitle));
}

/** Below 1 removes the line. */
export function setCartQuantity(id: string, quantity: number): void {
  if (quantity < 1) removeFromCart(id);
  else cartStore.setQuantity(id, quantity);
}

/** Removes a product's line. */
export function removeFromCart(id: string): void {
  const line = cartState.get().items.find((item) => item.product.id === id);
  cartStore.remove(id);
  if (line) toast(removedToast(line.product.name));
}

/** Removes every line. */
export function clearCart(): void {
  cartStore.clear();
  toast(clearedToast);
}
