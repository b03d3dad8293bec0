import { toCents, toDollars } from "#app/lib/money.ts";
import type { OrderItem } from "./order.ts";
import type { DraftLine, OrderableProduct } from "./order-draft.ts";
import { placeOrderPath } from "./order-form.ts";
import { formatPounds, maxQuantityLb } from "./order-quantity.ts";

/** A past order as a new one begins with it. */
export interface OrderAgain {
  orderId: string;
  /** What is still sold, at today's prices. */
  lines: DraftLine[];
  /** The names of what is not. */
  gone: string[];
}

/** Where an order form opens that is filled with what an order had. */
export function orderAgainPath(orderId: string): string {
  return `${placeOrderPath}?again=${orderId}`;
}

/** Begins a new order with the lines of a past one. `products` is everything that is for sale. */
export function orderAgain(
  orderId: string,
  items: readonly Pick<OrderItem, "productId" | "productName" | "quantity">[],
  products: readonly OrderableProduct[],
): OrderAgain {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = new Map<string, DraftLine>();
  const gone = new Set<string>();
  for (const { productId, productName, quantity } of items) {
    const product = productId ? byId.get(productId) : undefined;
    if (!product) {
      gone.add(productName);
      continue;
    }
    lines.set(product.id, {
      productId: product.id,
      name: product.name,
      quantity: sumOf(quantity, lines.get(product.id)?.quantity ?? "0"),
      seenPricePerLb: product.pricePerLb,
    });
  }
  return { orderId, lines: [...lines.values()], gone: [...gone] };
}

/** Two weights of one product are one line now, as far as a line goes. */
function sumOf(one: string, other: string): string {
  const hundredths = Math.min(toCents(one) + toCents(other), maxQuantityLb * 100);
  return formatPounds(toDollars(hundredths));
}
