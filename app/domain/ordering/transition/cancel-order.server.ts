import type { SQL } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { refuseLate } from "#app/domain/delivery/booking.server.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { ownedBy } from "#app/domain/orders/lists/order-queries.server.ts";
import { alreadyInState } from "#app/domain/orders/order-lifecycle.ts";
import { orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { lockOrder } from "#app/domain/orders/order-rows.server.ts";
import {
  actingAs,
  changeOrderState,
  type OrderActor,
} from "#app/domain/orders/order-state.server.ts";
import { voidOrderPayments } from "#app/domain/payments/order-payments.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { isBegun } from "../delivery/day-prices.server.ts";
import { saidTo } from "../delivery/day-refusal.server.ts";
import { beingPacked } from "../delivery/delivery-words.ts";
import { releaseStop } from "../delivery/order-stop.server.ts";
import { settleStop } from "../delivery/shared-stop-fee.server.ts";
import { lockTerms } from "../holding/customer-terms.server.ts";
import { queueCancelledMail } from "../mails/queue-outcome-mails.server.ts";
import { refuseOrder } from "../placing/order-rules.ts";
import { settleReopened } from "./reopen-order.server.ts";

/**
 * Cancels a pending order in the caller's transaction: releases its stop and its card, settles the
 * fee of the stop's remaining orders (`settleStop`), and queues the client's email.
 *
 * @throws Refusal as `changeOrderState`
 */
export async function cancelWithin(
  tx: Transaction,
  by: OrderActor,
  id: string,
  shop: Shop,
): Promise<void> {
  const order = await changeOrderState(tx, by, "cancel", id);
  await lockTerms(tx, order.customerId);
  await releaseStop(tx, order);
  await settleStop(tx, by, order, { id: order.id, number: order.number, how: "cancelled" }, shop);
  await voidOrderPayments(tx, order.id);
  await settleReopened(tx, by, order.id, null);
  const isByThem = by.as === "holder" || by.as === "customer";
  const byThem = isByThem ? { from: by.email, isRetail: by.as === "holder" } : null;
  await queueCancelledMail(tx, order, shop, byThem);
}

/** Cancels an order as `cancelWithin` does, for staff who take orders. */
export function cancelOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, (tx) => cancelWithin(tx, actingAs(staff, "sell"), id, shop));
}

/**
 * Cancels a retail order for the holder of its link, until its cut-off and before packing begins.
 * Customer and company are emailed.
 *
 * @throws Refusal if it is no longer pending, its cut-off has passed or it is being packed
 */
export function cancelLinkedOrder(db: Database, link: OrderLink, shop: Shop): Promise<void> {
  const byHolder = actingAs({ userId: null, email: link.email }, "holder");
  return cancelInTime(db, byHolder, link.orderId, shop);
}

/**
 * Cancels a client's own order as `cancelLinkedOrder` does. Staff who act for the client may call
 * it too; the company is not emailed then.
 *
 * @throws as `cancelLinkedOrder`, and if it isn't theirs; OrderRefusedError for members who may not
 *   order
 */
export async function cancelOwnOrder(
  db: Database,
  client: Client,
  id: string,
  shop: Shop,
): Promise<void> {
  if (!may(client, "order")) refuseOrder("account", roleMayNotOrder);
  const as = client.onBehalf ? "sell" : "customer";
  await cancelInTime(db, actingAs(client, as), id, shop, ownedBy(client));
}

function cancelInTime(
  db: Database,
  by: OrderActor,
  id: string,
  shop: Shop,
  allowed?: SQL,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    // Take the packers' lock, so that packing can't begin in the meantime.
    const seen = await lockOrder(tx, id, allowed);
    if (!seen) throw orderGone();
    if (seen.status !== "pending") throw new Refusal("not pending", alreadyInState(seen.status));
    if (await isBegun(tx, id)) throw new Refusal("being packed", beingPacked(shop.company));
    await refuseLate(tx, seen.runId).catch(saidTo(shop.company));
    await cancelWithin(tx, by, id, shop);
  });
}
