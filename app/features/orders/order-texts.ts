import { formatCents } from "#app/lib/money.ts";

/** What an order's refusals and its form say alike. */
export const notSold = "No longer sold. Remove it to place the order.";
/** What is said of an order that is below the minimum (both in cents); null of any other. */
export function belowMinimum(cents: number, minimumCents: number): string | null {
  if (cents >= minimumCents) return null;
  const missing = formatCents(minimumCents - cents);
  return `The minimum order is ${formatCents(minimumCents)}. Please add ${missing} more.`;
}

export const reloadPage = "Please reload the page and try again.";
