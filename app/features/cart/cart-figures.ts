// What every page needs of the arithmetic of carts. The rest is in cart.ts (lines) and cart-amounts.ts
// (money), which are fetched with the cart itself.

/** Pounds of one product that an order may have (design, section 5). */
export const maxQuantity = 10_000;

/** Pounds without the binary dust that adding 1.1 and 2.2 leaves. */
export function toHundredths(quantity: number): number {
  return Math.round(quantity * 100) / 100;
}

/** The sum of the quantities (specification, section 9). */
export function itemCount(items: readonly { quantity: number }[]): number {
  return toHundredths(items.reduce((sum, item) => sum + item.quantity, 0));
}

const countFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** "1 item", "3 items", "1,200 items", as the drawer's title and the button's name say it. */
export function formatItemCount(count: number): string {
  const unit = count === 1 ? "item" : Number.isInteger(count) ? "items" : "lb";
  return `${countFormat.format(count)} ${unit}`;
}
