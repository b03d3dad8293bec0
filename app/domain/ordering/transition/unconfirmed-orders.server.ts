import { and, eq, lte, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { forgetNetworks } from "#app/domain/customers/guests.server.ts";
import { lockOrder } from "#app/domain/orders/order-rows.server.ts";
import { byClock, changeOrderState, keepPlaces } from "#app/domain/orders/order-state.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Log } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { isBegun } from "../delivery/day-prices.server.ts";
import { releaseStop } from "../delivery/order-stop.server.ts";
import { queueUnconfirmedMails } from "../mails/queue-outcome-mails.server.ts";

// A guest's e-transfer order keeps its place for the owner's hours (payment settings), unless
// somebody proves the address (`proveGuest`), pays, or staff keep the place.

/** Seconds between checks for expired orders. */
const lookEvery = 5 * 60;

/**
 * Runs the job, in one process at a time, that cancels orders not confirmed in time and deletes the
 * networks of orders that are over.
 */
export function endUnconfirmed(
  jobs: JobRunner,
  { db, shop, log }: { db: Database; shop: Shop; log: Pick<Log, "info"> },
): Promise<void> {
  return jobs.repeat("unconfirmed-orders", lookEvery, async () => {
    const ended = await cancelUnconfirmed(db, shop);
    await forgetNetworks(db);
    if (ended.length > 0) {
      log.info({ orders: ended.length }, "cancelled orders whose address was not confirmed");
    }
  });
}

/**
 * Cancels every order that wasn't confirmed in time, releases its stop, and queues the emails to
 * guest and company. Orders that are being packed or have a payment stay. Idempotent.
 *
 * @returns the ids of the orders
 */
export async function cancelUnconfirmed(db: Database, shop: Shop, now = new Date()) {
  const isDue = and(
    eq(orders.status, "pending"),
    lte(orders.awaitsUntil, now),
    sql`not exists (select from ledger_entries
      where ledger_entries.customer_id = orders.customer_id and kind = 'payment')`,
  );
  const due = await db.select({ id: orders.id }).from(orders).where(isDue).orderBy(orders.id);
  const ended: string[] = [];
  for (const { id } of due) {
    const wasEnded = await transactionWithRetry(db, async (tx) => {
      // The packers' lock: packing can't begin meanwhile, and a confirmation comes before or after.
      if (!(await lockOrder(tx, id, isDue)) || (await isBegun(tx, id))) return false;
      const order = await changeOrderState(tx, byClock, "lapse", id);
      await releaseStop(tx, order);
      await queueUnconfirmedMails(tx, order, shop);
      return true;
    });
    if (wasEnded) ended.push(id);
  }
  return ended;
}

/**
 * Keeps the place of an order with an unconfirmed address, e.g. because the customer is known. Does
 * nothing if it doesn't wait. For staff who take orders.
 *
 * @returns true if it waited
 */
export function keepPlace(db: Database, staff: Staff<"sell">, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!isUuid(id) || !(await keepPlaces(tx, eq(orders.id, id)))) return false;
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: id.toLowerCase(),
      action: "place kept",
    });
    return true;
  });
}
