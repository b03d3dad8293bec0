import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { isPlaced } from "#db/schema/orders.ts";
import { arrivalNotices, boxMoves, stopEvents } from "#db/schema/stop-events.ts";
import type { RunState, StopState } from "#db/schema/values/deliveries.ts";
import { isJoinedSince } from "./joined-since.server.ts";
import { isLeftBehind } from "./left-behind.server.ts";

// Writes runs and their stops. Callers have locked them, and audit the change.

const timesOf = {
  planned: { departedAt: null },
  out: { departedAt: sql`now()` },
  done: { doneAt: sql`now()` },
};

/**
 * Sets a run's state.
 *
 * @param endedBy for a run that is done: who says that the driver is back
 */
export async function setRunState(
  tx: Transaction,
  runId: string,
  state: RunState,
  endedBy: string | null = null,
): Promise<void> {
  await tx
    .update(runs)
    .set({ state, endedBy, ...timesOf[state] })
    .where(eq(runs.id, runId));
}

export async function setRunDriver(tx: Transaction, runId: string, driver: string): Promise<void> {
  await tx.update(runs).set({ driver }).where(eq(runs.id, runId));
}

/** Records a stop's report. */
export async function insertStopEvent(
  tx: Transaction,
  event: Omit<typeof stopEvents.$inferInsert, "recordedAt">,
): Promise<void> {
  // `clock_timestamp()` follows the order of the stop's lock; the transaction's start does not.
  await tx.insert(stopEvents).values({ ...event, recordedAt: sql`clock_timestamp()` });
}

/** Records that a stop's client was told that the driver is near. */
export async function insertArrivalNotice(
  tx: Transaction,
  notice: Omit<typeof arrivalNotices.$inferInsert, "recordedAt">,
): Promise<void> {
  await tx.insert(arrivalNotices).values(notice);
}

/** Records which stop a box travels with. */
export async function insertBoxMove(
  tx: Transaction,
  move: typeof boxMoves.$inferInsert,
): Promise<void> {
  await tx.insert(boxMoves).values(move);
}

/** Marks a stop as visited, and ends the run if it was the last (`endIfVisited`). */
export async function visitStop(
  tx: Transaction,
  { id, runId }: { id: string; runId: string },
  state: Exclude<StopState, "waiting">,
  visitedAt: Date,
): Promise<void> {
  await tx.update(runStops).set({ state, visitedAt }).where(eq(runStops.id, id));
  await endIfVisited(tx, runId);
}

/**
 * Marks a stop as waiting again. A run that ended with its last stop goes on; one whose driver is
 * back stays over.
 */
export async function leaveStopWaiting(
  tx: Transaction,
  { id, runId }: { id: string; runId: string },
): Promise<void> {
  await tx.update(runStops).set({ state: "waiting", visitedAt: null }).where(eq(runStops.id, id));
  await goOn(tx, runId, isNull(runs.endedBy));
}

/** Resumes a run that is over: out again, or planned if it never left. */
export async function goOn(tx: Transaction, runId: string, which?: SQL): Promise<void> {
  await tx
    .update(runs)
    .set({
      state: sql`case when ${runs.departedAt} is null then 'planned' else 'out' end`,
      endedBy: null,
      doneAt: null,
    })
    .where(and(eq(runs.id, runId), eq(runs.state, "done"), which));
}

/**
 * Ends a run that takes no more bookings (past its cut-off, or sent out before it) once every stop
 * was visited. It goes on for orders that are still to be packed, were packed too late and aren't
 * decided on, joined a visited stop since, or weren't handed over at a stop with a delivery.
 */
async function endIfVisited(tx: Transaction, runId: string): Promise<void> {
  await tx
    .update(runs)
    .set({ state: "done", ...timesOf.done })
    .where(
      and(
        eq(runs.id, runId),
        ne(runs.state, "done"),
        or(eq(runs.state, "out"), sql`${runs.cutOffAt} <= now()`),
        sql`not ${isWaiting(runId)}`,
      ),
    );
}

const isWaiting = (runId: string) => sql`exists (
  select from run_stops join orders on orders.stop_id = run_stops.id
  where run_stops.run_id = ${runId} and ${isPlaced} and (run_stops.state = 'waiting'
    or orders.status = 'pending' or ${isLeftBehind} or ${isJoinedSince}
    or run_stops.state = 'delivered' and orders.status = 'fulfilled')
)`;
