import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysAfter, pacificDay, weekdayOf } from "#app/lib/dates.ts";
import type { OpenDatabase } from "#db/database.ts";
import {
  dayExceptions,
  deliveryDemand,
  runs,
  zoneDays,
  zonePrefixes,
  zones,
} from "#db/schema/deliveries.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { createDeliveryRules, readDeliveryRules } from "./delivery-rules.server.ts";
import { createDemand } from "./demand.server.ts";
import { isSetUp, openDays, zoneAt } from "./rules.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [runs, dayExceptions, zonePrefixes, zoneDays, zones]) {
    await database.db.delete(table);
  }
});

async function addZone(name: string, prefix: string, weekdays: number[]) {
  const [zone] = await database.db.insert(zones).values({ name }).returning();
  if (!zone) throw new Error("No zone");
  await database.db.insert(zonePrefixes).values({ zoneId: zone.id, prefix });
  for (const weekday of weekdays) {
    await database.db.insert(zoneDays).values({
      zoneId: zone.id,
      weekday,
      cutOffDaysBefore: 1,
      cutOffTime: "14:00",
      windowFrom: "08:00",
      windowTo: "15:00",
      capStops: 30,
      capLb: "2000.50",
      capBoxes: 60,
      minOrder: "150.00",
      fee: "12.00",
      feeTaxCode: "G",
      freeFrom: "400.00",
    });
  }
  return zone.id;
}

describe("the delivery rules", () => {
  it("are empty at first", async () => {
    const rules = await readDeliveryRules(database.db);
    expect(isSetUp(rules)).toBe(false);
    expect(zoneAt(rules, "V3G1A2")).toBeUndefined();
  });

  it("are read with their units", async () => {
    const id = await addZone("Fraser Valley", "V3G", [4]);
    const rules = await readDeliveryRules(database.db);
    expect(isSetUp(rules)).toBe(true);
    expect(zoneAt(rules, "V3G1A2")).toEqual({
      id,
      name: "Fraser Valley",
      kind: "delivery",
      place: "",
      wholesaleOnly: false,
      prefixes: ["V3G"],
      days: [
        {
          weekday: 4,
          cutOffDaysBefore: 1,
          cutOffTime: "14:00",
          windowFrom: "08:00",
          windowTo: "15:00",
          capStops: 30,
          capLb: 200_050,
          capBoxes: 60,
          minOrder: 15_000,
          fee: 1_200,
          feeTaxCode: "G",
          freeFrom: 40_000,
        },
      ],
    });
  });

  it("exclude retired zones, and days that are full or whose run has left", async () => {
    const everyDay = [1, 2, 3, 4, 5, 6, 7];
    const id = await addZone("Fraser Valley", "V3G", everyDay);
    const former = await addZone("Coast", "V0N", everyDay);
    await database.db.update(zones).set({ isActive: false }).where(eq(zones.id, former));
    const [full, out, free] = [3, 4, 5].map((ahead) => daysAfter(pacificDay(new Date()), ahead));
    const cutOffAt = new Date();
    const run = { zoneId: id, cutOffAt, capStops: 2 };
    await database.db.insert(runs).values([
      { ...run, date: full ?? "", bookedStops: 2 },
      { ...run, date: out ?? "", state: "out" },
      { ...run, date: free ?? "", bookedStops: 1 },
    ]);
    const rules = await readDeliveryRules(database.db);
    expect(rules.zones.map(({ name }) => name)).toEqual(["Fraser Valley"]);
    const zone = zoneAt(rules, "V3G1A2");
    if (!zone) throw new Error("No zone");
    const dates = openDays(rules, zone, new Date(), 10).map(({ date }) => date);
    expect(dates).not.toContain(full);
    expect(dates).not.toContain(out);
    expect(dates).toContain(free);
  });
});

describe("the delivery rules in memory", () => {
  it("are loaded once, and again on renewal", async () => {
    const memory = createDeliveryRules(database.db, silentLog);
    expect((await memory.get()).zones).toEqual([]);
    await addZone("Fraser Valley", "V3G", [4]);
    expect((await memory.get()).zones).toEqual([]);
    await memory.renew();
    expect((await memory.get()).zones).toHaveLength(1);
  });

  it("contain what was committed before a renewal, even if several run concurrently", async () => {
    const memory = createDeliveryRules(database.db, silentLog);
    await memory.get();
    const first = memory.renew();
    await addZone("Fraser Valley", "V3G", [4]);
    await Promise.all([memory.renew(), memory.renew(), first]);
    expect((await memory.get()).zones).toHaveLength(1);
  });

  it("are notified of every change", async () => {
    const heard: string[] = [];
    const stop = await database.listen("delivery_changed", (table) => heard.push(table));
    const id = await addZone("Fraser Valley", "V3G", [weekdayOf(pacificDay(new Date()))]);
    await database.db
      .insert(dayExceptions)
      .values({ zoneId: id, date: "2026-12-24", kind: "closed" });
    await expect
      .poll(() => [...heard].sort())
      .toEqual(["day_exceptions", "zone_days", "zone_prefixes", "zones"]);
    await stop();
  });
});

describe("demand", () => {
  it("counts postal codes by area and day", async () => {
    const demand = createDemand(database.db, silentLog);
    demand.count("V0X1L0");
    demand.count("V0X1W0");
    demand.count("V9A1A1");
    await demand.close();
    demand.count("V0X1L0");
    await demand.close();
    const today = pacificDay(new Date());
    expect(await database.db.select().from(deliveryDemand).orderBy(deliveryDemand.fsa)).toEqual([
      { fsa: "V0X", askedOn: today, count: 3 },
      { fsa: "V9A", askedOn: today, count: 1 },
    ]);
  });
});
