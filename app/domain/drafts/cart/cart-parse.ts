import { taxCodes } from "#app/content/taxes.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import {
  amountOf,
  type CartItem,
  type CartProduct,
  cartLine,
  cartLineOfPounds,
  maxLines,
  restatedLine,
} from "./cart.ts";

const maxNameLength = 200;
const maxAddressLength = 2_048;
/** Maximum of the database's numeric(10,2). */
const maxPriceCents = 9_999_999_999;
/** The limits of a typical piece's weight, as checked in db/schema/products.ts. */
const pieceLb = { least: 0.05, most: 1_000 };
/** The largest percent by which the packed weight may exceed the ordered one (checked there, too). */
const maxOverCapPct = 30;
/** The shop's default over-cap, used if a stored cart has none or an invalid one. */
const usualOverCapPct = 10;

/** Restricted, as ids and slugs are used in URLs. */
const keyPattern = /^[\w-]{1,100}$/;

/**
 * Parses a stored cart. Throws a SyntaxError if it isn't JSON. Valid JSON is untrusted too:
 * quantities are clamped, lines of a product merged, and invalid lines dropped.
 */
export function parseCart(text: string): CartItem[] {
  const stored: unknown = JSON.parse(text);
  if (!Array.isArray(stored)) return [];
  // A Map, as an id such as "__proto__" is unsafe as an object key.
  const lines = new Map<string, CartItem>();
  for (const entry of stored) {
    const line = parseLine(entry);
    if (!line) continue;
    const present = lines.get(line.product.id);
    if (present) {
      const { product } = present;
      const amount = amountOf(present) + amountOf(restatedLine(line, product));
      lines.set(product.id, cartLine(product, amount));
    } else if (lines.size < maxLines) lines.set(line.product.id, line);
  }
  return [...lines.values()];
}

/** Parses the response of `GET /api/cart`. Throws a TypeError if `products` isn't an array. */
export function parseCartProducts(answer: unknown): CartProduct[] {
  const products = asRecord(answer)?.products;
  if (!Array.isArray(products)) throw new TypeError("Unexpected response from GET /api/cart");
  return products.map(parseProduct).filter((product) => product !== null);
}

function parseLine(value: unknown): CartItem | null {
  const line = asRecord(value);
  const product = parseProduct(line?.product);
  const quantity = parseNumber(line?.quantity);
  if (!product || quantity === null) return null;
  const pieces = product.soldBy === "piece" ? parseNumber(line?.pieces) : null;
  return pieces === null ? cartLineOfPounds(product, quantity) : cartLine(product, pieces);
}

function parseProduct(value: unknown): CartProduct | null {
  const product = asRecord(value);
  const id = parseKey(product?.id);
  const name = parseName(product?.name);
  const centsPerLb = parsePrice(product?.price);
  if (!product || id === null || name === null || centsPerLb === null) return null;
  return {
    id,
    name,
    image: parseImage(product.image),
    centsPerLb,
    category: parseKey(product.category),
    slug: parseKey(product.slug) ?? id,
    ...parseSelling(product),
    overCapPct: parseOverCap(product.overCapPct),
    taxCode: parseTaxCode(product.taxCode),
  };
}

/** Older carts were stored when products were only sold by the pound. */
function parseSelling({ soldBy, typicalPieceLb: lb }: Record<string, unknown>) {
  const isWeight = typeof lb === "string" && /^\d{1,4}\.\d\d$/.test(lb);
  const isPiece =
    soldBy === "piece" && isWeight && Number(lb) >= pieceLb.least && Number(lb) <= pieceLb.most;
  return isPiece
    ? ({ soldBy, typicalPieceLb: lb } as const)
    : ({ soldBy: "lb", typicalPieceLb: null } as const);
}

function parseOverCap(value: unknown): number {
  const percent = parseNumber(value) ?? usualOverCapPct;
  return Number.isInteger(percent) && percent >= 0 && percent <= maxOverCapPct
    ? percent
    : usualOverCapPct;
}

/** Carts stored before tax codes held only food, which is zero-rated (Z). */
function parseTaxCode(value: unknown): CartProduct["taxCode"] {
  return taxCodes.find((code) => code === value) ?? "Z";
}

function parseNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
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

function parsePrice(value: unknown): Cents | null {
  if (typeof value !== "number") return null;
  const cents = Math.round(value * 100);
  return cents >= 0 && cents <= maxPriceCents ? cents : null;
}

/** Accepts site paths and http(s) URLs only. */
function parseImage(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maxAddressLength) return null;
  return /^\/(?![/\\])|^https?:\/\//i.test(value) ? value : null;
}
