import type { CartItem } from "#app/features/cart/cart.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import type { OrderItem } from "../order.ts";
import { formatPounds, maxQuantityLb, readPounds } from "../order-quantity.ts";
import { placeOrderPath } from "../placing/order-form.ts";
import { type DraftLine, type OrderableProduct, type OrderDraft, withLine } from "./order-draft.ts";

/** A past order, or a cart of the shop, as a new order begins with it. */
export interface OrderAgain {
  /** Null for the cart. */
  orderId: string | null;
  /** What is still sold, at today's prices. */
  lines: DraftLine[];
  /** The names of what is not. */
  gone: string[];
  /** What costs something else than it did then (or when it was put into the cart), dollars per lb. */
  repriced: { name: string; before: string; now: string }[];
  /** What was noted with it. */
  notes: string;
}

/** A draft that a past order was added to. */
interface AddedAgain {
  draft: OrderDraft;
  /** What both had, with the pounds together as they are written. */
  joined: { name: string; quantity: string }[];
}

/** What of a past order a new one begins with. */
type PastOrder = { id: string | null; notes: string } & {
  items: readonly Pick<OrderItem, "productId" | "productName" | "quantity" | "pricePerLb">[];
};

/** Where an order form opens that is filled with what an order had. */
export function orderAgainPath(orderId: string): string {
  return `${placeOrderPath}?again=${orderId}`;
}

/** Where an order form opens that is filled with the cart of the shop. */
export const orderCartPath = `${placeOrderPath}?cart=1`;

/** Begins an order with a cart of the shop. `products` is everything that is for sale. */
export function orderOfCart(
  cart: readonly CartItem[],
  products: readonly OrderableProduct[],
): OrderAgain {
  const items = cart.map(({ product, quantity }) => ({
    productId: product.id,
    productName: product.name,
    quantity: quantity.toFixed(2),
    pricePerLb: product.price.toFixed(2),
  }));
  return orderAgain({ id: null, notes: "", items }, products);
}

/** Begins a new order with the lines of a past one. `products` is everything that is for sale. */
export function orderAgain(
  { id, notes, items }: PastOrder,
  products: readonly OrderableProduct[],
): OrderAgain {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = new Map<string, DraftLine>();
  const repriced = new Map<string, OrderAgain["repriced"][number]>();
  const gone = new Set<string>();
  for (const { productId, productName, quantity, pricePerLb: before } of items) {
    const product = productId ? byId.get(productId) : undefined;
    if (!product) {
      gone.add(productName);
      continue;
    }
    const { name, pricePerLb: now } = product;
    lines.set(product.id, {
      productId: product.id,
      name,
      quantity: sumOf(quantity, lines.get(product.id)?.quantity ?? "0"),
      seenPricePerLb: now,
    });
    if (toCents(before) !== toCents(now)) repriced.set(product.id, { name, before, now });
  }
  return {
    ...{ orderId: id, notes: notes.trim(), lines: [...lines.values()] },
    ...{ gone: [...gone], repriced: [...repriced.values()] },
  };
}

/**
 * Adds a past order to a draft: pounds of the same product together, as far as a line goes, and its
 * notes below those that are there.
 */
export function startAgain(draft: OrderDraft, again: OrderAgain): AddedAgain {
  const joined: AddedAgain["joined"] = [];
  let added = draft;
  for (const line of again.lines) {
    const present = draft.lines.find(({ productId }) => productId === line.productId);
    if (!present) {
      added = { ...added, lines: [...added.lines, line] };
      continue;
    }
    const typed = readPounds(present.quantity);
    // What is no weight cannot be added to.
    const quantity = "pounds" in typed ? sumOf(typed.pounds, line.quantity) : line.quantity;
    added = withLine(added, { ...present, quantity });
    joined.push({ name: line.name, quantity });
  }
  return { draft: withNotes(added, again), joined };
}

function withNotes(draft: OrderDraft, { orderId, notes }: OrderAgain): OrderDraft {
  const own = draft.notes.trim();
  if (notes === "" || own.includes(notes)) return draft;
  return { ...draft, notes: own ? `${own}\n${notes}` : notes, notesFrom: orderId ?? "" };
}

/** Two weights of one product are one line now, as far as a line goes. */
function sumOf(one: string, other: string): string {
  const hundredths = Math.min(toCents(one) + toCents(other), maxQuantityLb * 100);
  return formatPounds(toDollars(hundredths));
}
