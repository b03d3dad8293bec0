import type { CartItem } from "./cart.ts";

export interface CartState {
  items: readonly CartItem[];
  /** False on the server and until the browser has read its storage. */
  isLoaded: boolean;
  /** Ids of lines whose product is no longer for sale. */
  unavailable: ReadonlySet<string>;
  /** Ids of lines whose price changed and whose owner has not closed the drawer since. */
  repriced: ReadonlySet<string>;
}

/** What every visitor has before the browser has looked: the server's HTML is the same for all. */
export const emptyCart: CartState = {
  items: [],
  isLoaded: false,
  unavailable: new Set(),
  repriced: new Set(),
};

/** What a page knows of a cart. React reads it through `useSyncExternalStore`; the store changes it. */
export function createCartState() {
  let state = emptyCart;
  const listeners = new Set<() => void>();
  return {
    get: () => state,

    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    update(change: Partial<CartState>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}

/**
 * The cart of this browser page. It outlives the provider, so that an error page or a visit to the
 * back office loses nothing where the browser refuses to store. A server never changes it.
 */
export const cartState = createCartState();
