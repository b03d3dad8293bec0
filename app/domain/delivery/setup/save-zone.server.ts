import type { Transaction } from "#db/database.ts";
import { zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";

/** Adds a zone without prefixes and days; returns its id. */
export async function insertZone(
  tx: Transaction,
  values: typeof zones.$inferInsert,
): Promise<string> {
  const [zone] = await tx.insert(zones).values(values).returning({ id: zones.id });
  if (!zone) throw new Error("The zone was not stored");
  return zone.id;
}

/** Stores the prefixes and days of a zone that has none. */
export async function insertZoneParts(
  tx: Transaction,
  zoneId: string,
  prefixes: readonly string[],
  days: readonly Omit<typeof zoneDays.$inferInsert, "zoneId">[],
): Promise<void> {
  if (prefixes.length > 0) {
    await tx.insert(zonePrefixes).values(prefixes.map((prefix) => ({ prefix, zoneId })));
  }
  if (days.length > 0) {
    await tx.insert(zoneDays).values(days.map((one) => ({ ...one, zoneId })));
  }
}
