import { and, eq, isNotNull, isNull, not, or } from "drizzle-orm";
import { isOrderHeld, orders } from "#db/schema/orders.ts";

const pending = eq(orders.status, "pending");
const packed = eq(orders.status, "fulfilled");

/**
 * Conditions on `orders` that say which lists an open order appears in: one that is placed but not
 * cancelled or delivered. Lists and counts use only these, so that they agree and no open order is
 * missed; a new client's order is in two lists.
 */
export const seenAt = {
  /**
   * The packing list, under its day or "Without a day". A new client's order must be confirmed
   * before it is finished.
   */
  packing: and(pending, not(isOrderHeld)),
  /** Waiting to be confirmed or released. */
  held: and(pending, or(orders.isNewClient, isOrderHeld)),
  /** Goes out with the run of its day. */
  run: and(packed, isNotNull(orders.deliveryDay)),
  /** Packed without a day: it is handed over at the counter, or gets a day. */
  counter: and(packed, isNull(orders.deliveryDay)),
};
