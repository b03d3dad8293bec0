import type { CartItem } from "#app/features/cart/cart.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import type { OrderItem } from "../order.ts";
import { formatPounds, maxQuantityLb, readPounds } from "../order-quantity.ts";
import { placeOrderPath } from "../placing/order-form.ts";
import { type DraftLine, type OrderableProduct, type OrderDraft, withLine } from "./order-draft.ts";

/** A past order or the shop's cart, as the start of a new order. */
export interface OrderAgain {
  /** Null for the cart. */
  orderId: string | null;
  /** What is still sold, at today's prices. */
  lines: DraftLine[];
  /** Names of products that are no longer sold. */
  gone: string[];
  /**
   * Products whose price has changed since then (or since they went into the cart), dollars per lb.
   */
  repriced: { name: string; before: string; now: string }[];
  /** The order's notes. */
  notes: string;
}

/** A draft after a past order was added to it. */
interface AddedAgain {
  draft: OrderDraft;
  /** Products in both, with the combined quantity as typed text. */
  joined: { name: string; quantity: string }[];
}

/** The parts of a past order that a new one copies. */
type PastOrder = { id: string | null; notes: string } & {
  items: readonly Pick<OrderItem, "productId" | "productName" | "quantity" | "pricePerLb">[];
};

/** The order form, prefilled from a past order. */
export function orderAgainPath(orderId: string): string {
  return `${placeOrderPath}?again=${orderId}`;
}

/** The order form, prefilled from the shop's cart. */
export const orderCartPath = `${placeOrderPath}?cart=1`;

/** Starts an order from the shop's cart. `products` is everything for sale. */
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

/** Starts a new order from the lines of a past one. `products` is everything for sale. */
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
 * Adds a past order to a draft. Quantities of the same product are added together, up to the
 * maximum for a line; its notes go below the existing ones.
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
    // An invalid quantity can't be added to, so replace it.
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

/** Adds two weights of one product, capped at the maximum for a line. */
function sumOf(one: string, other: string): string {
  const hundredths = Math.min(toCents(one) + toCents(other), maxQuantityLb * 100);
  return formatPounds(toDollars(hundredths));
}
