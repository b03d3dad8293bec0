import { isProductId } from "#app/domain/catalogue/product.ts";
import { type CartItem, type CartProduct, restatedLine } from "./cart.ts";
import { parseCartProducts } from "./cart-parse.ts";

const timeoutMs = 10_000;

interface Refreshed {
  /** The same array if nothing changed. */
  items: readonly CartItem[];
  /** Requested ids that are no longer for sale. */
  unavailable: Set<string>;
  /** Ids of products whose price changed. */
  repriced: Set<string>;
  /** Ids of lines whose quantity changed because their product is sold in another way. */
  resized: Set<string>;
}

/**
 * Fetches current product data for these ids, skipping invalid ones. Rejects on network errors and
 * unexpected responses. Browser only.
 */
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

/**
 * Updates the lines from the response for the `asked` ids. The cart may have changed during the
 * request: lines that weren't asked about stay as they are.
 */
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
