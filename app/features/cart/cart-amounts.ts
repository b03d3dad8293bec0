import { lineTotalCents, sumCents } from "#app/lib/amounts.ts";
import { toCents } from "#app/lib/money.ts";
import type { CartItem } from "./cart.ts";

/** Cents of one line. */
export function lineCents({ product, quantity }: CartItem): number {
  return lineTotalCents(toCents(product.price), quantity);
}

/** The lines that can still be ordered. `unavailable` holds ids of products no longer for sale. */
export function orderableItems(
  items: readonly CartItem[],
  unavailable: ReadonlySet<string>,
): readonly CartItem[] {
  return items.filter((item) => !unavailable.has(item.product.id));
}

/** Cents of all lines together. */
export function subtotalCents(items: readonly CartItem[]): number {
  return sumCents(items, lineCents);
}
