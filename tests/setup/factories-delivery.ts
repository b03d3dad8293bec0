import { randomUUID } from "node:crypto";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";

type ZoneDay = Partial<typeof zoneDays.$inferInsert>;

/**
 * A zone that delivers every day from 8 to 12, ordered for until noon of the day before, for any
 * order, free and without limits; unless said otherwise.
 */
export async function insertZone(
  db: Database,
  {
    prefixes = [],
    day = {},
    weekdays = [1, 2, 3, 4, 5, 6, 7],
    ...zone
  }: Partial<typeof zones.$inferInsert> & {
    prefixes?: string[];
    day?: ZoneDay;
    weekdays?: number[];
  } = {},
): Promise<typeof zones.$inferSelect> {
  const [inserted] = await db
    .insert(zones)
    .values({ name: `Zone ${randomUUID()}`, ...zone })
    .returning();
  if (!inserted) throw new Error("Nothing was inserted");
  const zoneId = inserted.id;
  if (prefixes.length > 0) {
    await db.insert(zonePrefixes).values(prefixes.map((prefix) => ({ prefix, zoneId })));
  }
  const hours = {
    cutOffDaysBefore: 1,
    cutOffTime: "12:00",
    windowFrom: "08:00",
    windowTo: "12:00",
  };
  if (weekdays.length > 0) {
    await db
      .insert(zoneDays)
      .values(weekdays.map((weekday) => ({ ...hours, ...day, zoneId, weekday })));
  }
  return inserted;
}

/** The Pacific day in so many days, by the clock of this machine. */
export function dayIn(days: number): string {
  return daysAfter(pacificDay(new Date()), days);
}
