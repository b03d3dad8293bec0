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

// A guest's order by e-transfer keeps its place for the hours that the owner sets (the payment
// settings), unless somebody proves to read its address (`proveGuest`), pays, or the staff keep it.

/** How often to look for orders whose time is over, in seconds. */
const lookEvery = 5 * 60;

/**
 * Cancels orders that were not confirmed in time, and forgets where those came from that are over, in
 * one process at a time.
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
 * Cancels every order whose time to confirm the address is over, releases its stop, and queues the
 * mails that tell the guest and the company; each order once, however often and late it is called.
 * One that is being packed, or that somebody has paid for, stays.
 *
 * @param now only if it is not now
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
      // As packers lock it: none begins meanwhile, and who confirms comes before or after.
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
 * Lets an order keep its place though nobody has confirmed its address: the customer is known, or was
 * called. Does nothing for an order that does not wait. For staff who take orders.
 *
 * @returns whether it waited
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
