import type { ProductSummary } from "#app/features/catalog/product.ts";
import { maxQuantity, toHundredths } from "./cart-figures.ts";

/** A product as a cart keeps it (specification, section 3), and as `GET /api/cart` answers it. */
export interface CartProduct {
  id: string;
  name: string;
  image: string | null;
  /** Dollars per lb, at most two decimals. */
  price: number;
  category: string | null;
  slug: string;
}

/** One line of the cart: exactly what stands in local storage, in an array, one per product id. */
export interface CartItem {
  product: CartProduct;
  /** Pounds, from 1 to `maxQuantity`, at most two decimals. */
  quantity: number;
}

/**
 * What `GET /api/cart?ids=a,b,c` answers: those of the asked products that are still for sale, in any
 * order. A failure must be a failed status, never an empty list, which would mean "all gone".
 */
export interface CartProductsResponse {
  products: CartProduct[];
}

/** Lines a cart may have, which is also how many ids one refresh asks for. */
export const maxLines = 100;

/** A finite number of pounds, brought to two decimals and into what a line may hold. */
export function clampQuantity(quantity: number): number {
  return Math.min(maxQuantity, Math.max(1, toHundredths(quantity)));
}

/** What goes into the cart of a product on a page. */
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
 * Raises the quantity of a product already present, up to the limit, or appends it. Returns the same
 * array when nothing changes: an amount that is not above 0, the limit reached, no line left.
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

/** Sets a line's pounds, held at the limit; below 1 removes the line. Not a number changes nothing. */
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
