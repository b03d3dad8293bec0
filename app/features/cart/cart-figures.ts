// Cart arithmetic that every page needs. The rest (lines and money) is in cart.ts, which is loaded
// with the cart.

/** Maximum pounds of one product in an order (design, section 5). */
export const maxQuantity = 10_000;

/** Rounds pounds to hundredths, to remove floating-point errors such as 1.1 + 2.2. */
export function toHundredths(quantity: number): number {
  return Math.round(quantity * 100) / 100;
}

/** The sum of the quantities (specification, section 9). */
export function itemCount(items: readonly { quantity: number }[]): number {
  return toHundredths(items.reduce((sum, item) => sum + item.quantity, 0));
}

const countFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** "1 item", "3 items", "1,200 items", for the drawer's title and the button's name. */
export function formatItemCount(count: number): string {
  const unit = count === 1 ? "item" : Number.isInteger(count) ? "items" : "lb";
  return `${countFormat.format(count)} ${unit}`;
}
