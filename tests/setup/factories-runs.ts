import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { daysAfter, pacificDay, pacificMoment } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { insertOrder } from "./factories.ts";

/** A run of today, in a zone of its own; its cut-off was the afternoon before. */
export async function insertRun(
  db: Database,
  {
    zone,
    ...overrides
  }: Partial<typeof runs.$inferInsert> & { zone?: Partial<typeof zones.$inferInsert> } = {},
): Promise<typeof runs.$inferSelect> {
  const date = overrides.date ?? pacificDay(new Date());
  const name = `Sample Zone ${randomUUID().slice(0, 8)}`;
  const [made] = overrides.zoneId
    ? [{ id: overrides.zoneId }]
    : await db
        .insert(zones)
        .values({ name, ...zone })
        .returning();
  if (!made) throw new Error("Nothing was inserted");
  const cutOffAt = pacificMoment(daysAfter(date, -1), "14:00");
  const [run] = await db
    .insert(runs)
    .values({ cutOffAt, ...overrides, zoneId: made.id, date })
    .returning();
  if (!run) throw new Error("Nothing was inserted");
  return run;
}

/**
 * A stop of a run at a customer's only site, with an order; its address is a copy. Of a second order
 * for the same stop, name it.
 */
export async function insertStop(
  db: Database,
  run: { id: string; date: string },
  customerId: string,
  {
    stopId,
    rank = 0,
    ...order
  }: Partial<typeof orders.$inferInsert> & { stopId?: string; rank?: number } = {},
) {
  const placed = await insertOrder(db, customerId, { deliveryName: "Sample Bistro", ...order });
  const [stop] = stopId
    ? [{ id: stopId }]
    : await db
        .insert(runStops)
        .values({ runId: run.id, customerId, shipToId: placed.shipToId, rank })
        .returning();
  if (!stop) throw new Error("Nothing was inserted");
  const [booked] = await db
    .update(orders)
    .set({
      ...{ runId: run.id, stopId: stop.id, deliveryKind: "delivery", deliveryDay: run.date },
      ...{ deliveryFrom: "08:00", deliveryTo: "12:00" },
      ...{ deliveryAddress: "100 Sample Street, Abbotsford, BC", deliveryPostalCode: "V2S1A2" },
      ...{ deliveryPhone: "604-555-0142", deliveryNotes: "Ring at the back door." },
    })
    .where(eq(orders.id, placed.id))
    .returning();
  if (!booked) throw new Error("Nothing was updated");
  return { stopId: stop.id, order: booked };
}
