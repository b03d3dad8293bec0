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
 * Aligns the card authorization with the order's current total (`alignAuthorization`), and tells
 * the client if that releases the order, since an earlier email reported a problem with their card.
 * Call it in a change's transaction, before the change's emails, which describe the final state.
 */
export async function alignAuthorizationAndTell(
  tx: Transaction,
  orderId: string,
  shop: Shop,
): Promise<void> {
  if (await alignAuthorization(tx, orderId)) await tellReleased(tx, orderId, shop);
}

/** Final step of every order change: `alignAuthorizationAndTell`, then `queueChangeMails`. */
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
