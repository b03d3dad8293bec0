import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { daysAfter, pacificDay, pacificMoment } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { runStops, runs, type zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { insertOrder } from "../factories.ts";
import { insertZone } from "./deliveries.ts";

/** Inserts a run of today, by default in a new zone; its cut-off was the afternoon before. */
export async function insertRun(
  db: Database,
  {
    zone,
    date = pacificDay(new Date()),
    ...overrides
  }: Partial<typeof runs.$inferInsert> & { zone?: Partial<typeof zones.$inferInsert> } = {},
): Promise<typeof runs.$inferSelect> {
  const zoneId = overrides.zoneId ?? (await insertZone(db, zone)).id;
  const cutOffAt = pacificMoment(daysAfter(date, -1), "14:00");
  const [run] = await db
    .insert(runs)
    .values({ cutOffAt, ...overrides, zoneId, date })
    .returning();
  if (!run) throw new Error("Nothing was inserted");
  return run;
}

/**
 * Puts an order on a run, by default from 8 to 3; orders for the same site share a stop.
 *
 * @param rank of a new stop
 */
export async function putOnRun(
  db: Database,
  run: Pick<typeof runs.$inferSelect, "id" | "date">,
  { id, customerId, shipToId }: Pick<typeof orders.$inferSelect, "id" | "customerId" | "shipToId">,
  { rank, ...overrides }: Partial<typeof orders.$inferInsert> & { rank?: number } = {},
): Promise<typeof runStops.$inferSelect> {
  const [stop] = await db
    .insert(runStops)
    .values({ runId: run.id, customerId, shipToId, rank })
    .onConflictDoUpdate({
      target: [runStops.runId, runStops.customerId, runStops.shipToId],
      set: { customerId },
    })
    .returning();
  if (!stop) throw new Error("Nothing was inserted");
  await db
    .update(orders)
    .set({
      runId: run.id,
      stopId: stop.id,
      deliveryKind: "delivery",
      deliveryDay: run.date,
      deliveryFrom: "08:00",
      deliveryTo: "15:00",
      ...overrides,
    })
    .where(eq(orders.id, id));
  return stop;
}

/** Inserts a stop of a run at a customer's only site, with an order; its address is a copy. */
export async function insertStop(
  db: Database,
  run: Pick<typeof runs.$inferSelect, "id" | "date">,
  customerId: string,
  { rank, ...order }: Partial<typeof orders.$inferInsert> & { rank?: number } = {},
) {
  const placed = await insertOrder(db, customerId, { deliveryName: "Sample Bistro", ...order });
  const stop = await putOnRun(db, run, placed, {
    rank,
    deliveryTo: "12:00",
    deliveryAddress: "100 Sample Street, Abbotsford, BC",
    deliveryPostalCode: "V2S1A2",
    deliveryPhone: "604-555-0142",
    deliveryNotes: "Ring at the back door.",
  });
  const [booked] = await db.select().from(orders).where(eq(orders.id, placed.id));
  if (!booked) throw new Error("Nothing was updated");
  return { stopId: stop.id, order: booked };
}

/** Records a line as refused at its order's stop, by a member of staff. */
export async function refuseLine(
  db: Database,
  { stopId, orderItemId, lb }: { stopId: string; orderItemId: string; lb: string },
  recordedBy: string,
): Promise<void> {
  await db.insert(stopEvents).values({
    stopId,
    kind: "refused",
    orderItemId,
    refusedLb: lb,
    requestId: randomUUID(),
    happenedAt: new Date(),
    recordedBy,
  });
}
