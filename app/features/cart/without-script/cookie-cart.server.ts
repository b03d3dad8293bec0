import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import type { RequestContext } from "#app/context.server.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { addField, amountField } from "#app/domain/drafts/cart/amount.ts";
import {
  addItem,
  amountOf,
  type CartItem,
  cartLine,
  cartLineOfPounds,
  removeItem,
  setAmount,
  toCartProduct,
} from "#app/domain/drafts/cart/cart.ts";
import { cartPath } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { addedToast } from "#app/domain/drafts/cart/cart-toasts.ts";
import type { PastOrder } from "#app/domain/drafts/order-again.ts";
import { isNone, readQuantity, unitOf } from "#app/domain/orders/order-quantity.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { type CartAnswer, cartField } from "./cart-answer.ts";
import { cartCookie, cartRequestCookie, readCartCookie, readCartRequest } from "./cart-cookie.ts";

/** Routes pass in the look-up of products, because the catalogue is another feature. */
type CartServices = Pick<RequestContext, "db" | "siteUrl"> & {
  productsByIds: (db: Database, ids: readonly string[]) => Promise<ProductSummary[]>;
};

export interface CookieCart {
  items: readonly CartItem[];
  /** Names of products left out because they are no longer sold. */
  gone: string[];
  /** True if something in the cookie was unreadable and left out. */
  isDamaged: boolean;
}

/** Reads the cart from the request's cookie, at today's prices. Anyone may call it. */
export async function readCookieCart(
  { db, productsByIds }: Pick<CartServices, "db" | "productsByIds">,
  request: Request,
): Promise<CookieCart> {
  const { lines, isDamaged } = readCartCookie(request.headers.get("cookie"));
  if (lines.length === 0) return { items: [], gone: [], isDamaged };
  const ids = lines.map(({ productId }) => productId);
  const sold = await productsByIds(db, ids);
  const items = itemsOf(lines, sold);
  const missing = ids.filter((id) => !sold.some((product) => product.id === id));
  const gone = missing.length === 0 ? [] : await namesOf(db, missing);
  return { items, gone, isDamaged: isDamaged || gone.length < missing.length };
}

/** Returns the lines whose products are sold, in the unit of sale. */
function itemsOf(
  lines: readonly { productId: string; quantity: number; pieces?: number | undefined }[],
  sold: readonly ProductSummary[],
): CartItem[] {
  const byId = new Map(sold.map((product) => [product.id, toCartProduct(product)]));
  return lines.flatMap(({ productId, quantity, pieces }) => {
    const product = byId.get(productId);
    if (!product) return [];
    const isCounted = product.soldBy === "piece" && pieces !== undefined;
    return [isCounted ? cartLine(product, pieces) : cartLineOfPounds(product, quantity)];
  });
}

/**
 * Returns the `Set-Cookie` header of a cart with everything of a past order that is still sold, and
 * the names of products no longer sold (`isAll` if that is the whole order). For a product in both,
 * the cart's line stays. A browser with JavaScript moves the lines into its own cart.
 */
export async function cartWithOrder(
  services: CartServices,
  request: Request,
  { items: ordered }: Pick<PastOrder, "items">,
): Promise<{ cookie: string; left: string[]; isAll: boolean }> {
  const { items } = await readCookieCart(services, request);
  const lines = ordered.flatMap(({ productId, quantity, orderedPieces }) =>
    productId && !items.some(({ product }) => product.id === productId)
      ? [{ productId, quantity: Number(quantity), pieces: orderedPieces ?? undefined }]
      : [],
  );
  const sold = await services.productsByIds(
    services.db,
    lines.map(({ productId }) => productId),
  );
  const there = new Set([...items.map(({ product }) => product.id), ...sold.map(({ id }) => id)]);
  const left = ordered.filter(({ productId }) => productId === null || !there.has(productId));
  return {
    cookie: keepCart([...items, ...itemsOf(lines, sold)], services),
    left: [...new Set(left.map(({ productName }) => productName))],
    isAll: left.length === ordered.length,
  };
}

async function namesOf(db: Database, ids: string[]): Promise<string[]> {
  const found = await db
    .select({ name: products.name })
    .from(products)
    .where(inArray(products.id, ids));
  return found.map(({ name }) => name);
}

/** Returns the `Set-Cookie` header that stores these lines. */
export function keepCart(items: readonly CartItem[], { siteUrl }: Pick<CartServices, "siteUrl">) {
  const lines = items.map(({ product, quantity, pieces }) => ({
    productId: product.id,
    quantity,
    ...(pieces !== undefined && { pieces }),
  }));
  return cartCookie(lines, siteUrl.startsWith("https:"));
}

/** Returns the headers that empty the cart once its order is placed. */
export function forgetCart(services: Pick<CartServices, "siteUrl">): Headers {
  const headers = new Headers({ "Set-Cookie": keepCart([], services) });
  headers.append("Set-Cookie", cartRequestCookie(null, services.siteUrl.startsWith("https:")));
  return headers;
}

/**
 * Returns the request id of the cart's order and the header that stores it. All tabs share the id,
 * so that a cart is placed only once.
 */
export function requestOfCart(request: Request, { siteUrl }: Pick<CartServices, "siteUrl">) {
  const id = readCartRequest(request.headers.get("cookie")) ?? randomUUID();
  return { id, cookie: cartRequestCookie(id, siteUrl.startsWith("https:")) };
}

type Changed = { to: string; cookie: string } | { refused: CartAnswer };

/**
 * Handles the forms that change the cart without JavaScript: on the product page and on the cart's
 * page. Writes only the browser's cookie. Anyone may call it.
 */
export async function changeCookieCart(
  services: CartServices,
  request: Request,
  fields: Record<string, string>,
): Promise<Changed> {
  const { items } = await readCookieCart(services, request);
  const keep = (kept: readonly CartItem[]) => keepCart(kept, services);
  const adding = fields[addField];
  if (adding !== undefined) {
    const [product] = await services.productsByIds(services.db, [adding]);
    if (!product) return { refused: { message: "This product is no longer sold." } };
    const amount = readAmount(fields[amountField] ?? "", product);
    if (typeof amount === "string") {
      return { refused: { message: `${product.name} was not added. ${amount}` } };
    }
    const added = toCartProduct(product);
    const after = addItem(items, added, amount);
    const { title, description, variant } = addedToast(items, after, added);
    if (variant) return { refused: { message: `${title}. ${description}` } };
    return { to: `${cartPath}?${cartField.added}=${product.id}`, cookie: keep(after) };
  }
  const intent = fields[cartField.intent];
  if (intent === "clear") return { to: cartPath, cookie: keep([]) };
  const dropped = fields[cartField.drop];
  let after: readonly CartItem[] = dropped ? removeItem(items, dropped) : items;
  const errors: Record<string, string> = {};
  for (const item of after) {
    const { id } = item.product;
    const typed = fields[cartField.amount(id)];
    if (typed === undefined || typed === String(amountOf(item))) continue;
    const amount = isNone(typed) ? 0 : readAmount(typed, item.product);
    if (typeof amount === "number") after = setAmount(after, id, amount);
    else if (!dropped) errors[id] = amount;
  }
  if (Object.keys(errors).length > 0) {
    return { refused: { message: "Please correct the marked amounts.", errors, values: fields } };
  }
  const isLeaving = intent === "checkout" && after.length > 0;
  return { to: isLeaving ? "/checkout" : cartPath, cookie: keep(after) };
}

/** Parses a typed amount of a product, or returns why it is invalid. */
function readAmount(
  typed: string,
  product: Pick<ProductSummary, "soldBy" | "typicalPieceLb">,
): number | string {
  const read = readQuantity(typed, unitOf(product));
  if ("error" in read) return read.error;
  const amount = read.pieces ?? Number(read.pounds);
  return amount < 1 ? "Enter at least 1 lb." : amount;
}
