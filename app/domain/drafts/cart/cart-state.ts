import type { CartItem } from "./cart.ts";

export interface CartState {
  items: readonly CartItem[];
  /** False on the server and until the browser has read its storage. */
  isLoaded: boolean;
  /** Ids of lines whose product is no longer for sale. */
  unavailable: ReadonlySet<string>;
  /** Ids of lines whose price changed; cleared when the drawer closes. */
  repriced: ReadonlySet<string>;
  /**
   * Ids of lines whose quantity changed, because the product is now sold in another way or a
   * piece's typical weight changed; cleared when the drawer closes.
   */
  resized: ReadonlySet<string>;
}

/** The initial state before hydration: the server's HTML is the same for everyone. */
export const emptyCart: CartState = {
  items: [],
  isLoaded: false,
  unavailable: new Set(),
  repriced: new Set(),
  resized: new Set(),
};

/** The cart's state. React reads it through `useSyncExternalStore`; the store updates it. */
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
 * This page's cart. It outlives the provider, so that error pages and visits to the back office
 * lose nothing even if storage is unavailable. Never changed on the server.
 */
export const cartState = createCartState();
