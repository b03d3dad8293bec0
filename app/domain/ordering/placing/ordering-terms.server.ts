import { and, desc, ne } from "drizzle-orm";
import type { Client, Staff } from "#app/domain/access/capability.ts";
import { dayOfRun } from "#app/domain/delivery/booking.server.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { ownedBy } from "#app/domain/orders/lists/order-queries.server.ts";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { getTerms, minimumOf } from "../holding/customer-terms.server.ts";
import { type PoQuestion, poQuestion, type UsedPoNumber } from "./po-number.ts";

/** How many recent orders are searched for the same purchase order number. */
const lookBack = 200;

export interface OrderingTerms {
  po: PoQuestion;
  /** The numbers of the latest orders, newest first; empty if the form doesn't ask for one. */
  usedPoNumbers: UsedPoNumber[];
  minOrderCents: number;
  isInactive: boolean;
}

/** Returns the terms of a client; `shopMinimumCents` applies without a minimum of their own. */
export async function orderingTerms(
  db: Database,
  client: Client,
  shopMinimumCents: number,
): Promise<OrderingTerms> {
  const terms = await getTerms(db, client.customerId);
  const po = poQuestion(terms, pacificDay(new Date()));
  const isAsked = po.kind === "optional" || po.kind === "required";
  return {
    po,
    usedPoNumbers: isAsked ? await usedPoNumbers(db, client) : [],
    minOrderCents: minimumOf(terms, shopMinimumCents),
    isInactive: terms.inactiveAt !== null,
  };
}

/**
 * Returns an order's minimum in cents: the higher of its client's own (else the shop's) and its
 * delivery day's. For staff, who may go below it.
 */
export async function minimumOfOrder(
  db: Database,
  _staff: Staff<"orders"> | Staff<"sell">,
  { customerId, runId }: Pick<AdminOrder, "customerId" | "runId">,
  shopMinimumCents: number,
): Promise<number> {
  const terms = await getTerms(db, customerId);
  const day = runId === null ? undefined : await db.transaction((tx) => dayOfRun(tx, runId));
  const judged = { estimateCents: 0, isShared: false };
  return deliveryTerms(day, { ...judged, shopMinimumCents: minimumOf(terms, shopMinimumCents) })
    .minimumCents;
}

function usedPoNumbers(db: Database, client: Client): Promise<UsedPoNumber[]> {
  return db
    .select({ poNumber: orders.poNumber, orderId: orders.id, orderNumber: orders.number })
    .from(orders)
    .where(and(ownedBy(client), ne(orders.poNumber, ""), ne(orders.status, "cancelled")))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(lookBack);
}
