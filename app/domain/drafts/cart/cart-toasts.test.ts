import { describe, expect, it } from "vitest";
import { addItem, type CartItem, maxLines } from "./cart.ts";
import { maxQuantity } from "./cart-on-every-page.ts";
import { addedToast, clearedToast, removedToast } from "./cart-toasts.ts";
import { cartItem, cartProduct, pieceItem, productId } from "./test-cart.ts";

const ribeye = cartProduct();

function toastOfAdding(before: CartItem[], amount: number, title?: string) {
  return addedToast(before, addItem(before, ribeye, amount), ribeye, title);
}

describe("addedToast", () => {
  it("announces a new product", () => {
    expect(toastOfAdding([], 3)).toEqual({
      title: "Added to cart",
      description: "Ribeye Steak added to your cart",
    });
  });

  it("has another title on the product's own page", () => {
    expect(toastOfAdding([], 3, "Added to cart!")).toEqual({
      title: "Added to cart!",
      description: "Ribeye Steak added to your cart",
    });
  });

  it("announces a raised quantity", () => {
    expect(toastOfAdding([cartItem(2)], 3, "Added to cart!")).toEqual({
      title: "Cart updated",
      description: "Ribeye Steak quantity increased to 5",
    });
  });

  it("says that an order can't have more of a product", () => {
    expect(toastOfAdding([cartItem(maxQuantity)], 1)).toMatchObject({
      description: "An order can have up to 10,000 lb of Ribeye Steak.",
      variant: "destructive",
    });
  });

  it("counts pieces as pieces", () => {
    const { product } = pieceItem(1);
    const added = (before: CartItem[]) => addedToast(before, addItem(before, product), product);
    expect(added([pieceItem(4)]).description).toBe("Ribeye Steak quantity increased to 5 pieces");
    expect(added([pieceItem(8_000)]).description).toBe(
      "An order can have up to 8,000 pieces of Ribeye Steak.",
    );
  });

  it("says that the cart can't hold more products", () => {
    const full = Array.from({ length: maxLines }, (_, n) => cartItem(1, { id: productId(n) }));
    expect(toastOfAdding(full, 1)).toMatchObject({ variant: "destructive" });
  });
});

it("removedToast and clearedToast announce a removed product and an emptied cart", () => {
  expect(removedToast("Ribeye Steak")).toEqual({
    title: "Removed from cart",
    description: "Ribeye Steak removed from your cart",
  });
  expect(clearedToast).toEqual({
    title: "Cart cleared",
    description: "All items have been removed from your cart",
  });
});
