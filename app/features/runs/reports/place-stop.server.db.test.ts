import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { bookStop } from "#app/domain/delivery/booking.server.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { moveStop } from "../run-changes.server.ts";
import { getRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

async function customersOf(count: number) {
  const made = [];
  for (let at = 0; at < count; at++) {
    const { user } = await insertClient(db);
    const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, user.id));
    made.push({ customerId: user.id, shipToId: site?.id ?? "" });
  }
  return made;
}

type Customer = Awaited<ReturnType<typeof customersOf>>[number];

async function runWith(customers: readonly Customer[], zoneId?: string) {
  const run = await insertRun(db, { ...(zoneId && { zoneId }) });
  const stops: string[] = [];
  for (const { customerId } of customers) {
    stops.push((await insertStop(db, run, customerId)).stopId);
  }
  return { run, stops };
}

async function drive(runId: string) {
  const driver = await driverOf(db, await makeRunLink(db, admin, runId));
  if (!driver) throw new Error("The link does not work");
  return driver;
}

function place(stopId: string, afterId: string | null, beforeId: string | null) {
  const at = new Date().toISOString();
  return reportSchema.parse({
    kind: "place",
    requestId: randomUUID(),
    stopId,
    at,
    afterId,
    beforeId,
  });
}

const shown = async (runId: string) => (await getRun(db, admin, runId))?.stops.map(({ id }) => id);
const sitesOf = async (runId: string) => {
  const run = await getRun(db, admin, runId);
  return run?.stops.map(({ customerId }) => customerId);
};

/** Books an order of a customer, as placing it does. */
async function book(zoneId: string, date: string, { customerId, shipToId }: Customer) {
  await db.transaction(async (tx) => {
    const load = { customerId, shipToId, lb: "10.00", boxes: 1 };
    const { columns } = await bookStop(tx, { zoneId, date }, load);
    await insertOrder(tx, customerId, { shipToId, ...columns });
  });
  const [run] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.zoneId, zoneId), eq(runs.date, date)));
  return run?.id ?? "";
}

const shop = sampleShop();

describe("the order of a run's stops", () => {
  it("is changed once by the driver, even if the report is sent again", async () => {
    const { run, stops } = await runWith(await customersOf(3));
    const [a = "", b = "", c = ""] = stops;
    const driver = await drive(run.id);
    const report = place(c, null, a);
    await Promise.all([1, 2, 3].map(() => recordReport(db, driver, report, shop)));
    expect(await shown(run.id)).toEqual([c, a, b]);
    // The office has moved it back since; the phone, which got no answer, resends its report.
    await moveStop(db, admin, run.id, { stopId: c, before: null });
    await recordReport(db, driver, report, shop);
    expect(await shown(run.id)).toEqual([a, b, c]);
    const entries = await auditEntries(db, "run", run.id);
    expect(entries.filter(({ action }) => action === "stops reordered")).toHaveLength(2);
  });

  it("is changed by concurrent moves of driver and office one after the other", async () => {
    const { run, stops } = await runWith(await customersOf(4));
    const [a = "", b = "", c = "", d = ""] = stops;
    const driver = await drive(run.id);
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        recordReport(db, driver, place(d, null, a), shop),
        moveStop(db, admin, run.id, { stopId: a, after: c, before: null }),
      ]);
      const now = (await shown(run.id)) ?? [];
      expect([...now].sort()).toEqual([a, b, c, d].sort());
      // Before a, wherever that is by then.
      expect([now[0], now.at(-2)]).toContain(d);
      expect(now.at(-1)).toBe(a);
      await moveStop(db, admin, run.id, { stopId: d, before: null });
      await moveStop(db, admin, run.id, { stopId: a, after: null, before: b });
    }
  });

  it("isn't changed if a stop, or both its new neighbours, left the run in the meantime", async () => {
    const { run, stops } = await runWith(await customersOf(3));
    const [a = "", b = "", c = ""] = stops;
    const { stops: other } = await runWith(await customersOf(1));
    const driver = await drive(run.id);
    const [gone = ""] = other;
    expect(await saidBy(recordReport(db, driver, place(gone, a, b), shop))).toMatch(
      /no longer on your run/,
    );
    expect(await saidBy(recordReport(db, driver, place(c, gone, randomUUID()), shop))).toMatch(
      /no longer on the run. Look at the order again/,
    );
    const away = { stopId: a, after: gone, before: gone };
    expect(await saidBy(moveStop(db, admin, run.id, away))).toMatch(/Look at the order again/);
    expect(await shown(run.id)).toEqual([a, b, c]);
    // One of the two neighbours is enough.
    await recordReport(db, driver, place(c, gone, b), shop);
    expect(await shown(run.id)).toEqual([a, c, b]);
  });

  it("is the initial order of the zone's next run, regardless of who orders first", async () => {
    const zone = await insertServedZone(db);
    const all = await customersOf(4);
    const [a, b, c, d] = all;
    if (!a || !b || !c || !d) throw new Error("No customers");
    const { run, stops } = await runWith([a, b, c], zone.id);
    const [, , third = ""] = stops;
    const driver = await drive(run.id);
    await recordReport(db, driver, place(third, null, stops[0] ?? null), shop);
    // Another zone has its own order.
    const elsewhere = await insertServedZone(db);
    const there = await runWith([a, b, c], elsewhere.id);
    await moveStop(db, admin, there.run.id, { stopId: there.stops[0] ?? "", before: null });
    let next = "";
    for (const one of [d, b, a, c]) next = await book(zone.id, dayIn(3), one);
    const ids = [c, a, b, d].map(({ customerId }) => customerId);
    expect(await sitesOf(next)).toEqual(ids);
    let other = "";
    for (const one of [a, b, c]) other = await book(elsewhere.id, dayIn(3), one);
    expect(await sitesOf(other)).toEqual([b, c, a].map(({ customerId }) => customerId));
  });

  it("gives a late order its usual place in a run that was reordered", async () => {
    const zone = await insertServedZone(db);
    const all = await customersOf(4);
    const [a, b, c, d] = all;
    if (!a || !b || !c || !d) throw new Error("No customers");
    const { run, stops } = await runWith([a, b, c, d], zone.id);
    await moveStop(db, admin, run.id, {
      stopId: stops[0] ?? "",
      after: null,
      before: stops[1] ?? "",
    });
    // The zone's order is a, b, c, d. Tomorrow's run has no b, and its bookings come in reverse.
    let next = "";
    for (const one of [d, c, a]) next = await book(zone.id, dayIn(2), one);
    await db.execute(sql`update run_stops set rank = case
      when customer_id = ${d.customerId} then 100 when customer_id = ${c.customerId} then 200 else 300 end
      where run_id = ${next}`);
    await book(zone.id, dayIn(2), b);
    expect(await sitesOf(next)).toEqual([d, c, a, b].map(({ customerId }) => customerId));
    const ranks = await db.select().from(runStops).where(eq(runStops.runId, next));
    expect(ranks.every(({ rank }) => rank !== 0)).toBe(true);
    expect(await db.$count(orders, eq(orders.runId, next))).toBe(4);
  });
});
