import { and, asc, eq, inArray } from "drizzle-orm";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { deliverByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { endRun, sendOut, setDriver } from "#app/features/runs/run-changes.server.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import type { Zone } from "../open-sample.ts";
import { type Life, shop, type Task, unlessRefused } from "./life.ts";

/** The valley's driver leaves at half past nine, the south's and the city's at one. */
export function deliveries(life: Life): Task[] {
  const { valley, south, city, pickup } = life.zones;
  return [
    { at: 9 * 60 + 30, kind: "sent out", does: () => drive(life, valley, "Dale", [10, 5]) },
    { at: 10 * 60 + 50, kind: "on the way", does: () => drive(life, valley, "Dale", [12, 99]) },
    { at: 13 * 60, kind: "sent out", does: () => drive(life, south, "Ty", [10, 99]) },
    { at: 13 * 60 + 30, kind: "sent out", does: () => drive(life, city, "Ty", [11, 99]) },
    { at: 16 * 60, kind: "fetched", does: () => handOver(life, pickup) },
    { at: 18 * 60, kind: "ended", does: () => endAll(life) },
  ];
}

async function runOf({ db, today }: Life, zone: Zone) {
  const [run] = await db
    .select({ id: runs.id, state: runs.state })
    .from(runs)
    .where(and(eq(runs.zoneId, zone.id), eq(runs.date, today)));
  return run;
}

/** Sends a run out unless it has left, and reports at most so many stops, so many minutes apart. */
async function drive(life: Life, zone: Zone, name: string, [gap, most]: [number, number]) {
  const { db, owner, random } = life;
  const run = await runOf(life, zone);
  if (!run) return;
  if (run.state === "planned") {
    await setDriver(db, owner, run.id, name);
    const isOut = await unlessRefused(life, "send out", () => sendOut(db, owner, run.id, shop));
    if (!isOut) return;
  }
  const driver = await driverOf(db, await makeRunLink(db, owner, run.id));
  if (!driver) throw new Error("The driver's link does not work");
  const stops = await db
    .selectDistinct({ id: runStops.id, rank: runStops.rank, createdAt: runStops.createdAt })
    .from(runStops)
    .innerJoin(orders, and(eq(orders.stopId, runStops.id), eq(orders.status, "fulfilled")))
    .where(and(eq(runStops.runId, run.id), eq(runStops.state, "waiting")))
    .orderBy(asc(runStops.rank), asc(runStops.createdAt));
  // Before eleven, half of the stops are still ahead.
  const now = gap === 10 && most < 99 ? Math.ceil(stops.length / 2) : stops.length;
  for (const { id } of stops.slice(0, Math.min(now, most))) {
    await life.pass(gap);
    const at = new Date().toISOString();
    const shared = { requestId: crypto.randomUUID(), stopId: id, at, note: "", isEarly: false };
    const temperatureC = (1 + random.between(0, 25) / 10).toFixed(1);
    const receivedBy = random.pick(["Sam", "Alex", "Kim", "the chef", "Jo"]) ?? "Sam";
    const images = { signatureId: null, photoId: null, leftWith: null, knownAt: null };
    await unlessRefused(life, "report", () =>
      recordReport(
        db,
        driver,
        {
          ...shared,
          ...images,
          kind: "delivered",
          receivedBy,
          temperatureC,
          held: "handed over",
          orderIds: [],
        },
        shop,
      ),
    );
  }
}

async function handOver(life: Life, zone: Zone): Promise<void> {
  const run = await runOf(life, zone);
  if (!run) return;
  const packed = await life.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.runId, run.id), eq(orders.status, "fulfilled")))
    .orderBy(asc(orders.number));
  for (const { id } of packed) {
    await life.pass(4);
    await unlessRefused(life, "hand over", () => deliverByStaff(life.db, life.owner, id, shop));
  }
}

async function endAll(life: Life): Promise<void> {
  const out = await life.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.date, life.today), inArray(runs.state, ["out"])));
  for (const { id } of out) {
    await unlessRefused(life, "end", () => endRun(life.db, life.owner, id));
  }
}
