import { type CartItem, type CartProduct, maxLines } from "./cart.ts";
import { maxQuantity } from "./cart-on-every-page.ts";

interface CartToast {
  title: string;
  description: string;
  variant?: "destructive";
}

/**
 * The toast after adding a product, given the lines before and after. `title` replaces the title if
 * the product is new; otherwise worded as in the specification, section 8, where it has one.
 */
export function addedToast(
  before: readonly CartItem[],
  after: readonly CartItem[],
  { id, name }: CartProduct,
  title = "Added to cart",
): CartToast {
  const quantityIn = (items: readonly CartItem[]) =>
    items.find((item) => item.product.id === id)?.quantity;
  const was = quantityIn(before);
  const is = quantityIn(after);

  if (is === undefined) {
    return {
      title: "Your cart is full",
      description: `A cart holds up to ${maxLines} different products.`,
      variant: "destructive",
    };
  }
  if (was === undefined) return { title, description: `${name} added to your cart` };
  if (was === is) {
    return {
      title: "Quantity limit reached",
      description: `An order can have up to ${maxQuantity.toLocaleString("en-CA")} lb of ${name}.`,
      variant: "destructive",
    };
  }
  return { title: "Cart updated", description: `${name} quantity increased to ${is}` };
}

/** The toast after removing a line. */
export function removedToast(name: string): CartToast {
  return { title: "Removed from cart", description: `${name} removed from your cart` };
}

export const clearedToast: CartToast = {
  title: "Cart cleared",
  description: "All items have been removed from your cart",
};
