import { and, eq, isNotNull, isNull, not, or } from "drizzle-orm";
import { isOrderHeld, orders } from "#db/schema/orders.ts";

const pending = eq(orders.status, "pending");
const packed = eq(orders.status, "fulfilled");

/**
 * Conditions on `orders` for the lists that an open order (placed, but not cancelled or delivered)
 * appears in. Lists and counts share these, so that they agree and miss no open order. A new
 * client's order that isn't on hold is in two lists, `packing` and `held`.
 */
export const seenAt = {
  /** The packing list. A new client's order can be packed, but finished only once confirmed. */
  packing: and(pending, not(isOrderHeld)),
  /** Waiting to be confirmed or released. */
  held: and(pending, or(orders.isNewClient, isOrderHeld)),
  /** Packed for a day: goes out with that day's run. */
  run: and(packed, isNotNull(orders.deliveryDay)),
  /** Packed without a day: handed over at the counter, or waiting for a day. */
  counter: and(packed, isNull(orders.deliveryDay)),
};
