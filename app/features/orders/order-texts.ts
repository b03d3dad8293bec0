import { formatCents } from "#app/lib/money.ts";

/** Messages shared by the server's errors and the form. */
export const notSold = "No longer sold. Remove it to place the order.";
/** The message for an order below the minimum (both in cents); null if it isn't. */
export function belowMinimum(cents: number, minimumCents: number): string | null {
  if (cents >= minimumCents) return null;
  const missing = formatCents(minimumCents - cents);
  return `The minimum order is ${formatCents(minimumCents)}. Please add ${missing} more.`;
}

export const roleMayNotOrder =
  "Your role doesn't include placing orders. Please ask the owner of your account.";
export const noSite =
  "You have no site to order for at present. Please ask the owner of your account.";

export const reloadPage = "Please reload the page and try again.";
