import { addItem, type CartItem, type CartProduct, removeItem, setQuantity } from "./cart.ts";
import { fetchCartProducts, refreshItems } from "./cart-refresh.ts";
import { readCart, watchCart, writeCart } from "./cart-storage.ts";

/** Opening the drawer again within this time does not ask the shop again. */
const refreshIntervalMs = 30_000;

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

/** The browser's parts of the cart, replaceable in tests. */
const browser = { readCart, writeCart, watchCart, fetchProducts: fetchCartProducts };

/**
 * The cart of one page: its state, its changes, its storage. React reads it through
 * `useSyncExternalStore`; the browser is not touched before `start` or the first change.
 */
export function createCartStore({
  readCart,
  writeCart,
  watchCart,
  fetchProducts,
}: typeof browser = browser) {
  let state = emptyCart;
  const listeners = new Set<() => void>();
  let checked: ReadonlySet<string> = new Set();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  function update(change: Partial<CartState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function load() {
    if (state.isLoaded) return;
    update({ items: readCart() ?? [], isLoaded: true });
    watchCart(() => {
      const items = readCart();
      if (items) update({ items });
    });
  }

  function save(items: readonly CartItem[]) {
    if (items === state.items) return;
    writeCart(items);
    update({ items });
  }

  async function askShop() {
    const asked = state.items.map((item) => item.product.id);
    const products = await fetchProducts(asked);
    const { items, unavailable, repriced } = refreshItems(state.items, asked, products);
    checked = new Set(asked);
    checkedAt = Date.now();
    update({ unavailable, repriced: new Set([...state.repriced, ...repriced]) });
    save(items);
  }

  /**
   * Brings names, prices and availability up to date from the shop, at most every 30 seconds unless
   * there is a line it was never asked about. A failure leaves the cart as it is.
   */
  function refresh(): Promise<void> {
    const isFresh =
      Date.now() - checkedAt < refreshIntervalMs &&
      state.items.every((item) => checked.has(item.product.id));
    if (state.items.length === 0 || isFresh) return Promise.resolve();
    refreshing ??= askShop()
      .catch(() => undefined)
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    getState: () => state,

    /** Reads the stored cart, follows other tabs from then on, and refreshes. */
    start() {
      load();
      void refresh();
    },

    /** Returns the lines as they were and as they are now. */
    add(product: CartProduct, amount?: number) {
      load();
      const before = state.items;
      save(addItem(before, product, amount));
      return { before, after: state.items };
    },

    setQuantity(id: string, quantity: number) {
      load();
      save(setQuantity(state.items, id, quantity));
    },

    remove(id: string) {
      load();
      save(removeItem(state.items, id));
    },

    clear() {
      load();
      if (state.items.length > 0) save([]);
    },

    refresh,

    /** The owner has seen the changed prices. */
    acknowledgePrices() {
      if (state.repriced.size > 0) update({ repriced: new Set() });
    },
  };
}

/**
 * The cart of this browser page. It outlives the provider, so that an error page or a visit to the
 * back office loses nothing where the browser refuses to store. A server never changes it.
 */
export const cartStore = createCartStore();
