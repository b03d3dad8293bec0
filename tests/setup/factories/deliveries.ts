import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";

/** Inserts a zone, without days or postal codes. */
export async function insertZone(
  db: Database,
  overrides: Partial<typeof zones.$inferInsert> = {},
): Promise<typeof zones.$inferSelect> {
  const values = { name: `Sample Zone ${randomUUID().slice(0, 8)}`, ...overrides };
  const [zone] = await db.insert(zones).values(values).returning();
  if (!zone) throw new Error("Nothing was inserted");
  return zone;
}

/** Inserts a zone with free delivery daily from 8 to 12, and its cut-off at noon the day before. */
export async function insertServedZone(
  db: Database,
  {
    prefixes = [],
    day = {},
    weekdays = [1, 2, 3, 4, 5, 6, 7],
    ...overrides
  }: Partial<typeof zones.$inferInsert> & {
    prefixes?: string[];
    /** What differs in the rule of each weekday. */
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

/** Invalid days in a day's form. */
export const impossibleDays = ["9999-99-99", "2027-02-30", "0000-00-00", "x"];

/** Returns the Pacific day this many days from now. */
export function dayIn(days: number): string {
  return daysAfter(pacificDay(new Date()), days);
}

/** Deactivates all zones and cancels their pending orders: a shared shop's orders need no day. */
export async function removeZones(db: Database): Promise<void> {
  await db
    .update(orders)
    .set({ status: "cancelled" })
    .where(and(isNotNull(orders.runId), eq(orders.status, "pending")));
  await db.delete(zonePrefixes);
  await db.update(zones).set({ isActive: false, name: sql`id::text` });
}
