import { formatCents } from "#app/lib/money.ts";
import type { CartItem } from "../cart.ts";
import { subtotalCents } from "../cart-amounts.ts";

/**
 * What the Checkout button does while no card payment provider is connected: logs the cart in the
 * browser and says so (specification, section 1). Browser only.
 */
export function checkOut(items: readonly CartItem[]): void {
  console.info("Checkout:", { items, subtotal: formatCents(subtotalCents(items)) });
  window.alert("Checkout will be integrated with a card payment provider.");
}
