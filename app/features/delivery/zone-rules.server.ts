import { asc, eq, gte, sql } from "drizzle-orm";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { toCents } from "#app/lib/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { dayExceptions, zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import type { DayException, DayRule, ZoneRules } from "./days.ts";

/** Everything that decides which days are offered. */
export interface DeliveryRules {
  /** The active zones that have days, by name. */
  zones: ZoneRules[];
  exceptions: DayException[];
  /** The database's clock, by which bookings are judged. */
  now: Date;
}

/** Cut-offs are moved over the exceptions before a day, so those of the past weeks count too. */
const exceptionsBack = 90;

/** Reads the rules in force from the tables. */
export async function readDeliveryRules(db: Database | Transaction): Promise<DeliveryRules> {
  const active = await db
    .select({
      id: zones.id,
      name: zones.name,
      kind: zones.kind,
      place: zones.place,
      wholesaleOnly: zones.wholesaleOnly,
      now: sql`now()`.mapWith(zones.createdAt).as("at"),
    })
    .from(zones)
    .where(eq(zones.isActive, true))
    .orderBy(asc(zones.name));
  const [first] = active;
  if (!first) return { zones: [], exceptions: [], now: new Date() };
  const days = await db.select().from(zoneDays).orderBy(asc(zoneDays.weekday));
  const prefixes = await db.select().from(zonePrefixes);
  const since = daysAfter(pacificDay(first.now), -exceptionsBack);
  const exceptions = await db.select().from(dayExceptions).where(gte(dayExceptions.date, since));
  const rules = active.map(({ now: _, ...zone }) => ({
    ...zone,
    prefixes: prefixes.filter(({ zoneId }) => zoneId === zone.id).map(({ prefix }) => prefix),
    days: days.filter(({ zoneId }) => zoneId === zone.id).map(asRule),
  }));
  return { zones: rules.filter((zone) => zone.days.length > 0), exceptions, now: first.now };
}

function asRule(row: typeof zoneDays.$inferSelect): DayRule {
  const {
    zoneId: _,
    cutOffTime,
    windowFrom,
    windowTo,
    capLb,
    minOrder,
    fee,
    freeFrom,
    ...rule
  } = row;
  return {
    ...rule,
    cutOffTime: hourAndMinute(cutOffTime),
    windowFrom: hourAndMinute(windowFrom),
    windowTo: hourAndMinute(windowTo),
    capLb: capLb === null ? null : toCents(capLb),
    minOrder: toCents(minOrder),
    fee: toCents(fee),
    freeFrom: freeFrom === null ? null : toCents(freeFrom),
  };
}

/** "14:00:00" → "14:00" */
function hourAndMinute(time: string): string {
  return time.slice(0, 5);
}
