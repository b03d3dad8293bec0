import { parse, serialize } from "hono/utils/cookie";
import { isProductId } from "#app/domain/catalogue/product.ts";
import { maxLines } from "#app/domain/drafts/cart/cart.ts";
import { maxQuantity, storageKey } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { isUuid } from "#app/lib/uuid.ts";

// The cart of a browser without JavaScript, in a cookie. It needs no signature and no secrecy: it
// holds only what the visitor wants, and prices are looked up each time.

/** A line in the cookie; `quantity` and `pieces` as in `CartItem`. */
export interface CookieLine {
  productId: string;
  quantity: number;
  pieces?: number;
}

export interface CartCookie {
  lines: CookieLine[];
  /** True if some of it was unreadable and left out. */
  isDamaged: boolean;
}

/** Product id (16 bytes in base64url), hundredths of a pound, pieces. */
const linePattern = /^([\w-]{22})(\d{1,7})(?:p(\d{1,6}))?$/;

/** A full cart takes 3,700 characters; browsers keep 4,096. */
const maxLength = 4_000;

/** Seconds; a month from the last change. */
const lifetime = 30 * 24 * 60 * 60;

/** Parses a request's `Cookie` header, which may hold anything, in linear time. */
export function readCartCookie(header: string | null): CartCookie {
  const prefix = `${storageKey}=`;
  const own = (header ?? "").split(";").find((one) => one.trimStart().startsWith(prefix));
  const value = own?.trim().slice(prefix.length) ?? "";
  if (value === "") return { lines: [], isDamaged: false };
  if (value.length > maxLength) return { lines: [], isDamaged: true };
  const lines = new Map<string, CookieLine>();
  let isDamaged = false;
  for (const text of value.split(".")) {
    const line = readLine(text);
    if (!line || lines.has(line.productId) || lines.size === maxLines) isDamaged = true;
    else lines.set(line.productId, line);
  }
  return { lines: [...lines.values()], isDamaged };
}

function readLine(text: string): CookieLine | null {
  const [, id = "", hundredths, pieces] = linePattern.exec(text) ?? [];
  const productId = uuidOf(id);
  const quantity = Number(hundredths) / 100;
  if (!isProductId(productId) || !(quantity > 0 && quantity <= maxQuantity)) return null;
  if (pieces === undefined) return { productId, quantity };
  return Number(pieces) > 0 ? { productId, quantity, pieces: Number(pieces) } : null;
}

/**
 * Returns the `Set-Cookie` header that stores these lines, or deletes the cookie if there are none.
 * Not `HttpOnly`, because the browser's own cart reads and deletes it.
 */
export function cartCookie(lines: readonly CookieLine[], isHttps: boolean): string {
  const value = lines.slice(0, maxLines).map(writeLine).join(".");
  const age = value === "" ? 0 : lifetime;
  const secure = isHttps ? "; Secure" : "";
  return `${storageKey}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

const requestName = "cart-request";

/**
 * Reads the request id of the cart's order from a `Cookie` header, which may hold anything. The id
 * is shared by all tabs; null before the checkout.
 */
export function readCartRequest(header: string | null): string | null {
  const id = parse(header ?? "", requestName)[requestName] ?? "";
  return isUuid(id) ? id : null;
}

/** Returns the `Set-Cookie` header that stores a cart's request id, or deletes it (null). */
export function cartRequestCookie(id: string | null, isHttps: boolean): string {
  return serialize(requestName, id ?? "", {
    path: "/checkout",
    httpOnly: true,
    sameSite: "Lax",
    secure: isHttps,
    maxAge: id === null ? 0 : lifetime,
  });
}

function writeLine({ productId, quantity, pieces }: CookieLine): string {
  const id = Buffer.from(productId.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}${Math.round(quantity * 100)}${pieces === undefined ? "" : `p${pieces}`}`;
}

function uuidOf(id: string): string {
  const hex = Buffer.from(id, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
