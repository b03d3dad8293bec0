import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CartItem, CartProduct } from "./cart.ts";
import { createCartState, emptyCart } from "./cart-state.ts";
import { createCartStore } from "./cart-store.ts";
import { cartItem, cartProduct, pieceItem, productId } from "./test-cart.ts";

const ribeye = cartProduct();
const stew = cartProduct({ id: productId(1), name: "Beef Stew" });

/** Opens a store in a fake browser. */
function openStore(stored: CartItem[] | null = [], inCookie: CartItem[] = []) {
  const held = createCartState();
  const browser = {
    held,
    readCart: vi.fn<() => CartItem[] | null>(() => stored),
    writeCart: vi.fn<(items: readonly CartItem[]) => void>(),
    watchCart: vi.fn<(onChange: () => void) => () => void>(() => () => undefined),
    fetchProducts: vi.fn(async (_ids: readonly string[]): Promise<CartProduct[]> => [ribeye, stew]),
    cookie: {
      isThere: vi.fn(() => inCookie.length > 0),
      fetch: vi.fn(async () => [...inCookie]),
      remove: vi.fn(() => void inCookie.splice(0)),
    },
  };
  const store = { ...createCartStore(browser), getState: held.get, subscribe: held.subscribe };
  return { ...browser, store };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("loading", () => {
  it("is empty and touches nothing until it starts", () => {
    const { store, readCart } = openStore([cartItem(2)]);
    expect(store.getState()).toBe(emptyCart);
    expect(readCart).not.toHaveBeenCalled();
  });

  it("reads once, even if it is started twice", () => {
    const { store, readCart, watchCart } = openStore([cartItem(2)]);
    store.start();
    store.start();
    expect(store.getState()).toMatchObject({ items: [cartItem(2)], isLoaded: true });
    expect(readCart).toHaveBeenCalledTimes(1);
    expect(watchCart).toHaveBeenCalledTimes(1);
  });

  it("reads before the first change, so that an early change loses nothing", () => {
    const { store, writeCart } = openStore([cartItem(2)]);
    store.add(stew, 3);
    const items = [cartItem(2), { product: stew, quantity: 3 }];
    expect(store.getState().items).toEqual(items);
    expect(writeCart).toHaveBeenLastCalledWith(items);
  });

  it("keeps the cart in memory if there is no storage", () => {
    const { store } = openStore(null);
    store.start();
    store.add(ribeye, 2);
    expect(store.getState().items).toEqual([cartItem(2)]);
  });
});

describe("changes", () => {
  it("saves each actual change and notifies its listeners of it", () => {
    const { store, writeCart } = openStore();
    store.start();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.add(ribeye);
    store.setAmount(ribeye.id, 1);
    store.setAmount(ribeye.id, 4);
    store.remove("unknown");
    store.remove(ribeye.id);
    store.clear();
    expect(writeCart.mock.calls.map(([items]) => items.length)).toEqual([1, 1, 0]);
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    store.add(ribeye);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it("clears every line", () => {
    const { store, writeCart } = openStore([cartItem(2)]);
    store.clear();
    expect(store.getState().items).toEqual([]);
    expect(writeCart).toHaveBeenLastCalledWith([]);
  });

  it("adopts what another tab stored, without storing it again", () => {
    const { store, readCart, watchCart, writeCart } = openStore();
    store.start();
    readCart.mockReturnValue([cartItem(7)]);
    watchCart.mock.calls[0]?.[0]();
    expect(store.getState().items).toEqual([cartItem(7)]);
    expect(writeCart).not.toHaveBeenCalled();
  });

  it("keeps the cart in memory when a page is restored without storage", () => {
    const { store, watchCart } = openStore(null);
    store.add(ribeye);
    watchCart.mock.calls[0]?.[0]();
    expect(store.getState().items).toEqual([cartItem(1)]);
  });
});

describe("refreshing", () => {
  it("refreshes a stored cart on start, but never an empty one", async () => {
    const full = openStore([cartItem(2)]);
    full.store.start();
    await full.store.refresh();
    expect(full.fetchProducts.mock.calls).toEqual([[[ribeye.id]]]);

    const empty = openStore();
    empty.store.start();
    await empty.store.refresh();
    expect(empty.fetchProducts).not.toHaveBeenCalled();
  });

  it("stores the new price, and marks it until it was seen", async () => {
    const { store, fetchProducts, writeCart } = openStore([cartItem(2)]);
    fetchProducts.mockResolvedValue([{ ...ribeye, centsPerLb: 2649 }]);
    store.start();
    await store.refresh();
    expect(store.getState().items).toEqual([cartItem(2, { centsPerLb: 2649 })]);
    expect(store.getState().repriced).toEqual(new Set([ribeye.id]));
    expect(writeCart).toHaveBeenCalledWith([cartItem(2, { centsPerLb: 2649 })]);
    store.acknowledgeChanges();
    expect(store.getState().repriced).toEqual(new Set());
  });

  it("marks a line converted to pieces until that was seen", async () => {
    const { store, fetchProducts, writeCart } = openStore([cartItem(4)]);
    fetchProducts.mockResolvedValue([pieceItem(1).product]);
    store.start();
    await store.refresh();
    expect(writeCart).toHaveBeenCalledWith([pieceItem(3)]);
    expect(store.getState()).toMatchObject({ repriced: new Set(), resized: new Set([ribeye.id]) });
    store.acknowledgeChanges();
    expect(store.getState().resized).toEqual(new Set());
  });

  it("keeps and marks the line of an unavailable product", async () => {
    const { store, fetchProducts, writeCart } = openStore([cartItem(2)]);
    fetchProducts.mockResolvedValue([]);
    store.start();
    await store.refresh();
    expect(store.getState().items).toEqual([cartItem(2)]);
    expect(store.getState().unavailable).toEqual(new Set([ribeye.id]));
    expect(writeCart).not.toHaveBeenCalled();
  });

  it("refreshes at most every 30 seconds, unless a line was never refreshed", async () => {
    const { store, fetchProducts } = openStore([cartItem(2)]);
    store.start();
    await store.refresh();
    vi.advanceTimersByTime(29_999);
    await store.refresh();
    expect(fetchProducts).toHaveBeenCalledTimes(1);
    store.add(stew);
    await store.refresh();
    expect(fetchProducts.mock.calls[1]).toEqual([[ribeye.id, stew.id]]);
    vi.advanceTimersByTime(30_000);
    await store.refresh();
    expect(fetchProducts).toHaveBeenCalledTimes(3);
  });

  it("keeps a change made during the request", async () => {
    const { store, fetchProducts } = openStore([cartItem(2)]);
    fetchProducts.mockResolvedValue([{ ...ribeye, centsPerLb: 3000 }]);
    store.start();
    store.setAmount(ribeye.id, 5);
    store.add(stew);
    await store.refresh();
    expect(store.getState().items).toEqual([
      cartItem(5, { centsPerLb: 3000 }),
      { product: stew, quantity: 1 },
    ]);
    expect(store.getState().unavailable).toEqual(new Set());
  });

  it("changes nothing on a failure, and retries the next time", async () => {
    const { store, fetchProducts } = openStore([cartItem(2)]);
    fetchProducts.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    store.start();
    await store.refresh();
    expect(store.getState()).toMatchObject({ items: [cartItem(2)], unavailable: new Set() });
    await store.refresh();
    expect(fetchProducts).toHaveBeenCalledTimes(2);
  });
});

describe("the cart kept in a cookie without JavaScript", () => {
  const ofRibeye = cartItem(2);
  const ofStew = { product: stew, quantity: 3 };

  it("is merged once, and the browser's line wins if both have the product", async () => {
    const { store, cookie, writeCart } = openStore([ofRibeye], [cartItem(7), ofStew]);
    store.start();
    store.start();
    expect(store.getState().isLoaded).toBe(false);
    await vi.runAllTimersAsync();
    expect(store.getState()).toMatchObject({ items: [ofRibeye, ofStew], isLoaded: true });
    expect(writeCart).toHaveBeenLastCalledWith([ofRibeye, ofStew]);
    store.remove(stew.id);
    store.start();
    await vi.runAllTimersAsync();
    expect(store.getState().items).toEqual([ofRibeye]);
    expect(cookie.fetch).toHaveBeenCalledTimes(1);
  });

  it("stays in the cookie while the shop can't be reached", async () => {
    const { store, cookie } = openStore([ofRibeye], [ofStew]);
    cookie.fetch.mockRejectedValueOnce(new TypeError("offline"));
    store.start();
    await vi.runAllTimersAsync();
    expect(store.getState()).toMatchObject({ items: [ofRibeye], isLoaded: true });
    expect(cookie.remove).not.toHaveBeenCalled();
    store.start();
    await vi.runAllTimersAsync();
    expect(store.getState().items).toEqual([ofRibeye, ofStew]);
  });

  it("does not come back after another tab has merged it or the cart was cleared", async () => {
    const { store, cookie, writeCart } = openStore([], [ofStew]);
    store.start();
    cookie.remove();
    await vi.runAllTimersAsync();
    expect(writeCart).not.toHaveBeenCalled();

    const cleared = openStore([], [ofStew]);
    cleared.store.start();
    cleared.store.clear();
    await vi.runAllTimersAsync();
    expect(cleared.store.getState().items).toEqual([]);
  });
});
