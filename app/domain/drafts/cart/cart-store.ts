import { isProductId } from "#app/domain/catalogue/product.ts";
import {
  addItem,
  type CartItem,
  type CartProduct,
  removeItem,
  restatedLine,
  setAmount,
  withMissing,
} from "./cart.ts";
import { hasCartCookie, watchCart } from "./cart-on-every-page.ts";
import { parseCartProducts } from "./cart-parse.ts";
import { cartState } from "./cart-state.ts";
import { fetchCartOfCookie, readCart, removeCartCookie, writeCart } from "./cart-storage.ts";

const timeoutMs = 10_000;

interface Refreshed {
  /** The same array if nothing changed. */
  items: readonly CartItem[];
  unavailable: Set<string>;
  repriced: Set<string>;
  /** Ids of lines whose quantity changed with the product's unit. */
  resized: Set<string>;
}

/** Fetches current products. Rejects on network errors and unexpected responses. Browser only. */
export async function fetchCartProducts(ids: readonly string[]): Promise<CartProduct[]> {
  const known = ids.filter(isProductId);
  if (known.length === 0) return [];
  const response = await fetch(`/api/cart?ids=${known.join(",")}`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`The cart refresh answered ${response.status}`);
  return parseCartProducts(await response.json());
}

/** Updates the lines from the response for the `asked` ids, but not lines added meanwhile. */
export function refreshItems(
  items: readonly CartItem[],
  asked: readonly string[],
  products: readonly CartProduct[],
): Refreshed {
  const current = new Map(products.map((product) => [product.id, product]));
  const unavailable = new Set(asked.filter((id) => !current.has(id)));
  const repriced = new Set<string>();
  const resized = new Set<string>();
  let changed = false;

  const refreshed = items.map((item) => {
    const product = current.get(item.product.id);
    if (!product || isSame(product, item.product)) return item;
    if (product.centsPerLb !== item.product.centsPerLb) repriced.add(product.id);
    if (!isSoldTheSame(product, item.product)) resized.add(product.id);
    changed = true;
    return restatedLine(item, product);
  });
  return { items: changed ? refreshed : items, unavailable, repriced, resized };
}

function isSame(a: CartProduct, b: CartProduct): boolean {
  return (
    a.name === b.name &&
    a.centsPerLb === b.centsPerLb &&
    a.image === b.image &&
    a.category === b.category &&
    a.slug === b.slug &&
    a.overCapPct === b.overCapPct &&
    a.taxCode === b.taxCode &&
    isSoldTheSame(a, b)
  );
}

function isSoldTheSame(a: CartProduct, b: CartProduct): boolean {
  return a.soldBy === b.soldBy && a.typicalPieceLb === b.typicalPieceLb;
}

/** Reopening the drawer within this time doesn't refresh the cart again. */
const refreshIntervalMs = 30_000;

/** Replaceable in tests. */
const browser = {
  held: cartState,
  readCart,
  writeCart,
  watchCart,
  fetchProducts: fetchCartProducts,
  cookie: { isThere: hasCartCookie, fetch: fetchCartOfCookie, remove: removeCartCookie },
};

/**
 * Changes, storage and refreshing of one page's cart. Doesn't touch the browser before `start` or
 * the first change. `held` is the state that React reads.
 */
export function createCartStore({
  held,
  readCart,
  writeCart,
  watchCart,
  fetchProducts,
  cookie,
}: typeof browser = browser) {
  let checked: ReadonlySet<string> = new Set();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;
  let isTaking = false;

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
    const before = held.get();
    const { items, ...found } = refreshItems(before.items, asked, products);
    checked = new Set(asked);
    checkedAt = Date.now();
    held.update({
      unavailable: found.unavailable,
      repriced: new Set([...before.repriced, ...found.repriced]),
      resized: new Set([...before.resized, ...found.resized]),
    });
    save(items);
  }

  /**
   * Refreshes names, prices and availability, at most every 30 seconds unless a line hasn't been
   * checked yet. Leaves the cart unchanged on failure.
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

  /**
   * Merges the lines added without JavaScript; the browser's line of a product wins. The cookie is
   * removed after they are stored, so that the next page retries after a failure.
   */
  async function takeCookie() {
    const lines = await cookie.fetch();
    load();
    // Another tab has merged it, or the cart was cleared.
    if (!cookie.isThere()) return;
    save(withMissing(held.get().items, lines));
    cookie.remove();
  }

  function loadFresh() {
    load();
    void refresh();
  }

  return {
    /** Loads the stored cart, merges the cookie's, follows other tabs, and refreshes. */
    start() {
      if (isTaking) return;
      if (!cookie.isThere()) return loadFresh();
      isTaking = true;
      takeCookie()
        .catch(() => undefined)
        .finally(() => {
          isTaking = false;
          loadFresh();
        });
    },

    /** Returns the lines before and after. */
    add(product: CartProduct, amount?: number) {
      load();
      const before = held.get().items;
      save(addItem(before, product, amount));
      return { before, after: held.get().items };
    },

    setAmount(id: string, amount: number) {
      load();
      save(setAmount(held.get().items, id, amount));
    },

    remove(id: string) {
      load();
      save(removeItem(held.get().items, id));
    },

    /** Puts a removed line back in its place, unless its product was added again since. */
    putBack(item: CartItem, at: number) {
      load();
      const { items } = held.get();
      if (items.some(({ product }) => product.id === item.product.id)) return;
      save(items.toSpliced(at, 0, item));
    },

    clear() {
      load();
      cookie.remove();
      if (held.get().items.length > 0) save([]);
    },

    refresh,

    acknowledgeChanges() {
      const { repriced, resized } = held.get();
      if (repriced.size + resized.size > 0)
        held.update({ repriced: new Set(), resized: new Set() });
    },
  };
}
