import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatItemCount, isCartStored, itemCount, watchCart } from "./cart-on-every-page.ts";
import { cartItem, pieceItem, productId } from "./test-cart.ts";

it("itemCount is the sum of the quantities", () => {
  expect(itemCount([])).toBe(0);
  expect(itemCount([cartItem(3), cartItem(2, { id: productId(1) })])).toBe(5);
  expect(itemCount([cartItem(1.1), cartItem(2.2, { id: productId(1) })])).toBe(3.3);
});

it.each([
  [[], "0 items"],
  [[1], "1 item"],
  [[2], "2 items"],
  [[1.5], "1.5 lb"],
  [[10_000], "10,000 items"],
])("formatItemCount turns %j pounds into %s", (pounds, text) => {
  expect(formatItemCount(pounds.map((quantity) => ({ quantity })))).toBe(text);
});

it("formatItemCount counts pieces, not their pounds", () => {
  expect(formatItemCount([pieceItem(1)])).toBe("1 item");
  expect(formatItemCount([pieceItem(3)])).toBe("3 items");
  expect(formatItemCount([pieceItem(3), cartItem(1.5, { id: productId(1) })])).toBe("4.5 items");
});

class FakeWindow extends EventTarget {
  stored: string | null = null;
  localStorage = { getItem: (key: string) => (key === "cart" ? this.stored : null) };
}

describe("the stored cart", () => {
  let page: FakeWindow;

  beforeEach(() => {
    page = new FakeWindow();
    vi.stubGlobal("window", page);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  describe("isCartStored", () => {
    it.each(["[]", "{not json", ""])("is true for a stored %j, even if it is invalid", (text) => {
      page.stored = text;
      expect(isCartStored()).toBe(true);
    });

    it("is false if nothing is stored, or if storage is unavailable", () => {
      expect(isCartStored()).toBe(false);
      const refusing = {};
      Object.defineProperty(refusing, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
      vi.stubGlobal("window", refusing);
      expect(isCartStored()).toBe(false);
    });
  });

  describe("watchCart", () => {
    const storage = (key: string | null) => Object.assign(new Event("storage"), { key });
    const pageShow = (persisted: boolean) => Object.assign(new Event("pageshow"), { persisted });

    it.each([
      ["the cart changed elsewhere", storage("cart"), 1],
      ["everything was cleared elsewhere", storage(null), 1],
      ["something else changed", storage("theme"), 0],
      ["the page came back from the back/forward cache", pageShow(true), 1],
      ["the page was loaded", pageShow(false), 0],
    ])("calls back only if the cart may have changed: %s", (_, event, calls) => {
      const onChange = vi.fn();
      watchCart(onChange);
      page.dispatchEvent(event);
      expect(onChange).toHaveBeenCalledTimes(calls);
    });

    it("doesn't call back after it was stopped", () => {
      const onChange = vi.fn();
      watchCart(onChange)();
      page.dispatchEvent(storage("cart"));
      page.dispatchEvent(pageShow(true));
      expect(onChange).not.toHaveBeenCalled();
    });
  });
});
