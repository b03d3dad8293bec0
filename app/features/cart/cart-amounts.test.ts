import { expect, it } from "vitest";
import { lineCents, orderableItems, subtotalCents } from "./cart-amounts.ts";
import { maxQuantity } from "./cart-figures.ts";
import { cartItem, productId } from "./test-cart.ts";

it("is exact to the cent for every price up to $50 and many quantities", () => {
  for (let cents = 0; cents <= 5_000; cents++) {
    for (const quantity of [1, 3, 7, 999, maxQuantity]) {
      const item = cartItem(quantity, { price: cents / 100 });
      expect(lineCents(item)).toBe(cents * quantity);
    }
  }
});

it("adds three tenths to thirty cents", () => {
  const items = [1, 2, 3].map((n) => cartItem(1, { id: productId(n), price: 0.1 }));
  expect(subtotalCents(items)).toBe(30);
});

it("is the sum of its lines, each rounded to the cent", () => {
  expect(subtotalCents([cartItem(2.5), cartItem(1.33, { id: productId(1), price: 11.49 })])).toBe(
    6248 + 1528,
  );
  expect(subtotalCents([])).toBe(0);
});

it("leaves out what is no longer for sale", () => {
  const items = [cartItem(2), cartItem(5, { id: productId(1) })];
  expect(orderableItems(items, new Set([cartItem(2).product.id]))).toEqual([items[1]]);
});
