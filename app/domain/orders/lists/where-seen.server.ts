import { and, eq, isNotNull, isNull, not, or } from "drizzle-orm";
import { isOrderHeld, orders } from "#db/schema/orders.ts";

const pending = eq(orders.status, "pending");
const packed = eq(orders.status, "fulfilled");

/**
 * Conditions on `orders` for the lists that an open order (placed, but not cancelled or delivered)
 * appears in. Lists and counts use only these, so that they agree and miss no open order. A new
 * client's order is in two lists.
 */
export const seenAt = {
  /** The packing list. A new client's order must be confirmed before it is finished. */
  packing: and(pending, not(isOrderHeld)),
  /** Waiting to be confirmed or released. */
  held: and(pending, or(orders.isNewClient, isOrderHeld)),
  /** Goes out with its day's run. */
  run: and(packed, isNotNull(orders.deliveryDay)),
  /** Packed without a day: handed over at the counter, or waiting for a day. */
  counter: and(packed, isNull(orders.deliveryDay)),
};
