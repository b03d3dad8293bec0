import type { CartItem } from "./cart.ts";

export interface CartState {
  items: readonly CartItem[];
  /** False on the server and until the browser has read its storage. */
  isLoaded: boolean;
  /** Ids of lines whose product is no longer for sale. */
  unavailable: ReadonlySet<string>;
  /** Ids of lines whose price changed; cleared when the drawer closes. */
  repriced: ReadonlySet<string>;
  /** Ids of lines with a new quantity for a new unit or piece weight; cleared with the drawer. */
  resized: ReadonlySet<string>;
}

/** The state before hydration: the server's HTML is the same for everyone. */
export const emptyCart: CartState = {
  items: [],
  isLoaded: false,
  unavailable: new Set(),
  repriced: new Set(),
  resized: new Set(),
};

/** The cart's state, read by React through `useSyncExternalStore`, and updated by the store. */
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
 * keep it even without storage. Never changed on the server.
 */
export const cartState = createCartState();
