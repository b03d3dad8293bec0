import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookStop, DayRefusedError, type Load } from "#app/domain/delivery/booking.server.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import type { DayAsked } from "#app/domain/delivery/delivery-terms.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import type { Database, OpenDatabase, Transaction } from "#db/database.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { moveStop, releaseStop } from "./order-stop.server.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

async function insertLoad(lb = "10.00"): Promise<Load> {
  const { user } = await insertClient(db);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ship_tos where customer_id = ${user.id}`,
  );
  return { customerId: user.id, shipToId: rows[0]?.id ?? null, lb, boxes: 1 };
}

function place(asked: DayAsked, load: Load, options?: Parameters<typeof bookStop>[3]) {
  return db.transaction((tx) => placeIn(tx, asked, load, options));
}

async function placeIn(tx: Transaction, ...order: Parameters<typeof place>) {
  const [asked, load, options] = order;
  const { columns, isShared } = await bookStop(tx, asked, load, options);
  const { customerId, shipToId } = load;
  const { id } = await insertOrder(tx, customerId, { shipToId, ...columns });
  return { id, isShared };
}

async function lockedOrder(tx: Transaction, id: string) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) throw new Error("There is no such order");
  return order;
}

const release = (id: string) =>
  db.transaction(async (tx) => releaseStop(tx, await lockedOrder(tx, id)));

function move(id: string, asked: DayAsked, lb?: string, options?: Parameters<typeof moveStop>[4]) {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, id);
    const { customerId, shipToId, bookedLb } = order;
    return moveStop(
      tx,
      order,
      asked,
      { customerId, shipToId, lb: lb ?? bookedLb, boxes: 1 },
      options,
    );
  });
}

async function refusalOf(attempt: Promise<unknown>): Promise<DayRefusedError> {
  const error = await attempt.then(
    () => new Error("The day was booked"),
    (reason) => reason,
  );
  if (error instanceof DayRefusedError) return error;
  throw error;
}

async function booked({ zoneId, date }: DayAsked) {
  const [run] = await db
    .select()
    .from(runs)
    .where(sql`${runs.zoneId} = ${zoneId} and ${runs.date} = ${date}`);
  return run && { stops: run.bookedStops, lb: run.bookedLb };
}

/** Checks on every run that its booking matches its orders, and that each stop has one. */
async function expectSound() {
  const { rows } = await db.execute(sql`
    select runs.id, runs.booked_stops, runs.booked_lb, count(distinct stop_id) as stops,
      coalesce(sum(orders.booked_lb), 0.00) as lb, runs.booked_boxes
    from runs left join orders on orders.run_id = runs.id
    group by runs.id
    having runs.booked_stops <> count(distinct stop_id) or runs.booked_lb <> coalesce(sum(orders.booked_lb), 0.00)
      or runs.booked_boxes <> coalesce(sum(orders.booked_boxes), 0)`);
  expect(rows).toEqual([]);
  const idle = sql`not exists (select from orders where stop_id = run_stops.id)`;
  expect(await db.$count(runStops, idle)).toBe(0);
}

const caps = (capStops: number | null, capLb: string | null = null) => ({
  day: { capStops, capLb },
});

describe("a stop", () => {
  it("is booked on the day's run, which the first order creates", async () => {
    const zone = await insertServedZone(db, caps(2, "100.00"));
    const asked = { zoneId: zone.id, date: dayIn(3) };
    const load = await insertLoad("12.50");
    const { id, isShared } = await place(asked, load);
    expect(isShared).toBe(false);
    expect(await booked(asked)).toEqual({ stops: 1, lb: "12.50" });
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({
      deliveryKind: "delivery",
      deliveryDay: dayIn(3),
      deliveryFrom: "08:00:00",
      deliveryTo: "12:00:00",
      bookedLb: "12.50",
    });
    await expectSound();
  });

  it("never exceeds the run's boxes, even with concurrent bookings", async () => {
    const zone = await insertServedZone(db, { day: { capStops: null, capLb: null, capBoxes: 5 } });
    const asked = { zoneId: zone.id, date: dayIn(3) };
    const loads = await Promise.all(Array.from({ length: 8 }, () => insertLoad()));
    const answers = await Promise.allSettled(
      loads.map((load) => place(asked, { ...load, boxes: 2 })),
    );
    const taken = answers.filter(({ status }) => status === "fulfilled");
    expect(taken).toHaveLength(2);
    const last = await insertLoad();
    const full = await refusalOf(place(asked, { ...last, boxes: 2 }));
    expect(full.reason).toBe("full");
    expect(full.next.map(({ date }) => date)).not.toContain(asked.date);
    await place(asked, last);
    const [run] = await db.select().from(runs).where(eq(runs.zoneId, zone.id));
    expect(run).toMatchObject({ bookedBoxes: 5, capBoxes: 5 });
    // A full day is neither offered nor shown to visitors.
    const { unavailable } = await readDeliveryRules(db);
    expect(unavailable.has(runKey(asked.zoneId, asked.date))).toBe(true);
    const late = await insertLoad();
    const asksFirst = { isForced: true, asksFirst: true };
    await expect(place(asked, late, asksFirst)).rejects.toThrow("6 of 5 boxes");
    const { id } = await place(asked, late, { isForced: true });
    await release(id);
    await expectSound();
  });

  it("is shared by the orders of one site", async () => {
    const zone = await insertServedZone(db, caps(1, "25.00"));
    const asked = { zoneId: zone.id, date: dayIn(3) };
    const load = await insertLoad();
    const first = await place(asked, load);
    const second = await place(asked, load);
    expect(second.isShared).toBe(true);
    expect(await booked(asked)).toEqual({ stops: 1, lb: "20.00" });
    // A second order at the stop still counts its pounds.
    expect((await refusalOf(place(asked, load))).reason).toBe("full");
    await release(first.id);
    expect(await booked(asked)).toEqual({ stops: 1, lb: "10.00" });
    await release(second.id);
    expect(await booked(asked)).toEqual({ stops: 0, lb: "0.00" });
    await expectSound();
  });

  it("is refused on a full day, and the next two available days are named", async () => {
    const zone = await insertServedZone(db, caps(1, "50.00"));
    const on = (days: number) => ({ zoneId: zone.id, date: dayIn(days) });
    for (const days of [3, 4]) await place(on(days), await insertLoad());
    const refused = await refusalOf(place(on(3), await insertLoad()));
    expect(refused).toMatchObject({ reason: "full", asked: on(3) });
    const dates = refused.next.map(({ date }) => date);
    expect(dates).toHaveLength(2);
    expect(dates).not.toContain(dayIn(3));
    expect(dates).not.toContain(dayIn(4));
    // Too heavy for any day.
    expect(await refusalOf(place(on(5), await insertLoad("50.01")))).toMatchObject({
      reason: "full",
      next: [],
    });
    await expectSound();
  });

  it.each([
    ["a day that is not served", { zoneId: "", date: "2026-02-30" }],
    ["an unknown zone", { zoneId: "00000000-0000-4000-8000-000000000000", date: dayIn(3) }],
  ])("is refused for %s", async (_, asked) => {
    const zone = await insertServedZone(db, { weekdays: [] });
    const load = await insertLoad();
    const day = { zoneId: asked.zoneId || zone.id, date: dayIn(3) };
    expect((await refusalOf(place(day, load))).reason).toBe("unserved");
  });

  it("is refused on a run that has left or is closed, even for staff", async () => {
    const zone = await insertServedZone(db);
    const asked = { zoneId: zone.id, date: dayIn(3) };
    await place(asked, await insertLoad());
    const ofZone = eq(runs.zoneId, zone.id);
    await db.update(runs).set({ state: "out" }).where(ofZone);
    const forced = { isForced: true };
    expect((await refusalOf(place(asked, await insertLoad()))).reason).toBe("left");
    expect((await refusalOf(place(asked, await insertLoad(), forced))).reason).toBe("left");
    await db.update(runs).set({ state: "planned", isClosed: true }).where(ofZone);
    expect((await refusalOf(place(asked, await insertLoad(), forced))).reason).toBe("unserved");
  });
});

describe("the cut-off", () => {
  /** Books in a transaction that began this many milliseconds after the cut-off. */
  function placeAfterCutOff(asked: DayAsked, load: Load, milliseconds: number, isForced = false) {
    return db.transaction(async (tx) => {
      const after = sql`now() - ${`${milliseconds} milliseconds`}::interval`;
      await tx.update(runs).set({ cutOffAt: after }).where(eq(runs.zoneId, asked.zoneId));
      await placeIn(tx, asked, load, { isForced });
    });
  }

  it("includes its exact moment, but not the next millisecond", async () => {
    const zone = await insertServedZone(db);
    const asked = { zoneId: zone.id, date: dayIn(3) };
    await place(asked, await insertLoad());
    const load = await insertLoad();
    // The column has milliseconds and the clock microseconds, so the time is rounded.
    const at = (moment: string) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`
          update runs set cut_off_at = date_trunc('milliseconds', now()) + ${moment}::interval
          where zone_id = ${zone.id}`);
        await placeIn(tx, asked, load);
      });
    await at("1 millisecond");
    expect((await refusalOf(at("-1 millisecond"))).reason).toBe("late");
    expect((await refusalOf(placeAfterCutOff(asked, load, 2))).reason).toBe("late");
  });

  it("can be bypassed by staff", async () => {
    const zone = await insertServedZone(db);
    const asked = { zoneId: zone.id, date: dayIn(3) };
    await place(asked, await insertLoad());
    await placeAfterCutOff(asked, await insertLoad(), 60_000, true);
  });

  it("keeps an order on its current day, unless staff move it", async () => {
    const zone = await insertServedZone(db);
    const [from, to] = [3, 4].map((days) => ({ zoneId: zone.id, date: dayIn(days) }));
    if (!from || !to) throw new Error("unreachable");
    const { id } = await place(from, await insertLoad());
    await db
      .update(runs)
      .set({ cutOffAt: new Date(Date.now() - 1000) })
      .where(eq(runs.zoneId, zone.id));
    const refused = await refusalOf(move(id, to));
    expect(refused).toMatchObject({ reason: "late", asked: { date: from.date } });
    await move(id, to, undefined, { isForced: true });
    expect(await booked(from)).toEqual({ stops: 0, lb: "0.00" });
    expect(await booked(to)).toEqual({ stops: 1, lb: "10.00" });
    await expectSound();
  });
});

describe("concurrent bookings", () => {
  it("of 50 orders for the last three stops succeed for exactly three", async () => {
    const zone = await insertServedZone(db, caps(3));
    const asked = { zoneId: zone.id, date: dayIn(3) };
    const loads = await Promise.all(Array.from({ length: 50 }, () => insertLoad()));
    const results = await Promise.allSettled(loads.map((load) => place(asked, load)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ name: "DayRefusedError", reason: "full" });
      }
    }
    expect(await booked(asked)).toEqual({ stops: 3, lb: "30.00" });
    await expectSound();
  });

  it("leave every run's booking equal to its orders, after orders are placed, moved and cancelled", async () => {
    const zone = await insertServedZone(db, caps(4, "60.00"));
    const other = await insertServedZone(db, { kind: "pickup", place: "1 Sample Way", ...caps(3) });
    const days = [zone, other].flatMap(({ id: zoneId }) =>
      [3, 4, 5].map((ahead) => ({ zoneId, date: dayIn(ahead) })),
    );
    const loads = await Promise.all(Array.from({ length: 6 }, () => insertLoad()));
    let seed = 7;
    const pick = <Item>(items: readonly Item[]): Item => {
      seed = (seed * 48271) % 2147483647;
      const item = items[seed % items.length];
      if (item === undefined) throw new Error("Nothing to pick");
      return item;
    };
    const placed: string[] = [];
    const act = async (what: string) => {
      const day = pick(days);
      const lb = pick(["5.00", "7.25", "12.50"]);
      if (what === "place" || placed.length === 0) {
        placed.push((await place(day, { ...pick(loads), lb })).id);
      } else if (what === "move") await move(pick(placed), day, lb);
      else await release(pick(placed));
    };
    for (let round = 0; round < 30; round++) {
      const acts = Array.from({ length: 8 }, () => act(pick(["place", "move", "move", "release"])));
      for (const result of await Promise.allSettled(acts)) {
        if (result.status === "rejected") expect(result.reason).toBeInstanceOf(DayRefusedError);
      }
    }
    await expectSound();
    const caught = sql`booked_stops > cap_stops or booked_lb > cap_lb`;
    expect(await db.$count(runs, caught)).toBe(0);
  });
});
