import type { Shop } from "#app/content/company.ts";
import { alignAuthorization } from "#app/domain/payments/order-payments.server.ts";
import type { Transaction } from "#db/database.ts";
import {
  type ChangedBy,
  type OrderChanges,
  queueChangeMails,
} from "../mails/queue-change-mails.server.ts";
import { tellReleased } from "../mails/queue-outcome-mails.server.ts";

/**
 * Brings the authorization of an order's card in line with what the order comes to (`alignAuthorization`), and tells
 * the client where that releases the order: they were told before that there was a problem with their
 * card. Called in the transaction of a change, by whoever may make it, before the mails of the change,
 * which say how the order stands after it.
 */
export async function alignAuthorizationAndTell(
  tx: Transaction,
  orderId: string,
  shop: Shop,
): Promise<void> {
  if (await alignAuthorization(tx, orderId)) await tellReleased(tx, orderId, shop);
}

/** What follows from a change of an order, after all else: `alignAuthorizationAndTell`, and `queueChangeMails`. */
export async function tellChange(
  tx: Transaction,
  orderId: string,
  changes: OrderChanges,
  by: ChangedBy,
  shop: Shop,
): Promise<boolean> {
  await alignAuthorizationAndTell(tx, orderId, shop);
  return queueChangeMails(tx, orderId, changes, by, shop);
}
