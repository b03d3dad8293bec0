import { formatCents } from "#app/lib/money.ts";
import type { CartItem } from "../cart.ts";
import { subtotalCents } from "../cart-amounts.ts";

/**
 * Placeholder for Checkout while no card payment provider is connected: logs the cart in the
 * browser and shows a toast (specification, section 1). Browser only.
 */
export function checkOut(items: readonly CartItem[]): void {
  console.info("Checkout:", { items, subtotal: formatCents(subtotalCents(items)) });
  window.alert("Checkout will be integrated with a card payment provider.");
}
