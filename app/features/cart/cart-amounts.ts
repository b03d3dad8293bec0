import { lineTotalCents, sumCents } from "#app/lib/amounts.ts";
import { toCents } from "#app/lib/money.ts";
import type { CartItem } from "./cart.ts";

/** Line total in cents. */
export function lineCents({ product, quantity }: CartItem): number {
  return lineTotalCents(toCents(product.price), quantity);
}

/** Lines that can still be ordered. `unavailable` holds ids of products no longer for sale. */
export function orderableItems(
  items: readonly CartItem[],
  unavailable: ReadonlySet<string>,
): readonly CartItem[] {
  return items.filter((item) => !unavailable.has(item.product.id));
}

/** Total of all lines in cents. */
export function subtotalCents(items: readonly CartItem[]): number {
  return sumCents(items, lineCents);
}
