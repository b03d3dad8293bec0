import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { overCapacity, type RunLoad } from "./capacity.ts";

const loadColumns = {
  bookedStops: runs.bookedStops,
  capStops: runs.capStops,
  bookedLb: runs.bookedLb,
  capLb: runs.capLb,
  bookedBoxes: runs.bookedBoxes,
  capBoxes: runs.capBoxes,
};

/** A run's `RunLoad`, for queries that name `runs`. */
export const runLoad = sql<RunLoad>`json_build_object(
  'bookedStops', runs.booked_stops, 'capStops', runs.cap_stops,
  'bookedLb', runs.booked_lb::text, 'capLb', runs.cap_lb::text,
  'bookedBoxes', runs.booked_boxes, 'capBoxes', runs.cap_boxes)`;

/** The `RunLoad` of an order's run; null without one. For queries that name `orders`. */
export const loadOfOrdersRun = sql<RunLoad | null>`(select ${runLoad} from runs where runs.id = orders.run_id)`;

/** Returns a day's runs over capacity with the exceeded limits. The caller has checked access. */
export async function overCapacityOn(
  db: Database,
  date: string,
  zoneIds: readonly string[],
): Promise<{ zoneName: string; by: string }[]> {
  const found = await db
    .select({ zoneName: zones.name, ...loadColumns })
    .from(runs)
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(and(eq(runs.date, date), inArray(runs.zoneId, [...zoneIds])))
    .orderBy(zones.name);
  return found.flatMap(({ zoneName, ...load }) => {
    const by = overCapacity(load);
    return by ? [{ zoneName, by }] : [];
  });
}
