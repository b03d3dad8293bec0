import { type CartItem, type CartProduct, cartLine } from "./cart.ts";

/** For tests, like everything in this file. */
export function cartProduct(overrides: Partial<CartProduct> = {}): CartProduct {
  return {
    id: "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e10",
    name: "Ribeye Steak",
    image: null,
    centsPerLb: 2499,
    category: "prime-rib",
    slug: "ribeye-steak",
    soldBy: "lb",
    typicalPieceLb: null,
    overCapPct: 10,
    taxCode: "Z",
    ...overrides,
  };
}

export function cartItem(quantity: number, overrides: Partial<CartProduct> = {}): CartItem {
  return { product: cartProduct(overrides), quantity };
}

/** Returns a line of pieces of about 1.25 lb. */
export function pieceItem(pieces: number, overrides: Partial<CartProduct> = {}): CartItem {
  const product = cartProduct({ soldBy: "piece", typicalPieceLb: "1.25", ...overrides });
  return cartLine(product, pieces);
}

/** Returns the n-th of many product ids, valid as UUIDs. */
export function productId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
