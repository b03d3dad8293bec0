import { expect, it } from "vitest";
import { formatItemCount, itemCount } from "./cart-figures.ts";
import { cartItem, productId } from "./test-cart.ts";

it("counts the sum of the quantities", () => {
  expect(itemCount([])).toBe(0);
  expect(itemCount([cartItem(3), cartItem(2, { id: productId(1) })])).toBe(5);
  expect(itemCount([cartItem(1.1), cartItem(2.2, { id: productId(1) })])).toBe(3.3);
});

it.each([
  [0, "0 items"],
  [1, "1 item"],
  [2, "2 items"],
  [1.5, "1.5 lb"],
  [10_000, "10,000 items"],
])("%s is %s", (count, text) => {
  expect(formatItemCount(count)).toBe(text);
});
