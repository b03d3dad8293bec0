import { and, eq, gte } from "drizzle-orm";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Transaction } from "#db/database.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { dayOn } from "../days.ts";
import { readDeliveryRules } from "../delivery-rules.server.ts";

/** Locks all zones against other changes of zones and days, and bookings that create a run. */
export async function lockRules(tx: Transaction): Promise<void> {
  await tx.select({ id: zones.id }).from(zones).orderBy(zones.id).for("no key update");
}

/** Updates planned runs from today on to changed rules. Call it after `lockRules` and changes. */
export async function alignRuns(tx: Transaction): Promise<void> {
  const { zones: served, exceptions } = await readDeliveryRules(tx);
  const planned = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.state, "planned"), gte(runs.date, pacificDay(new Date()))))
    .orderBy(runs.id)
    .for("no key update");
  for (const run of planned) {
    const zone = served.find(({ id }) => id === run.zoneId);
    const day = zone && dayOn(zone, exceptions, run.date);
    const wanted = day
      ? {
          isClosed: false,
          cutOffAt: day.cutOffAt,
          capStops: day.capStops,
          capLb: day.capLb === null ? null : toPounds(hundredthsLb(day.capLb)),
          capBoxes: day.capBoxes,
        }
      : { ...run, isClosed: true };
    const isSame =
      run.isClosed === wanted.isClosed &&
      run.cutOffAt.getTime() === wanted.cutOffAt.getTime() &&
      run.capStops === wanted.capStops &&
      run.capLb === wanted.capLb &&
      run.capBoxes === wanted.capBoxes;
    if (isSame) continue;
    const { isClosed, cutOffAt, capStops, capLb, capBoxes } = wanted;
    await tx
      .update(runs)
      .set({ isClosed, cutOffAt, capStops, capLb, capBoxes })
      .where(eq(runs.id, run.id));
  }
}
