import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { daysAfter, pacificDay, pacificMoment } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { runStops, runs, zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";

/** A zone, without days or postal codes. */
export async function insertZone(
  db: Database,
  overrides: Partial<typeof zones.$inferInsert> = {},
): Promise<typeof zones.$inferSelect> {
  const values = { name: `Sample Zone ${randomUUID().slice(0, 8)}`, ...overrides };
  const [zone] = await db.insert(zones).values(values).returning();
  if (!zone) throw new Error("Nothing was inserted");
  return zone;
}

/**
 * A zone that is served every day from 8 to 12, ordered for until noon of the day before, for any
 * order, free and without limits; unless said otherwise.
 */
export async function insertServedZone(
  db: Database,
  {
    prefixes = [],
    day = {},
    weekdays = [1, 2, 3, 4, 5, 6, 7],
    ...overrides
  }: Partial<typeof zones.$inferInsert> & {
    prefixes?: string[];
    /** The rule of each weekday. */
    day?: Partial<typeof zoneDays.$inferInsert>;
    weekdays?: number[];
  } = {},
): Promise<typeof zones.$inferSelect> {
  const zone = await insertZone(db, overrides);
  const zoneId = zone.id;
  const times = {
    cutOffDaysBefore: 1,
    cutOffTime: "12:00",
    windowFrom: "08:00",
    windowTo: "12:00",
  };
  if (prefixes.length > 0) {
    await db.insert(zonePrefixes).values(prefixes.map((prefix) => ({ prefix, zoneId })));
  }
  if (weekdays.length > 0) {
    const rules = weekdays.map((weekday) => ({ ...times, ...day, zoneId, weekday }));
    await db.insert(zoneDays).values(rules);
  }
  return zone;
}

/** The Pacific day in so many days from now. */
export function dayIn(days: number): string {
  return daysAfter(pacificDay(new Date()), days);
}

/** A zone's run on a day, whose cut-off is at 2 p.m. of the day before. */
export async function insertRun(
  db: Database,
  zoneId: string,
  date: string,
  overrides: Partial<typeof runs.$inferInsert> = {},
): Promise<typeof runs.$inferSelect> {
  const cutOffAt = pacificMoment(daysAfter(date, -1), "14:00");
  const [run] = await db
    .insert(runs)
    .values({ cutOffAt, ...overrides, zoneId, date })
    .returning();
  if (!run) throw new Error("Nothing was inserted");
  return run;
}

/** Puts an order on a run, with a stop at its customer's site, from 8 to 3 unless said otherwise. */
export async function putOnRun(
  db: Database,
  run: typeof runs.$inferSelect,
  { id, customerId, shipToId }: Pick<typeof orders.$inferSelect, "id" | "customerId" | "shipToId">,
  overrides: Partial<typeof orders.$inferInsert> = {},
): Promise<typeof runStops.$inferSelect> {
  const [stop] = await db
    .insert(runStops)
    .values({ runId: run.id, customerId, shipToId })
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
