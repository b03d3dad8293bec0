import { and, eq, isNotNull, isNull, not, or } from "drizzle-orm";
import { isOrderHeld, orders } from "#db/schema/orders.ts";

const pending = eq(orders.status, "pending");
const packed = eq(orders.status, "fulfilled");

/**
 * Where an open order is seen: one that is placed and not handed over, cancelled or delivered. Lists
 * and counts go by these conditions alone, so that they agree and no open order is in no list; a new
 * client's is in two. For queries of `orders`.
 */
export const seenAt = {
  /** The packing list, under its day or "Without a day". A new client's is confirmed before it is finished. */
  packing: and(pending, not(isOrderHeld)),
  /** Waits for somebody to confirm or release it. */
  held: and(pending, or(orders.isNewClient, isOrderHeld)),
  /** Goes out with the run of its day. */
  run: and(packed, isNotNull(orders.deliveryDay)),
  /** Nobody brings it: it is handed over, or gets a day. */
  counter: and(packed, isNull(orders.deliveryDay)),
};
