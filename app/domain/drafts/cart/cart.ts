import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { type CostLine, costLine, goodsCents } from "#app/domain/orders/order-costs.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import { maxAmount, pieceLb, poundsOf } from "./amount.ts";
import { maxQuantity, toHundredths } from "./cart-on-every-page.ts";

export interface CartProduct extends Pick<ProductSummary, "id" | "name" | "category" | "slug"> {
  image: string | null;
  centsPerLb: Cents;
  soldBy: ProductSummary["soldBy"];
  /** Pounds with two decimals, e.g. "1.25"; null if and only if it is sold by the pound. */
  typicalPieceLb: string | null;
  /** Percent by which the packed weight may exceed the ordered one. */
  overCapPct: number;
  taxCode: ProductSummary["taxCode"];
}

type StoredProduct = Omit<CartProduct, "centsPerLb"> & {
  /** Dollars per lb, at most two decimals. */
  price: number;
};

/** A cart has one line per product id. */
export interface CartItem {
  product: CartProduct;
  /**
   * Pounds, up to `maxQuantity`, at most two decimals. At least 1 if sold by the pound; `pieces` ×
   * the typical weight if sold by the piece.
   */
  quantity: number;
  /** Whole pieces, at least 1; set if and only if the product is sold by the piece. */
  pieces?: number;
}

/**
 * The response of `GET /api/cart?ids=a,b,c`: the requested products that are still for sale, in any
 * order. Errors must use an error status, as an empty list means "none for sale".
 */
export interface CartProductsResponse {
  products: StoredProduct[];
}

/** The query of `GET /api/cart` for the lines of the request's cookie, as `CartItem[]`. */
export const ofCookie = "cookie";

/** Also the maximum number of ids in one refresh. */
export const maxLines = 100;

/** Rounds pounds to two decimals and clamps them to the allowed range. */
export function clampQuantity(quantity: number): number {
  return Math.min(maxQuantity, Math.max(1, toHundredths(quantity)));
}

export function toCartProduct(product: ProductSummary): CartProduct {
  return {
    id: product.id,
    name: product.name,
    image: product.imageUrl,
    centsPerLb: toCents(product.pricePerLb),
    category: product.category,
    slug: product.slug,
    soldBy: product.soldBy,
    typicalPieceLb: pieceLb(product),
    overCapPct: product.overCapPct,
    taxCode: product.taxCode,
  };
}

export function storedProduct({ centsPerLb, ...product }: CartProduct): StoredProduct {
  return { ...product, price: centsPerLb / 100 };
}

/** Returns lines in the format of local storage. */
export function storedLines(items: readonly CartItem[]) {
  return items.map(({ product, ...line }) => ({ product: storedProduct(product), ...line }));
}

/** Returns a line's pieces, or its pounds. */
export function amountOf({ quantity, pieces = quantity }: CartItem): number {
  return pieces;
}

/** Returns a line with a finite amount, rounded and clamped to the allowed range. */
export function cartLine(product: CartProduct, amount: number): CartItem {
  if (product.soldBy === "lb") return { product, quantity: clampQuantity(amount) };
  const pieces = Math.min(maxAmount(product), Math.max(1, Math.round(amount)));
  return { product, quantity: poundsOf(product, pieces), pieces };
}

/** Returns a line with so many pounds; pieces are rounded to the nearest whole number. */
export function cartLineOfPounds(product: CartProduct, quantity: number): CartItem {
  return cartLine(product, quantity / Number(product.typicalPieceLb ?? 1));
}

/**
 * Converts a line to the product's present unit. A new typical weight keeps the number of pieces; a
 * new unit keeps the pounds about the same.
 */
export function restatedLine(item: CartItem, product: CartProduct): CartItem {
  return item.product.soldBy === product.soldBy
    ? cartLine(product, amountOf(item))
    : cartLineOfPounds(product, item.quantity);
}

/**
 * Adds to a product's amount, up to the limit, or appends a line. Returns the same array if the
 * amount isn't positive or a limit is reached.
 */
export function addItem(
  items: readonly CartItem[],
  product: CartProduct,
  amount = 1,
): readonly CartItem[] {
  if (!Number.isFinite(amount) || amount <= 0) return items;
  const present = items.find((item) => item.product.id === product.id);
  if (present) {
    // The amount is in the product's unit on its page.
    const { soldBy, typicalPieceLb } = product;
    const line = restatedLine(present, { ...present.product, soldBy, typicalPieceLb });
    return withLine(items, cartLine(line.product, amountOf(line) + amount));
  }
  if (items.length >= maxLines) return items;
  return [...items, cartLine(product, amount)];
}

/** Adds another cart's lines for products that are missing, up to `maxLines`. */
export function withMissing(
  items: readonly CartItem[],
  others: readonly CartItem[],
): readonly CartItem[] {
  const known = new Set(items.map(({ product }) => product.id));
  const missing = others.filter(({ product }) => !known.has(product.id));
  return missing.length === 0 ? items : [...items, ...missing].slice(0, maxLines);
}

/** Sets a line's amount, up to the limit; below 1 removes the line. Ignores NaN. */
export function setAmount(
  items: readonly CartItem[],
  id: string,
  amount: number,
): readonly CartItem[] {
  if (Number.isNaN(amount)) return items;
  if (amount < 1) return removeItem(items, id);
  const present = items.find((item) => item.product.id === id);
  return present ? withLine(items, cartLine(present.product, amount)) : items;
}

/** Replaces the product's line. Returns the same array if nothing changes. */
function withLine(items: readonly CartItem[], line: CartItem): readonly CartItem[] {
  const isOf = (item: CartItem) => item.product.id === line.product.id;
  const changes = items.some(
    (item) => isOf(item) && (item.quantity !== line.quantity || item.pieces !== line.pieces),
  );
  return changes ? items.map((item) => (isOf(item) ? line : item)) : items;
}

/** Removes a product's line. Returns the same array if there is none. */
export function removeItem(items: readonly CartItem[], id: string): readonly CartItem[] {
  const rest = items.filter((item) => item.product.id !== id);
  return rest.length === items.length ? items : rest;
}

export function costOf({ product, quantity }: CartItem): CostLine {
  return costLine({ ...product, pricePerLb: toDollars(product.centsPerLb) }, quantity);
}

/** Returns the lines except those of `unavailable` products. */
export function orderableItems(
  items: readonly CartItem[],
  unavailable: ReadonlySet<string>,
): readonly CartItem[] {
  return items.filter((item) => !unavailable.has(item.product.id));
}

export function subtotalCents(items: readonly CartItem[]): Cents {
  return goodsCents(items.map(costOf));
}
