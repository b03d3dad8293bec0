import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { databaseErrorOf } from "./database-error.ts";
import { customers } from "./schema/customers.ts";
import { runStops, runs } from "./schema/deliveries.ts";
import { orders } from "./schema/orders.ts";

// The order in which rows are locked. A transaction that needs several locks takes them in this
// order, including those of later updates, so that no two deadlock:
//
//  1. advisory locks of what has no row yet: a form's request id, a guest's address; then a till's
//     session
//  2. orders, by id
//  3. customers
//  4. products, and what else prices come from; then their stock, by product
//  5. zones
//  6. runs, by id
//  7. stops
//  8. requests for credit
//  9. series of document numbers
// 10. card payments, by id
// 11. counts of emails to an address, with the emails
//
// Rows that are never locked together with others (settings, imports, links, emails) have no place
// in it. "For no key update" is what an update takes; "for update" would also block references to
// the row.

/** Locks a name until the transaction ends, for things without a row. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Locks orders until the transaction ends. */
export async function lockOrders(tx: Transaction, ...ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id))
    .for("no key update");
}

/**
 * Locks a customer and the one it was merged into, which serializes the account's bookings.
 *
 * @returns whether it exists
 */
export async function lockCustomer(tx: Transaction, customerId: string): Promise<boolean> {
  const [found] = await tx
    .select({ mergedInto: customers.mergedInto })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for("no key update");
  if (found?.mergedInto) await lockCustomer(tx, found.mergedInto);
  return found !== undefined;
}

/** Locks runs until the transaction ends. */
export async function lockRuns(tx: Transaction, ...ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: runs.id })
    .from(runs)
    .where(inArray(runs.id, ids))
    .orderBy(asc(runs.id))
    .for("no key update");
}

/** Locks a stop with its orders (first) and its run, which a change of the stop changes too. */
export async function lockStopWhole(tx: Transaction, stopId: string): Promise<void> {
  const there = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.stopId, stopId))
    .orderBy(asc(orders.id));
  await lockOrders(tx, ...there.map(({ id }) => id));
  const own = eq(runStops.id, stopId);
  const [stop] = await tx.select({ runId: runStops.runId }).from(runStops).where(own);
  if (!stop) return;
  await lockRuns(tx, stop.runId);
  await tx.select({ id: runStops.id }).from(runStops).where(own).for("update");
}

/** Deadlock or serialization failure: PostgreSQL aborted this transaction. */
const endedForOthers = new Set(["40P01", "40001"]);

/**
 * Runs a transaction, and retries it once if the database aborted and rolled it back because of
 * another one. For transactions that lock many kinds of rows while a user waits; side effects
 * outside the database would happen twice.
 */
export async function transactionWithRetry<Result>(
  db: Database,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(run);
  } catch (error) {
    if (!endedForOthers.has(databaseErrorOf(error)?.code ?? "")) throw error;
    return db.transaction(run);
  }
}
