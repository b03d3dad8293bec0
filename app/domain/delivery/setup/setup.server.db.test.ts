import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { makeException } from "#app/domain/ordering/delivery/make-exception.server.ts";
import { pacificMoment, weekdayOf } from "#app/lib/dates.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import {
  dayExceptions,
  deliveryWaitlist,
  holidayDecisions,
  runStops,
  runs,
  zoneDays,
  zonePrefixes,
  zones,
} from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { bookStop } from "../booking.server.ts";
import type { ExceptionInput } from "./exception-form.ts";
import {
  getDeliverySetup,
  keepHoliday,
  retireZone,
  saveZone,
  undoException,
} from "./setup.server.ts";
import type { SetupAnswer } from "./setup.ts";
import type { ZoneInput } from "./zone-form.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  await db.update(orders).set({
    runId: null,
    stopId: null,
    deliveryKind: null,
    deliveryDay: null,
    deliveryFrom: null,
    deliveryTo: null,
  });
  for (const table of [
    runStops,
    runs,
    dayExceptions,
    holidayDecisions,
    deliveryWaitlist,
    zonePrefixes,
    zoneDays,
    zones,
  ]) {
    await db.delete(table);
  }
});

const thursday = {
  weekday: 4,
  cutOffDaysBefore: 1,
  cutOffTime: "14:00",
  windowFrom: "08:00",
  windowTo: "15:00",
  capStops: 30,
  capLb: "2000.00",
  capBoxes: null,
  minOrder: "150.00",
  fee: "12.00",
  feeTaxCode: "G" as const,
  freeFrom: "400.00",
};

const valley: ZoneInput = {
  name: "Fraser Valley",
  kind: "delivery",
  place: "",
  wholesaleOnly: false,
  prefixes: ["V2S", "V3G"],
  days: [thursday],
};

async function refusalOf(
  write: Promise<unknown>,
): Promise<
  ({ reason: string } & Partial<Pick<SetupAnswer, "message" | "errors" | "orders">>) | undefined
> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return { reason: error.code, ...error.answer };
    throw error;
  }
}

const setup = () => getDeliverySetup(database.db, admin);

async function onlyZone() {
  const [zone] = (await setup()).zones;
  if (!zone) throw new Error("There is no zone");
  return zone;
}

const alter = (input: ExceptionInput) => makeException(database.db, admin, input, shop);

const closing = (date: string, changes: Partial<ExceptionInput> = {}): ExceptionInput => ({
  zoneId: null,
  date,
  kind: "closed",
  movedTo: null,
  weekday: null,
  cutOffAt: null,
  note: "",
  ordersTo: {},
  isHoliday: false,
  ...changes,
});

/** A zone served every day, with this many orders booked in three days. */
async function bookedZone(count: number) {
  const { db } = database;
  const zone = await insertServedZone(db, { name: "Fraser Valley", prefixes: ["V3G"] });
  const booked: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { user } = await insertClient(db);
    const order = await insertOrder(db, user.id);
    const load = { customerId: user.id, shipToId: order.shipToId, lb: "10.00", boxes: 1 };
    await db.transaction(async (tx) => {
      const asked = { zoneId: zone.id, date: dayIn(3) };
      const { columns } = await bookStop(tx, asked, load, { isForced: true });
      await tx.update(orders).set(columns).where(eq(orders.id, order.id));
    });
    booked.push(order.id);
  }
  return { zone, booked };
}

async function runOn(date: string) {
  const [run] = await database.db.select().from(runs).where(eq(runs.date, date));
  return run;
}

describe("a zone", () => {
  it("is stored with its postal codes and days, and logged", async () => {
    await saveZone(database.db, admin, null, valley);
    expect(await onlyZone()).toMatchObject({
      name: "Fraser Valley",
      isActive: true,
      prefixes: ["V2S", "V3G"],
      days: [{ weekday: 4, capLb: 200_000, minOrder: 15_000, feeTaxCode: "G" }],
    });
    const entries = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, "delivery"));
    expect(entries.at(-1)).toMatchObject({ action: "zone added", actorEmail: admin.email });
  });

  it("can't have another zone's prefix, and the refusal names that zone", async () => {
    await saveZone(database.db, admin, null, valley);
    const other = { ...valley, name: "Coast", prefixes: ["V3G", "V0N"] };
    expect(await refusalOf(saveZone(database.db, admin, null, other))).toMatchObject({
      reason: "prefix",
      errors: { prefixes: [expect.stringMatching(/^V3G belongs to the zone Fraser Valley/)] },
    });
    // A longer prefix within it is allowed.
    await saveZone(database.db, admin, null, { ...other, prefixes: ["V3G1A2"] });
    expect((await setup()).zones).toHaveLength(2);
  });

  it("must have a unique name", async () => {
    await saveZone(database.db, admin, null, valley);
    const same = { ...valley, prefixes: [] };
    expect(await refusalOf(saveZone(database.db, admin, null, same))).toMatchObject({
      reason: "name",
    });
  });

  it("is saved by only one of two owners who save it concurrently", async () => {
    await saveZone(database.db, admin, null, valley);
    const { id, version } = await onlyZone();
    // The two differ only in a day.
    const first = { ...valley, days: [{ ...thursday, fee: "15.00" }] };
    const second = { ...valley, days: [{ ...thursday, fee: "20.00" }] };
    const outcomes = await Promise.all([
      refusalOf(saveZone(database.db, admin, { id, version }, first)),
      refusalOf(saveZone(database.db, admin, { id, version }, second)),
    ]);
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome?.reason === "changed")).toHaveLength(1);
  });

  it("updates its planned runs when it is saved", async () => {
    const { zone } = await bookedZone(1);
    const { version } = await onlyZone();
    const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ ...thursday, weekday, capStops: 5 }));
    await saveZone(database.db, admin, { id: zone.id, version }, { ...valley, days });
    const run = await runOn(dayIn(3));
    expect(run).toMatchObject({ capStops: 5, capLb: "2000.00", isClosed: false, bookedStops: 1 });
    expect(run?.cutOffAt).toEqual(pacificMoment(dayIn(2), "14:00"));
  });

  it("can't lose a weekday or be retired while orders are booked, and the refusal lists them", async () => {
    const { zone, booked } = await bookedZone(2);
    const { version } = await onlyZone();
    const days = [1, 2, 3, 4, 5, 6, 7]
      .filter((weekday) => weekday !== weekdayOf(dayIn(3)))
      .map((weekday) => ({ ...thursday, weekday }));
    const target = { id: zone.id, version };
    const refusal = await refusalOf(saveZone(database.db, admin, target, { ...valley, days }));
    if (refusal?.reason !== "booked" || !refusal.orders) throw new Error("It was not refused");
    expect(refusal.orders.map(({ id }) => id).sort()).toEqual([...booked].sort());
    expect(await refusalOf(retireZone(database.db, admin, target))).toMatchObject({
      reason: "booked",
    });
    expect((await onlyZone()).days).toHaveLength(7);
  });

  it("can be retired, which frees its postal codes", async () => {
    await saveZone(database.db, admin, null, valley);
    const { id, version } = await onlyZone();
    await retireZone(database.db, admin, { id, version });
    expect(await onlyZone()).toMatchObject({ isActive: false, prefixes: [] });
    await saveZone(database.db, admin, null, { ...valley, name: "Valley" });
  });
});

describe("a change of a delivery day", () => {
  it("closes a day with 30 booked orders only if they are moved", async () => {
    const { zone, booked } = await bookedZone(30);
    const refusal = await refusalOf(alter(closing(dayIn(3))));
    if (refusal?.reason !== "booked" || !refusal.orders) throw new Error("It was not refused");
    expect(refusal.orders).toHaveLength(30);
    expect((await setup()).exceptions).toEqual([]);
    expect(await runOn(dayIn(3))).toMatchObject({ isClosed: false, bookedStops: 30 });

    const ordersTo = { [zone.id]: dayIn(5) };
    const told = await alter(closing(dayIn(3), { ordersTo }));
    expect(told).toEqual({ told: 30, untold: 0 });
    expect(await runOn(dayIn(3))).toMatchObject({ isClosed: true, bookedStops: 0 });
    expect(await runOn(dayIn(5))).toMatchObject({ bookedStops: 30, bookedLb: "300.00" });
    const moved = await database.db
      .select()
      .from(orders)
      .where(eq(orders.deliveryDay, dayIn(5)));
    expect(moved.map(({ id }) => id).sort()).toEqual([...booked].sort());
  });

  it("moves a day together with its orders, and can't be undone while it has orders", async () => {
    const { zone } = await bookedZone(2);
    const { version } = await onlyZone();
    // The zone is only served on the day that moves.
    const only = [{ ...thursday, weekday: weekdayOf(dayIn(3)) }];
    await saveZone(database.db, admin, { id: zone.id, version }, { ...valley, days: only });
    const moving = closing(dayIn(3), {
      kind: "moved",
      movedTo: dayIn(4),
      zoneId: zone.id,
      ordersTo: { [zone.id]: dayIn(4) },
    });
    await alter(moving);
    expect(await runOn(dayIn(4))).toMatchObject({ bookedStops: 2, isClosed: false });
    const [change] = (await setup()).exceptions;
    // The change can only be undone without orders.
    expect(await refusalOf(undoException(database.db, admin, change?.id ?? ""))).toMatchObject({
      reason: "booked",
    });
  });

  it("leaves an order that was collected early on a closed day", async () => {
    const { zone, booked } = await bookedZone(2);
    const [collected = "", other = ""] = booked;
    const { db } = database;
    for (const status of ["fulfilled", "delivered"] as const) {
      await db.update(orders).set({ status }).where(eq(orders.id, collected));
    }
    await alter(closing(dayIn(3), { ordersTo: { [zone.id]: dayIn(4) } }));
    const dayOf = async (id: string) => {
      const [found] = await db
        .select({ date: runs.date })
        .from(orders)
        .innerJoin(runs, eq(runs.id, orders.runId))
        .where(eq(orders.id, id));
      return found?.date;
    };
    expect(await dayOf(collected)).toBe(dayIn(3));
    expect(await dayOf(other)).toBe(dayIn(4));
  });

  it("is refused if orders would move to a day that takes none", async () => {
    const { zone } = await bookedZone(1);
    await alter(closing(dayIn(5)));
    const ordersTo = { [zone.id]: dayIn(5) };
    const change = alter(closing(dayIn(3), { ordersTo }));
    expect(await refusalOf(change)).toMatchObject({ reason: "target" });
    expect(await runOn(dayIn(3))).toMatchObject({ isClosed: false, bookedStops: 1 });
  });

  it("is made only once if two owners make it concurrently, and can be undone once", async () => {
    await saveZone(database.db, admin, null, valley);
    const outcomes = await Promise.all([
      refusalOf(alter(closing(dayIn(3)))),
      refusalOf(alter(closing(dayIn(3)))),
    ]);
    expect(outcomes.filter((outcome) => outcome?.reason === "exists")).toHaveLength(1);
    const [change] = (await setup()).exceptions;
    await undoException(database.db, admin, change?.id ?? "");
    expect((await setup()).exceptions).toEqual([]);
    expect(await refusalOf(undoException(database.db, admin, change?.id ?? ""))).toMatchObject({
      reason: "gone",
    });
  });

  it("can't move a day to a closed day", async () => {
    await saveZone(database.db, admin, null, valley);
    await alter(closing(dayIn(4)));
    const moving = closing(dayIn(3), { kind: "moved", movedTo: dayIn(4) });
    expect(await refusalOf(alter(moving))).toMatchObject({ reason: "closed" });
  });

  it("can add a day that isn't served, on the terms of a served weekday", async () => {
    await saveZone(database.db, admin, null, valley);
    const { id: zoneId } = await onlyZone();
    const served = [1, 2, 3, 4, 5, 6, 7, 8].map(dayIn).find((date) => weekdayOf(date) === 4) ?? "";
    const free = [1, 2, 3, 4].map(dayIn).find((date) => weekdayOf(date) !== 4) ?? "";
    const extra = (date: string, weekday: number) =>
      refusalOf(alter(closing(date, { kind: "extra", zoneId, weekday })));
    expect(await extra(served, 4)).toMatchObject({ reason: "served" });
    expect(await extra(free, 1)).toMatchObject({ reason: "terms" });
    expect(await extra(free, 4)).toBeUndefined();
  });

  it("decides a holiday once, and undoing it makes the holiday undecided again", async () => {
    await saveZone(database.db, admin, null, valley);
    await keepHoliday(database.db, admin, dayIn(8));
    await keepHoliday(database.db, admin, dayIn(8));
    await alter(closing(dayIn(9), { isHoliday: true }));
    expect((await setup()).decided.sort()).toEqual([dayIn(8), dayIn(9)]);
    const [change] = (await setup()).exceptions;
    await undoException(database.db, admin, change?.id ?? "");
    expect((await setup()).decided).toEqual([dayIn(8)]);
  });
});

it("demand counts waiting people by area, and how many of them a zone now covers", async () => {
  await database.db.insert(deliveryWaitlist).values([
    { postalCode: "V0X1L0", email: "a@example.com" },
    { postalCode: "V0X1W0", email: "b@example.com" },
    { postalCode: "V3G1A2", email: "c@example.com" },
  ]);
  await saveZone(database.db, admin, null, valley);
  expect(await setup()).toMatchObject({
    demand: [
      { fsa: "V0X", asked: 0, waiting: 2 },
      { fsa: "V3G", asked: 0, waiting: 1 },
    ],
    toTell: 1,
  });
});
