import { maxAmount } from "./amount.ts";
import { amountOf, type CartItem, type CartProduct, maxLines } from "./cart.ts";

interface CartToast {
  title: string;
  description: string;
  variant?: "destructive";
}

/** Returns the toast after adding a product. `title` replaces the title if the product is new. */
export function addedToast(
  before: readonly CartItem[],
  after: readonly CartItem[],
  { id, name }: CartProduct,
  title = "Added to cart",
): CartToast {
  const lineIn = (items: readonly CartItem[]) => items.find((item) => item.product.id === id);
  const was = lineIn(before);
  const is = lineIn(after);

  if (!is) {
    return {
      title: "Your cart is full",
      description: `A cart holds up to ${maxLines} different products.`,
      variant: "destructive",
    };
  }
  if (!was) return { title, description: `${name} added to your cart` };
  if (was === is) {
    const most = maxAmount(is.product).toLocaleString("en-CA");
    return {
      title: "Quantity limit reached",
      description: `An order can have up to ${most} ${is.pieces ? "pieces" : "lb"} of ${name}.`,
      variant: "destructive",
    };
  }
  const now = `${amountOf(is)}${is.pieces ? " pieces" : ""}`;
  return { title: "Cart updated", description: `${name} quantity increased to ${now}` };
}

export function removedToast(name: string): CartToast {
  return { title: "Removed from cart", description: `${name} removed from your cart` };
}

export const clearedToast: CartToast = {
  title: "Cart cleared",
  description: "All items have been removed from your cart",
};
