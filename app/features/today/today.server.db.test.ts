import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { deliveryDemand, deliveryWaitlist, runStops, runs, zones } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { readToday } from "./today.server.ts";
import { hurriedRuns, runsToDeliver, runsToPack } from "./today.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  for (const table of [creditRequests, orders, runStops, runs, zones]) await db.delete(table);
});
afterAll(() => database.close());

/** Thursday 26 November 2026, 7 a.m. */
const morning = new Date("2026-11-26T14:00:00Z");
const hoursLater = (hours: number) => new Date(morning.getTime() + hours * 3_600_000);

type Run = typeof runs.$inferSelect;

async function order(run: Run | null, overrides: Partial<typeof orders.$inferInsert> = {}) {
  const { user } = await insertClient(db);
  const inserted = await insertOrder(db, user.id, overrides);
  const item = await insertOrderItem(db, inserted.id);
  const stop = run && (await putOnRun(db, run, inserted));
  return { ...inserted, item, stop };
}

const visited = (stop: { id: string } | null) =>
  db
    .update(runStops)
    .set({ state: "delivered", visitedAt: morning })
    .where(eq(runStops.id, stop?.id ?? ""));

describe("readToday", () => {
  it("finds nothing in a shop without orders", async () => {
    const today = await readToday(db, admin);
    expect(today).toMatchObject({ runs: [], withoutDay: 0, overdue: 0, newClients: 0, holds: 0 });
    expect(Math.abs(today.now.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it("counts orders, pounds and stops of each run, without cancelled ones", async () => {
    const zone = await insertZone(db, { name: "Sample Valley" });
    const run = await insertRun(db, { zoneId: zone.id, date: "2026-11-26", driver: "Sam Sample" });
    const [first, second] = [await order(run), await order(run, { status: "fulfilled" })];
    await order(run, { status: "cancelled" });
    await db.execute(
      sql`update order_items set packed_lb = 9.5, pack_state = 'packed' where id = ${second.item.id}`,
    );
    const more = await insertOrder(db, first.customerId);
    await insertOrderItem(db, more.id, { quantity: "2.50" });
    // Partly packed: neither what is packed, nor the shortfall of a finished line, is left to pack.
    const begun = await insertOrderItem(db, more.id, { position: 1, quantity: "5.00" });
    const short = await insertOrderItem(db, more.id, { position: 2, quantity: "4.00" });
    await db.execute(sql`update order_items set packed_lb = 3 where id = ${begun.id}`);
    await db.execute(
      sql`update order_items set packed_lb = 1, pack_state = 'short' where id = ${short.id}`,
    );
    await putOnRun(db, run, more);
    await visited(second.stop);
    const today = await readToday(db, admin, morning);
    expect(today).toMatchObject({ day: "2026-11-26", now: morning, withoutDay: 0, overdue: 0 });
    expect(today.runs).toEqual([
      {
        id: run.id,
        zoneId: zone.id,
        zoneName: "Sample Valley",
        kind: "delivery",
        date: "2026-11-26",
        state: "planned",
        cutOffAt: new Date("2026-11-25T21:00:00Z"),
        isClosed: false,
        driver: "Sam Sample",
        from: "08:00",
        toPack: 2,
        unpacked: 2,
        packed: 1,
        delivered: 0,
        pounds: { toPack: "14.50", packed: "13.50", all: "28.00" },
        stops: 2,
        visited: 1,
        late: 0,
      },
    ]);
  });

  it("doesn't count handed-over orders as packed, nor list their run as to be packed", async () => {
    const zone = await insertZone(db);
    const run = await insertRun(db, { zoneId: zone.id, date: "2026-11-26" });
    await order(run, { status: "fulfilled" });
    await order(run, { status: "delivered" });
    const today = await readToday(db, admin, morning);
    expect(today.runs).toMatchObject([{ unpacked: 0, packed: 1, delivered: 1 }]);
    expect(runsToPack(today)).toHaveLength(1);
    await db.update(orders).set({ status: "delivered" }).where(eq(orders.runId, run.id));
    const later = await readToday(db, admin, morning);
    expect(later.runs).toMatchObject([{ unpacked: 0, packed: 0, delivered: 2 }]);
    expect(runsToPack(later)).toEqual([]);
  });

  it("adds up the pounds of today's runs and of the next day with orders", async () => {
    const zone = await insertZone(db);
    for (const date of ["2026-11-25", "2026-11-26", "2026-11-28", "2026-12-01"]) {
      await order(await insertRun(db, { zoneId: zone.id, date }));
    }
    // Only a cancelled order, so not a day to pack for.
    await order(await insertRun(db, { zoneId: zone.id, date: "2026-11-27" }), {
      status: "cancelled",
    });
    await order(await insertRun(db, { zoneId: zone.id, date: "2026-12-10" }));
    const today = await readToday(db, admin, morning);
    expect(today.runs.map(({ date, pounds }) => [date, pounds?.toPack ?? null])).toEqual([
      ["2026-11-25", null],
      ["2026-11-26", "10.00"],
      ["2026-11-28", "10.00"],
      ["2026-12-01", null],
    ]);
    expect(runsToPack(today).map(({ date }) => date)).toEqual(["2026-11-26", "2026-11-28"]);
    expect(runsToDeliver(today).map(({ date }) => date)).toEqual(["2026-11-26"]);
    expect(today.overdue).toBe(1);
  });

  it("counts a stop as late once the window of its orders is over", async () => {
    const zone = await insertZone(db);
    const run = await insertRun(db, { zoneId: zone.id, date: "2026-11-26", state: "out" });
    const [late, soon, there] = [await order(run), await order(run), await order(run)];
    await db.update(orders).set({ deliveryTo: "12:00" }).where(eq(orders.id, late.id));
    await visited(there.stop);
    const lateAt = async (at: Date) => (await readToday(db, admin, at)).runs[0]?.late;
    expect(await lateAt(hoursLater(5))).toBe(0);
    expect(await lateAt(hoursLater(5 + 1 / 60))).toBe(1);
    expect(await lateAt(hoursLater(24))).toBe(2);
    await visited(soon.stop);
    expect(await lateAt(hoursLater(24))).toBe(1);
  });

  it("counts the work that waits for the owner, each order once", async () => {
    await order(null);
    await insertHold(db, (await order(null, { isNewClient: true })).id, { reason: "credit" });
    const held = await order(null);
    for (const reason of ["manual", "card"] as const) await insertHold(db, held.id, { reason });
    await insertHold(db, (await order(null)).id, { releasedAt: morning });
    await insertHold(db, (await order(null, { status: "cancelled" })).id);
    const asked = await order(null, { status: "fulfilled" });
    await db
      .insert(creditRequests)
      .values({ orderId: asked.id, customerId: asked.customerId, source: "client" });
    const email = `${randomUUID()}@example.com`;
    const mail = { recipient: email, subject: "Sample", text: "" };
    await db.insert(mailOutbox).values([{ ...mail, failedAt: morning }, mail]);
    await db.insert(deliveryWaitlist).values([
      { postalCode: "V0N1A0", email },
      { postalCode: "V0N1A0", email: `other-${email}`, toldAt: morning },
    ]);
    await db.insert(deliveryDemand).values([
      { fsa: "V0N", askedOn: "2026-11-20", count: 3 },
      { fsa: "V0T", askedOn: "2026-10-28", count: 4 },
      { fsa: "V0T", askedOn: "2026-10-27", count: 50 },
    ]);
    expect(await readToday(db, admin, morning)).toMatchObject({
      withoutDay: 2,
      packedWithoutDay: 1,
      newClients: 1,
      holds: 1,
      creditRequests: 1,
      failedMails: 1,
      waitlist: 1,
      demand: 7,
    });
  });
});

describe("urgent runs", () => {
  async function hurryAt(at: Date, run: Partial<Run>, date = "2026-11-26") {
    for (const table of [orders, runStops, runs]) await db.delete(table);
    const zone = await insertZone(db);
    await order(await insertRun(db, { zoneId: zone.id, date, ...run }));
    return hurriedRuns(await readToday(db, admin, at)).map(({ hurry }) => hurry);
  }

  it("include an unpacked run past its cut-off, to the millisecond", async () => {
    const friday = "2026-11-27";
    const cutOff = new Date("2026-11-26T21:00:00Z");
    expect(await hurryAt(cutOff, {}, friday)).toEqual([]);
    expect(await hurryAt(new Date(cutOff.getTime() + 1), {}, friday)).toEqual(["cut off"]);
  });

  it("include an unpacked run that leaves within three hours or has left", async () => {
    expect(await hurryAt(hoursLater(-2.01), {})).toEqual(["cut off"]);
    expect(await hurryAt(hoursLater(-2), {})).toEqual(["leaving"]);
    expect(await hurryAt(morning, { state: "out" })).toEqual(["left"]);
  });

  it("include a run whose day was closed, and a run of an earlier day that hasn't ended", async () => {
    expect(await hurryAt(morning, { isClosed: true }, "2026-12-01")).toEqual(["closed"]);
    expect(await hurryAt(morning, { state: "out" }, "2026-11-25")).toEqual(["not over"]);
    expect(await hurryAt(morning, { state: "done" }, "2026-11-25")).toEqual([]);
  });

  it("list the most urgent run first, and no packed one", async () => {
    const zone = await insertZone(db);
    const leaving = await insertRun(db, { zoneId: zone.id, date: "2026-11-26" });
    const cutOff = await insertRun(db, { zoneId: zone.id, date: "2026-11-27", cutOffAt: morning });
    const packed = await insertRun(db, { zoneId: (await insertZone(db)).id, date: "2026-11-26" });
    await order(cutOff);
    await order(leaving);
    await order(packed, { status: "fulfilled" });
    const found = hurriedRuns(await readToday(db, admin, hoursLater(0.1)));
    expect(found.map(({ run, hurry }) => [run.id, hurry])).toEqual([
      [leaving.id, "leaving"],
      [cutOff.id, "cut off"],
    ]);
  });
});
