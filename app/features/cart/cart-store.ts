import { addItem, type CartItem, type CartProduct, removeItem, setQuantity } from "./cart.ts";
import { fetchCartProducts, refreshItems } from "./cart-refresh.ts";
import { cartState } from "./cart-state.ts";
import { readCart, writeCart } from "./cart-storage.ts";
import { watchCart } from "./cart-watch.ts";

/** Opening the drawer again within this time does not ask the shop again. */
const refreshIntervalMs = 30_000;

/** The browser's parts of the cart, replaceable in tests. */
const browser = {
  held: cartState,
  readCart,
  writeCart,
  watchCart,
  fetchProducts: fetchCartProducts,
};

/**
 * The cart of one page: its changes, its storage, what the shop says of it. The browser is not touched
 * before `start` or the first change. What it knows is `held` for React.
 */
export function createCartStore({
  held,
  readCart,
  writeCart,
  watchCart,
  fetchProducts,
}: typeof browser = browser) {
  let checked: ReadonlySet<string> = new Set();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  function load() {
    if (held.get().isLoaded) return;
    held.update({ items: readCart() ?? [], isLoaded: true });
    watchCart(() => {
      const items = readCart();
      if (items) held.update({ items });
    });
  }

  function save(items: readonly CartItem[]) {
    if (items === held.get().items) return;
    writeCart(items);
    held.update({ items });
  }

  async function askShop() {
    const asked = held.get().items.map((item) => item.product.id);
    const products = await fetchProducts(asked);
    const { items, unavailable, repriced } = refreshItems(held.get().items, asked, products);
    checked = new Set(asked);
    checkedAt = Date.now();
    held.update({ unavailable, repriced: new Set([...held.get().repriced, ...repriced]) });
    save(items);
  }

  /**
   * Brings names, prices and availability up to date from the shop, at most every 30 seconds unless
   * there is a line it was never asked about. A failure leaves the cart as it is.
   */
  function refresh(): Promise<void> {
    const isFresh =
      Date.now() - checkedAt < refreshIntervalMs &&
      held.get().items.every((item) => checked.has(item.product.id));
    if (held.get().items.length === 0 || isFresh) return Promise.resolve();
    refreshing ??= askShop()
      .catch(() => undefined)
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  return {
    /** Reads the stored cart, follows other tabs from then on, and refreshes. */
    start() {
      load();
      void refresh();
    },

    /** Returns the lines as they were and as they are now. */
    add(product: CartProduct, amount?: number) {
      load();
      const before = held.get().items;
      save(addItem(before, product, amount));
      return { before, after: held.get().items };
    },

    setQuantity(id: string, quantity: number) {
      load();
      save(setQuantity(held.get().items, id, quantity));
    },

    remove(id: string) {
      load();
      save(removeItem(held.get().items, id));
    },

    clear() {
      load();
      if (held.get().items.length > 0) save([]);
    },

    refresh,

    /** The owner has seen the changed prices. */
    acknowledgePrices() {
      if (held.get().repriced.size > 0) held.update({ repriced: new Set() });
    },
  };
}
