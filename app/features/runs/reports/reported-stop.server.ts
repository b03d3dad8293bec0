import { eq } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Transaction } from "#db/database.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { ReportRefusedError } from "./report.ts";

export const noSuchOrder = "There is no such order. Nothing was changed.";

/**
 * The stop that an order goes to; null of one that is picked up or has no day.
 *
 * @throws ReportRefusedError if there is no such order
 */
export async function stopOf(tx: Transaction, orderId: string): Promise<string | null> {
  const [order] = isUuid(orderId)
    ? await tx.select({ stopId: orders.stopId }).from(orders).where(eq(orders.id, orderId))
    : [];
  if (!order) throw new ReportRefusedError("gone", noSuchOrder);
  return order.stopId;
}

/** A stop, locked: of two who report of it or take back, the second sees what the first did. */
export async function lockStop(tx: Transaction, id: string) {
  if (!isUuid(id)) return undefined;
  const [stop] = await tx
    .select({
      id: runStops.id,
      runId: runStops.runId,
      customerId: runStops.customerId,
      state: runStops.state,
      visitedAt: runStops.visitedAt,
      kind: zones.kind,
    })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(eq(runStops.id, id))
    .for("update", { of: runStops });
  return stop;
}

export type Stop = NonNullable<Awaited<ReturnType<typeof lockStop>>>;
