import { orderNumber } from "#app/domain/orders/order.ts";
import {
  convertQuantity,
  orderedInWords,
  typedInWords,
  typedQuantity,
  unitOf,
} from "#app/domain/orders/order-quantity.ts";
import { noWish, type TypedWish } from "#app/domain/orders/wishes/wish.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import type { CartItem } from "./cart/cart.ts";
import {
  asSoldNow,
  type DraftLine,
  freeKey,
  lineLike,
  type OrderableProduct,
  type OrderDraft,
  placeOrderPath,
  sumTyped,
  withLine,
} from "./order-draft.ts";

/** A past order or the shop's cart from which a new order starts. */
export interface OrderAgain {
  /** Null for the cart. */
  orderId: string | null;
  orderNumber: number | null;
  /** The lines still sold, at today's prices and in today's units. */
  lines: DraftLine[];
  /** Products left out, and why. */
  gone: { name: string; why: string }[];
  /** Products with a new price since the order or the cart; dollars per lb. */
  repriced: { name: string; before: string; now: string }[];
  /** Products with a new unit since; quantities in words. */
  resold: { name: string; before: string; now: string }[];
  notes: string;
  allowsSubstitutes: boolean;
  callFirst: boolean;
}

interface AddedAgain {
  draft: OrderDraft;
  /** Products in both, with the combined quantity in words. */
  joined: { name: string; quantity: string }[];
}

/** The parts of a past order that a new one copies. */
export interface PastOrder {
  id: string | null;
  number: number | null;
  notes: string;
  allowsSubstitutes: boolean;
  callFirst: boolean;
  items: readonly PastItem[];
}

interface PastItem {
  productId: string | null;
  productName: string;
  /** Null if ordered by the pound. */
  orderedPieces: number | null;
  /** Pounds with two decimals; pieces count at their typical weight. */
  quantity: string;
  pricePerLb: string;
  /** Null for no wish; undefined if wishes aren't possible, as in the shop's cart. */
  wish?: TypedWish | null;
  /** True if it is still sold to anybody; undefined if unknown. */
  isSold?: boolean;
}

/** Names the source of an order within a sentence: "order 1042". */
export function sourceOf({ orderNumber: number }: Pick<OrderAgain, "orderNumber">): string {
  return number === null ? "your cart" : `order ${orderNumber(number)}`;
}

export function orderAgainPath(orderId: string): string {
  return `${placeOrderPath}?again=${orderId}`;
}

export const orderCartPath = `${placeOrderPath}?cart=1`;

/** As `orderAgain`, for the shop's cart. */
export function orderOfCart(
  cart: readonly (CartItem & { pieces?: number })[],
  products: readonly OrderableProduct[],
  later: readonly OrderableProduct[] = [],
): OrderAgain {
  const items = cart.map(({ product, quantity, pieces }) => ({
    productId: product.id,
    productName: product.name,
    orderedPieces: pieces ?? null,
    quantity: quantity.toFixed(2),
    pricePerLb: toDollars(product.centsPerLb),
  }));
  return orderAgain(
    { id: null, number: null, notes: "", allowsSubstitutes: false, callFirst: false, items },
    products,
    later,
  );
}

/**
 * Starts a new order from the lines of a past one.
 *
 * @param products everything for sale
 * @param later products offered only on a later day
 */
export function orderAgain(
  { id, number, notes, allowsSubstitutes, callFirst, items }: PastOrder,
  products: readonly OrderableProduct[],
  later: readonly OrderableProduct[] = [],
): OrderAgain {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines: DraftLine[] = [];
  const repriced = new Map<string, OrderAgain["repriced"][number]>();
  const resold = new Map<string, OrderAgain["resold"][number]>();
  const gone = new Map<string, string>();
  for (const item of items) {
    const product = item.productId ? byId.get(item.productId) : undefined;
    if (!product) {
      gone.set(item.productName, whyGone(item, later));
      continue;
    }
    const { id: productId, name, pricePerLb: now } = product;
    const wish = (item.wish === undefined ? product.usualWish : item.wish) ?? noWish;
    const present = lineLike(lines, { productId, wish });
    const before = { pounds: item.quantity, pieces: item.orderedPieces };
    const again = convertQuantity(before, product);
    const line = {
      key: freeKey(lines, productId),
      productId,
      name,
      wish,
      quantity: typedQuantity(again),
      seenUnit: unitOf(product),
      seenPricePerLb: now,
    };
    if (present) present.quantity = sumTyped(present, line.quantity, product);
    else lines.push(line);
    if (toCents(item.pricePerLb) !== toCents(now)) {
      repriced.set(productId, { name, before: item.pricePerLb, now });
    }
    if (before.pieces !== again.pieces || (again.pieces && before.pounds !== again.pounds)) {
      const then = orderedInWords(item);
      resold.set(productId, {
        name,
        before: then,
        now: typedInWords(line.quantity, line.seenUnit),
      });
    }
  }
  return {
    orderId: id,
    orderNumber: number,
    notes: notes.trim(),
    allowsSubstitutes,
    callFirst,
    lines,
    gone: [...gone].map(([name, why]) => ({ name, why })),
    repriced: [...repriced.values()],
    resold: [...resold.values()],
  };
}

function whyGone({ productId, isSold }: PastItem, later: readonly OrderableProduct[]): string {
  if (productId === null || isSold === false) return "no longer sold";
  if (later.some(({ id }) => id === productId)) return "sold on a later day only";
  return isSold ? "not on your price list" : "not available to you";
}

/**
 * Adds a past order to a draft. Lines of a product with the same wish are added up, in its present
 * unit and up to the maximum per line; the notes are appended.
 */
export function startAgain(
  draft: OrderDraft,
  again: OrderAgain,
  products: readonly OrderableProduct[],
): AddedAgain {
  const byId = new Map(products.map((product) => [product.id, product]));
  const joined: AddedAgain["joined"] = [];
  let added = {
    ...draft,
    allowsSubstitutes: draft.allowsSubstitutes || again.allowsSubstitutes,
    callFirst: draft.callFirst || again.callFirst,
  };
  for (const line of again.lines) {
    const present = lineLike(draft.lines, line);
    const product = byId.get(line.productId);
    if (!present || !product) {
      const key = freeKey(added.lines, line.productId);
      added = { ...added, lines: [...added.lines, { ...line, key }] };
      continue;
    }
    const { quantity: typed, unit } = asSoldNow(present, product);
    const quantity = sumTyped({ quantity: typed, seenUnit: unit }, line.quantity, product);
    added = withLine(added, { ...present, quantity, seenUnit: unit });
    joined.push({ name: line.name, quantity: typedInWords(quantity, unit) });
  }
  return { draft: withNotes(added, again), joined };
}

function withNotes(draft: OrderDraft, { orderNumber: from, notes }: OrderAgain): OrderDraft {
  const own = draft.notes.trim();
  if (notes === "" || own.includes(notes)) return draft;
  const notesFrom = from === null ? "" : orderNumber(from);
  return { ...draft, notes: own ? `${own}\n${notes}` : notes, notesFrom };
}
