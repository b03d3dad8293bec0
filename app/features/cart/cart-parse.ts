import { type CartItem, type CartProduct, clampQuantity, maxLines } from "./cart.ts";

const maxNameLength = 200;
const maxAddressLength = 2_048;
/** The most that the database's numeric(10,2) holds. */
const maxPriceCents = 9_999_999_999;

/** Ids and slugs stand in addresses, so nothing but these characters gets there. */
const keyPattern = /^[\w-]{1,100}$/;

/**
 * The cart of a stored text. Throws a SyntaxError when it is not JSON. What is JSON may still come
 * from anywhere, so lines that make sense are kept, quantities brought into bounds, lines of the
 * same product joined, and everything else left out.
 */
export function parseCart(text: string): CartItem[] {
  const stored: unknown = JSON.parse(text);
  if (!Array.isArray(stored)) return [];
  // A Map, because ids such as "__proto__" would reach into a plain object.
  const lines = new Map<string, CartItem>();
  for (const entry of stored) {
    const line = parseLine(entry);
    if (!line) continue;
    const present = lines.get(line.product.id);
    if (present) present.quantity = clampQuantity(present.quantity + line.quantity);
    else if (lines.size < maxLines) lines.set(line.product.id, line);
  }
  return [...lines.values()];
}

/** The products of an answer of `GET /api/cart`. Throws a TypeError when it has none. */
export function parseCartProducts(answer: unknown): CartProduct[] {
  const products = asRecord(answer)?.products;
  if (!Array.isArray(products)) throw new TypeError("Not an answer of the cart refresh");
  return products.map(parseProduct).filter((product) => product !== null);
}

function parseLine(value: unknown): CartItem | null {
  const line = asRecord(value);
  const product = parseProduct(line?.product);
  const quantity = line?.quantity;
  if (!product || typeof quantity !== "number" || !Number.isFinite(quantity)) return null;
  return { product, quantity: clampQuantity(quantity) };
}

function parseProduct(value: unknown): CartProduct | null {
  const product = asRecord(value);
  const id = parseKey(product?.id);
  const name = parseName(product?.name);
  const price = parsePrice(product?.price);
  if (!product || id === null || name === null || price === null) return null;
  return {
    id,
    name,
    image: parseImage(product.image),
    price,
    category: parseKey(product.category),
    slug: parseKey(product.slug) ?? id,
  };
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function parseKey(value: unknown): string | null {
  return typeof value === "string" && keyPattern.test(value) ? value : null;
}

function parseName(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const name = value
    .slice(0, maxNameLength)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return name === "" ? null : name;
}

function parsePrice(value: unknown): number | null {
  if (typeof value !== "number") return null;
  const cents = Math.round(value * 100);
  return cents >= 0 && cents <= maxPriceCents ? cents / 100 : null;
}

/** Pictures of this site and of the web; no script, no data, no other scheme. */
function parseImage(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maxAddressLength) return null;
  return /^\/(?![/\\])|^https?:\/\//i.test(value) ? value : null;
}
