import { and, eq } from "drizzle-orm";
import type { ReportOf, ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import type { RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { insertStopMove, lockRouteOf } from "#app/domain/delivery/runs/stop-sequence.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { lockRuns } from "#db/locks.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { placeStop } from "../run-changes.server.ts";
import { happened, type Reporter } from "./reported-stop.server.ts";

/**
 * Moves a stop within the run, and in the zone's next runs, as the driver asks.
 *
 * @throws Refusal if the stop has left the run, or both its new neighbours have
 */
export async function recordPlace(
  tx: Transaction,
  by: Reporter,
  { runId, linkId }: RunDriver,
  { requestId, stopId, afterId, beforeId, at }: ReportOf<"place">,
): Promise<void> {
  await lockRouteOf(tx, runId);
  await lockRuns(tx, runId);
  const own = and(eq(runStops.id, stopId), eq(runStops.runId, runId));
  if ((await tx.$count(runStops, own)) === 0) {
    throw new Refusal<ReportRefusal>(
      "gone",
      "This stop is no longer on your run. The order of the others is as it was.",
    );
  }
  const move = { requestId, stopId, linkId, movedAt: happened(at, by) };
  if (!(await insertStopMove(tx, move))) return;
  await placeStop(tx, runId, stopId, { after: afterId, before: beforeId }, by.audit);
}
