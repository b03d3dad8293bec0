import type { ProductSummary } from "#app/features/catalog/product.ts";
import { lineTotalCents, sumCents } from "#app/lib/line-totals.ts";
import { toCents } from "#app/lib/money.ts";
import { maxQuantity, toHundredths } from "./cart-on-every-page.ts";

/** A product as stored in the cart (specification, section 3) and returned by `GET /api/cart`. */
export interface CartProduct {
  id: string;
  name: string;
  image: string | null;
  /** Dollars per lb, at most two decimals. */
  price: number;
  category: string | null;
  slug: string;
}

/** One cart line, exactly as stored in local storage: an array with one entry per product id. */
export interface CartItem {
  product: CartProduct;
  /** Pounds, from 1 to `maxQuantity`, at most two decimals. */
  quantity: number;
}

/**
 * The response of `GET /api/cart?ids=a,b,c`: the requested products that are still for sale, in any
 * order. Errors must use an error status, never an empty list, which means "none for sale".
 */
export interface CartProductsResponse {
  products: CartProduct[];
}

/** Maximum number of cart lines, and so of ids in one refresh. */
export const maxLines = 100;

/** Rounds a finite number of pounds to two decimals and clamps it to the allowed range. */
export function clampQuantity(quantity: number): number {
  return Math.min(maxQuantity, Math.max(1, toHundredths(quantity)));
}

/** Converts a page's product to a cart product. */
export function toCartProduct(product: ProductSummary): CartProduct {
  return {
    id: product.id,
    name: product.name,
    image: product.imageUrl,
    price: Number(product.pricePerLb),
    category: product.category,
    slug: product.slug,
  };
}

/**
 * Adds to a product's quantity, up to the limit, or appends a new line. Returns the same array if
 * nothing changes: the amount isn't positive, or a limit is reached.
 */
export function addItem(
  items: readonly CartItem[],
  product: CartProduct,
  amount = 1,
): readonly CartItem[] {
  if (!Number.isFinite(amount) || amount <= 0) return items;
  const present = items.find((item) => item.product.id === product.id);
  if (present) return setQuantity(items, product.id, present.quantity + amount);
  if (items.length >= maxLines) return items;
  return [...items, { product, quantity: clampQuantity(amount) }];
}

/** Sets a line's pounds, capped at the limit; below 1 removes the line. Ignores NaN. */
export function setQuantity(
  items: readonly CartItem[],
  id: string,
  quantity: number,
): readonly CartItem[] {
  if (Number.isNaN(quantity)) return items;
  if (quantity < 1) return removeItem(items, id);
  const wanted = clampQuantity(quantity);
  const changes = items.some((item) => item.product.id === id && item.quantity !== wanted);
  if (!changes) return items;
  return items.map((item) => (item.product.id === id ? { ...item, quantity: wanted } : item));
}

/** Removes a product's line. Returns the same array when there is none. */
export function removeItem(items: readonly CartItem[], id: string): readonly CartItem[] {
  const rest = items.filter((item) => item.product.id !== id);
  return rest.length === items.length ? items : rest;
}

/** Line total in cents. */
export function lineCents({ product, quantity }: CartItem): number {
  return lineTotalCents(toCents(product.price), quantity);
}

/** Lines that can still be ordered. `unavailable` holds ids of products no longer for sale. */
export function orderableItems(
  items: readonly CartItem[],
  unavailable: ReadonlySet<string>,
): readonly CartItem[] {
  return items.filter((item) => !unavailable.has(item.product.id));
}

/** Total of all lines in cents. */
export function subtotalCents(items: readonly CartItem[]): number {
  return sumCents(items, lineCents);
}
