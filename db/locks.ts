import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { databaseErrorOf } from "./database-error.ts";
import { customers } from "./schema/customers.ts";
import { runStops, runs } from "./schema/deliveries.ts";
import { orders } from "./schema/orders.ts";

// The one order in which rows are locked. Who needs several takes them in this order, also where a
// later step of the same transaction locks or updates them, so that no two wait for each other:
//
//  1. advisory locks of what has no row yet: a form's request id, a guest's address; then the session of
//     a till
//  2. orders, by id
//  3. customers
//  4. products, and what else prices come from; behind them their stock, by product
//  5. zones
//  6. runs, by id
//  7. stops
//  8. requests for credit
//  9. series of document numbers
// 10. card payments, by id
// 11. counts of mails to an address, with the mails
//
// Rows that nothing else is locked with (settings, imports, links, mails) have no place in it. "For no
// key update" is what an update takes; "for update" would also keep rows from being referred to.

/** Locks a name until the transaction ends, for what has no row yet. */
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
 * Locks a customer, and the one that stands for it: whoever books for one, or judges what it owes, goes
 * one after another.
 *
 * @returns whether there is one
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

/**
 * Locks a stop with the orders that go there and its run, which whoever changes a stop changes too; the
 * orders first.
 */
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

/** Two transactions waited for each other, or saw one another half: PostgreSQL ended this one. */
const endedForOthers = new Set(["40P01", "40001"]);

/**
 * Runs a transaction, and once more if the database ended it for another one's sake: what it had done is
 * undone then. For those that lock many kinds of rows, on which somebody waits; what it does outside the
 * database would happen twice.
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
