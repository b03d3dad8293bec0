import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { primalCuts, primals } from "#db/schema/meat/primals.ts";
import { productStock, stockEntries, stockIncoming } from "#db/schema/meat/stock.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cutLots } from "../cuttings.server.ts";
import { getCutting } from "../sheets.server.ts";
import { cuttingPlan, daysToCutFor, firstDayToCut } from "./plan.server.ts";
import { nothingWithin, planDays } from "./plan.ts";
import { exportCuttingPlan } from "./plan-export.server.ts";
import type { TypedPrimal } from "./primal-form.ts";
import { fillWithSample, listPrimals, removePrimal, savePrimal } from "./primals.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let clientId: string;
let ribeye: typeof products.$inferSelect;
let roast: typeof products.$inferSelect;
const today = pacificDay(new Date());
const days = planDays(null, today);

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  clientId = (await insertClient(db)).user.id;
});
beforeEach(async () => {
  await db.delete(primals);
  await db.delete(productStock);
  ribeye = await insertProduct(db, { name: "Ribeye" });
  roast = await insertProduct(db, {
    name: "Roast",
    soldBy: "piece",
    typicalPieceLb: "4.00",
  });
});
afterAll(() => database.close());

const typed = (over: Partial<TypedPrimal> = {}): TypedPrimal => ({
  name: `Rib ${randomUUID()}`,
  productId: null,
  isTrim: false,
  trimPct: null,
  cuts: [{ row: 1, productId: ribeye.id, part: "Eye", yieldPct: 62_50 }],
  ...over,
});

async function add(over: Partial<TypedPrimal> = {}, id = randomUUID()) {
  await savePrimal(db, admin, { id, version: 0 }, typed(over));
  return id;
}

/** Inserts an order with a line, on a run in some days; null for none. */
async function order(
  line: Parameters<typeof insertOrderItem>[2],
  inDays: number | null,
  over: Partial<typeof orders.$inferInsert> = {},
) {
  const placed = await insertOrder(db, clientId, over);
  const item = await insertOrderItem(db, placed.id, line);
  if (inDays !== null) {
    const run = await insertRun(db, { date: daysAfter(today, inDays) });
    await putOnRun(db, run, placed);
  }
  return { id: placed.id, item };
}

const planned = async (
  standing = new Map<string, { lb: number; ofWeekLb: number }>(),
  of = days,
) => {
  const { plan } = await cuttingPlan(db, admin, of, standing);
  const all = [
    ...plan.others,
    ...plan.primals.flatMap(({ parts }) => parts.flatMap(({ cuts }) => cuts)),
  ];
  return (id: string) => all.find(({ productId }) => productId === id);
};

describe("demand", () => {
  it("counts the unpacked pounds and pieces of open lines by day", async () => {
    const of = { productId: ribeye.id };
    const begun = await order({ ...of, quantity: "20.00" }, 1);
    await insertPackage(db, begun.item.id, { value: "5", unit: "lb" });
    await order({ ...of, quantity: "3.00" }, null);
    await order({ ...of, quantity: "4.00" }, 5);
    await order({ ...of, quantity: "100.00" }, 9);
    await order({ ...of, quantity: "100.00" }, 1, { status: "cancelled" });
    const soldBy = "piece" as const;
    const pieces = { soldBy, orderedPieces: 3, typicalPieceLb: "4.00", quantity: "12.00" };
    await order({ productId: roast.id, ...pieces }, 1);
    const of_ = await planned(new Map([[ribeye.id, { lb: 2_50, ofWeekLb: 1_50 }]]));
    expect(of_(ribeye.id)).toMatchObject({
      dayLb: 15_00,
      dayPieces: 0,
      earlierLb: 3_00,
      orderedLb: 22_00,
      standingLb: 2_50,
      ofWeek: { orderedLb: 19_00, packedLb: 5_00, standingLb: 1_50 },
      averageLb: 0,
      stock: null,
      needLb: 24_50,
    });
    expect(of_(roast.id)).toMatchObject({ dayLb: 12_00, dayPieces: 3 });
    const offered = await daysToCutFor(db, admin, today);
    expect(offered).toContainEqual({ day: daysAfter(today, 1), orders: 2, lb: 27_00 });
  });

  it("includes the pounds that are overdue, without a day or on hold, for the day and the week", async () => {
    const line = (quantity: string) => ({ productId: ribeye.id, quantity });
    await order(line("6.00"), -3);
    const late = await order(line("7.00"), -1);
    await insertPackage(db, late.item.id, { value: "2", unit: "lb" });
    await order(line("3.00"), null);
    const held = await order(line("9.00"), 0);
    const heldLater = await order(line("4.00"), 2);
    for (const { id } of [held, heldLater]) {
      await db.insert(orderHolds).values({ orderId: id, reason: "overdue" });
    }
    await order(line("44.00"), 0);
    const ofToday = await planned(new Map(), planDays(today, today));
    expect(ofToday(ribeye.id)).toMatchObject({
      dayLb: 67_00,
      earlierLb: 0,
      orderedLb: 71_00,
      within: {
        overdueLb: 11_00,
        overdueFrom: daysAfter(today, -3),
        overdueTo: daysAfter(today, -1),
        daylessLb: 3_00,
        dayHeldLb: 9_00,
        heldLb: 13_00,
      },
    });
    // A later day's plan counts all of them as earlier orders.
    expect((await planned())(ribeye.id)).toMatchObject({
      dayLb: 0,
      earlierLb: 67_00,
      orderedLb: 71_00,
      within: { ...nothingWithin, heldLb: 13_00 },
    });
  });

  it("has the same orders and pounds in the list of days and in each day's plan", async () => {
    await db.update(orders).set({ status: "cancelled" });
    const line = (quantity: string) => ({ productId: ribeye.id, quantity });
    // Orders that are late, without a day, half packed, packed, and for another day.
    await order(line("6.00"), -3);
    await order(line("3.00"), null);
    const begun = await order(line("20.00"), 0);
    await insertPackage(db, begun.item.id, { value: "5", unit: "lb" });
    const packed = await order(line("5.00"), 0);
    await insertPackage(db, packed.item.id, { value: "5", unit: "lb" });
    await order(line("4.00"), 2);
    const ofToday = { day: today, orders: 3, lb: 24_00 };
    expect(await daysToCutFor(db, admin, today)).toEqual([
      ofToday,
      { day: daysAfter(today, 2), orders: 1, lb: 4_00 },
    ]);
    const whole = await cuttingPlan(db, admin, planDays(today, today), new Map());
    expect(whole.ofDay).toEqual(ofToday);
    expect((await planned(new Map(), planDays(today, today)))(ribeye.id)?.dayLb).toBe(24_00);
    const none = await cuttingPlan(db, admin, planDays(daysAfter(today, 1), today), new Map());
    expect(none.ofDay).toBeNull();
  });

  it("starts on the first day from today that has something left to pack", async () => {
    await db.update(orders).set({ status: "cancelled" });
    expect(await firstDayToCut(db, admin, today)).toBeNull();
    const line = { productId: ribeye.id, quantity: "5.00" };
    await order(line, -1);
    await order(line, null);
    await order(line, 6);
    const packed = await order(line, 0);
    await insertPackage(db, packed.item.id, { value: "5", unit: "lb" });
    expect(await firstDayToCut(db, admin, today)).toBe(daysAfter(today, 6));
    await order(line, 3);
    expect(await firstDayToCut(db, admin, today)).toBe(daysAfter(today, 3));
    await order(line, 0);
    expect(await firstDayToCut(db, admin, today)).toBe(today);
  });

  it("lists unpacked earlier orders, and which of them are on hold", async () => {
    const of = { productId: ribeye.id };
    const late = await order({ ...of, quantity: "4.00" }, -2);
    const held = await order({ ...of, quantity: "9.00" }, 0);
    await db.insert(orderHolds).values({ orderId: held.id, reason: "overdue" });
    const dayless = await order({ ...of, quantity: "2.00" }, null);
    const done = await order({ ...of, quantity: "5.00" }, 0);
    await insertPackage(db, done.item.id, { value: "5", unit: "lb" });
    await order({ ...of, quantity: "7.00" }, 1);
    const { earlier } = await cuttingPlan(db, admin, days, new Map());
    const own = [late.id, held.id, dayless.id, done.id];
    expect(earlier.filter(({ id }) => own.includes(id))).toMatchObject([
      { id: late.id, day: daysAfter(today, -2), isHeld: false, lb: 4_00 },
      { id: held.id, day: today, isHeld: true, lb: 9_00 },
      { id: dayless.id, day: null, isHeld: false, lb: 2_00 },
    ]);
  });

  it("includes average sales of the last four weeks, by the day of delivery or else of placement", async () => {
    const of = { productId: ribeye.id, quantity: "40.00" };
    const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000);
    await order(of, null, { status: "fulfilled", placedAt: weeksAgo(2) });
    await order(of, -3, { status: "delivered", placedAt: weeksAgo(1) });
    await order(of, null, { status: "fulfilled", placedAt: weeksAgo(5) });
    await order(of, null, { status: "cancelled", placedAt: weeksAgo(2) });
    expect((await planned())(ribeye.id)).toMatchObject({
      averageLb: 20_00,
      usualLb: 20_00,
      soldByWeek: expect.arrayContaining([40_00, 0]),
    });
    const { soldByWeek = [] } = (await planned())(ribeye.id) ?? {};
    expect(soldByWeek.reduce((sum, lb) => sum + lb, 0)).toBe(80_00);
  });

  it("subtracts what is packed for the week from usual sales, whatever the order's status", async () => {
    const weekAgo = new Date(Date.now() - 7 * 86_400_000);
    const line = (quantity: string) => ({ productId: ribeye.id, quantity });
    await order(line("400.00"), null, { status: "fulfilled", placedAt: weekAgo });
    const done = await order(line("30.00"), 2, { status: "fulfilled" });
    const begun = await order(line("20.00"), 3);
    const cancelled = await order(line("9.00"), 3);
    const later = await order(line("8.00"), 12);
    for (const [{ item }, value] of [
      [done, "30"],
      [begun, "5"],
      [cancelled, "9"],
      [later, "8"],
    ] as const) {
      await insertPackage(db, item.id, { value, unit: "lb" });
    }
    await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, cancelled.id));
    // The average is 100 lb a week; 50 lb are ordered, of which 35 are packed.
    expect((await planned())(ribeye.id)).toMatchObject({
      averageLb: 100_00,
      orderedLb: 15_00,
      usualLb: 50_00,
      needLb: 65_00,
      ofWeek: { orderedLb: 15_00, packedLb: 35_00, standingLb: 0 },
    });
  });

  it("subtracts from a later week's usual sales only that week's own orders", async () => {
    const weekAgo = new Date(Date.now() - 7 * 86_400_000);
    const line = (quantity: string) => ({ productId: ribeye.id, quantity });
    await order(line("289.00"), null, { status: "fulfilled", placedAt: weekAgo });
    const ofToday = await order(line("71.00"), 0, { status: "fulfilled" });
    await insertPackage(db, ofToday.item.id, { value: "71", unit: "lb" });
    await order(line("3.00"), -2);
    await order(line("2.00"), null);
    await order(line("20.00"), 5);
    const ofThen = await order(line("12.00"), 13);
    await insertPackage(db, ofThen.item.id, { value: "4", unit: "lb" });
    const at = async (inDays: number) =>
      (await planned(new Map(), planDays(daysAfter(today, inDays), today)))(ribeye.id);
    // (289 + 3 overdue) ÷ 4 = 73 lb a week. This week, 71 lb are packed, and 2 and 20 are open.
    expect(await at(0)).toMatchObject({
      averageLb: 73_00,
      orderedLb: 25_00,
      usualLb: 0,
      needLb: 25_00,
      ofWeek: { orderedLb: 22_00, packedLb: 71_00 },
    });
    // Next week, 12 lb are ordered, 4 of them packed: 73 − 8 − 4 = 61; 3 + 2 + 20 + 8 + 61 = 94.
    expect(await at(7)).toMatchObject({
      earlierLb: 25_00,
      orderedLb: 33_00,
      usualLb: 61_00,
      needLb: 94_00,
      ofWeek: { orderedLb: 8_00, packedLb: 4_00 },
    });
    // In 20 days, nothing is ordered, so the usual sales are the whole 73 lb.
    expect(await at(20)).toMatchObject({ orderedLb: 33_00, usualLb: 73_00, needLb: 106_00 });
  });

  it("is reduced by stock on hand and incoming, but not by lots on hold or expired", async () => {
    await db.insert(productStock).values([
      { productId: ribeye.id, tracking: "lb" },
      { productId: roast.id, tracking: "pieces" },
    ]);
    const [good, held, old] = [
      await insertLot(db),
      await insertLot(db),
      await insertLot(db, { expiresOn: daysAfter(today, -1) }),
    ];
    const entry = { productId: ribeye.id, kind: "received" as const };
    await db.insert(stockEntries).values([
      { ...entry, lotId: good.id, lb: "10.00" },
      { ...entry, lotId: held.id, lb: "7.00" },
      { ...entry, lotId: old.id, lb: "2.00" },
      { productId: roast.id, kind: "count", lb: "9.00", pieces: 2 },
    ]);
    await holdLot(db, admin, held.id, "Doubtful");
    await db.insert(stockIncoming).values([
      { productId: ribeye.id, arrivesOn: daysAfter(today, 1), lb: "1.00" },
      { productId: ribeye.id, arrivesOn: daysAfter(today, 4), lb: "3.00" },
      { productId: ribeye.id, arrivesOn: daysAfter(today, 40), lb: "90.00" },
    ]);
    await order({ productId: ribeye.id, quantity: "30.00" }, 1);
    await order({ productId: roast.id, quantity: "1.00" }, 1);
    const of = await planned();
    expect(of(ribeye.id)).toMatchObject({
      stock: { onHandLb: 10_00, heldLb: 9_00, comesByDayLb: 1_00, comesLb: 4_00 },
      thereLb: 11_00,
      toCutLb: 19_00,
      needLb: 16_00,
    });
    // Two pieces of about 4 lb.
    expect(of(roast.id)?.stock).toMatchObject({ onHandLb: 8_00 });
  });

  it("is met only from lots that are neither on hold nor expired on the planned day", async () => {
    await db.insert(productStock).values([
      { productId: ribeye.id, tracking: "lb" },
      { productId: roast.id, tracking: "pieces" },
    ]);
    const stocked = async (expiresOn: string | null, lb: string) => {
      const { id: lotId } = await insertLot(db, { expiresOn });
      const entry = { lotId, kind: "received" as const, lb };
      await db.insert(stockEntries).values([
        { ...entry, productId: ribeye.id },
        { ...entry, productId: roast.id, pieces: 3 },
      ]);
      return lotId;
    };
    await stocked(null, "262.59");
    await stocked(daysAfter(today, -1), "4.95");
    await stocked(daysAfter(today, 1), "5.46");
    const at = async (inDays: number) =>
      planned(new Map(), planDays(daysAfter(today, inDays), today));
    await order({ productId: ribeye.id, quantity: "5.00" }, 1);
    await order({ productId: ribeye.id, quantity: "300.00" }, 2);
    await order({ productId: roast.id, quantity: "4.00" }, 2);
    // The best-before date is the last good day.
    expect((await at(1))(ribeye.id)?.stock).toMatchObject({ onHandLb: 268_05, heldLb: 4_95 });
    const cut = (await at(2))(ribeye.id);
    expect(cut?.stock).toMatchObject({ onHandLb: 262_59, heldLb: 10_41, untilThenLb: 5_46 });
    // An order for the day before gets the meat that is too old for this day.
    expect(cut).toMatchObject({ servedLb: 5_00, thereLb: 262_59, toCutLb: 37_41 });
    expect((await at(2))(roast.id)?.stock).toMatchObject({
      onHandLb: 12_00,
      heldLb: 24_00,
      unusable: [
        { isHeld: false, lb: 12_00, pieces: 3 },
        { isHeld: false, lb: 12_00, pieces: 3 },
      ],
    });
  });

  it("lists meat from lots on hold that is packed for the day", async () => {
    const { id: lotId, code } = await insertLot(db);
    const packed = async (inDays: number | null, over: Parameters<typeof order>[2] = {}) => {
      const { item } = await order({ productId: roast.id, quantity: "9.00" }, inDays, over);
      await insertPackage(db, item.id, { value: "4", unit: "lb" }, { lotId, pieces: 1 });
      return item.productName;
    };
    const product = await packed(1);
    await packed(1, { status: "fulfilled" });
    await packed(1, { status: "cancelled" });
    await packed(2);
    await packed(null, { status: "fulfilled" });
    const found = async () => {
      const { packedOnHold } = await cuttingPlan(db, admin, days, new Map());
      return packedOnHold.filter(({ id }) => id === lotId);
    };
    expect(await found()).toEqual([]);
    await holdLot(db, admin, lotId, "Doubtful");
    expect(await found()).toEqual([
      { id: lotId, code, product, isHeld: true, lb: 8_00, pieces: 2 },
    ]);
  });

  it("is met from the lots of an untracked cut, except those on hold or expired", async () => {
    const cutOf = async (lb: string, over: Parameters<typeof insertLot>[1] = {}) => {
      const lot = await insertLot(db, { receivedLb: "100.00", ...over });
      const cut = await cutLots(
        db,
        admin,
        {
          requestId: randomUUID(),
          kind: "Rib",
          differenceReason: "",
          confirmed: ["isMeant", "isExpiryMeant"],
          inputs: [{ row: 1, name: lot.code, lb }],
          outputs: [{ row: 1, productId: ribeye.id, code: "", lb }],
          wastes: [],
        },
        "Sample Beef",
      );
      const [output] = (await getCutting(db, admin, cut))?.outputs ?? [];
      return output?.lotId ?? "";
    };
    const good = await cutOf("20.00");
    const doubtful = await cutOf("7.00");
    await holdLot(db, admin, doubtful, "Doubtful");
    await cutOf("2.00", { expiresOn: daysAfter(today, -1) });
    const packed = await order({ productId: ribeye.id, quantity: "5.00" }, 1);
    await insertPackage(db, packed.item.id, { value: "5", unit: "lb" }, { lotId: good });
    await order({ productId: ribeye.id, quantity: "30.00" }, 1);
    expect((await planned())(ribeye.id)).toMatchObject({
      stock: null,
      inLotsLb: 15_00,
      thereLb: 15_00,
      toCutLb: 15_00,
      needLb: 15_00,
      inLots: {
        lots: [{ id: good, lb: 15_00 }],
        heldLb: 9_00,
        unusable: expect.arrayContaining([
          expect.objectContaining({ id: doubtful, isHeld: true, lb: 7_00 }),
        ]),
      },
    });
    await db.insert(productStock).values({ productId: ribeye.id, tracking: "lb" });
    expect((await planned())(ribeye.id)).toMatchObject({ inLotsLb: 0 });
  });

  it("is met from lots that aren't products, except those on hold, expired or empty", async () => {
    const name = `Hind ${randomUUID().slice(0, 8)}`;
    const id = await add({ name });
    const there = async (over: Parameters<typeof insertLot>[1], lb: string) => {
      const lot = await insertLot(db, { receivedLb: lb, ...over });
      await db
        .insert(stockEntries)
        .values({ productId: null, lotId: lot.id, kind: "received", lb });
      const cut = await cutLots(
        db,
        admin,
        {
          requestId: randomUUID(),
          kind: "Side",
          differenceReason: "",
          confirmed: ["isExpiryMeant"],
          inputs: [{ row: 1, name: lot.code, lb: "10" }],
          outputs: [{ row: 1, productId: null, what: name, code: "", lb: "10" }],
          wastes: [],
        },
        "Sample Beef",
      );
      const [output] = (await getCutting(db, admin, cut))?.outputs ?? [];
      return output?.lotId ?? "";
    };
    const good = await there({}, "10.00");
    const held = await there({}, "10.00");
    await holdLot(db, admin, held, "Doubtful");
    const expired = await there({ expiresOn: daysAfter(today, -1) }, "10.00");
    await order({ productId: ribeye.id, quantity: "62.50" }, 1);
    const { plan } = await cuttingPlan(db, admin, days, new Map());
    const hind = plan.primals.find((primal) => primal.id === id);
    expect(hind).toMatchObject({ needLb: 100_00, freeLb: 10_00, buyLb: 90_00 });
    expect(hind?.lots.map((lot) => lot.id)).toEqual([good]);
    // The others are named, so that nobody wonders where they are.
    expect(hind?.unusable).toMatchObject([
      { id: expired, isHeld: false, lb: 10_00, pieces: null },
      { id: held, isHeld: true, lb: 10_00, pieces: null },
    ]);
  });

  it("is exported with each of its figures, and without prices", async () => {
    await order({ productId: ribeye.id, quantity: "30.00" }, 1);
    const name = `Rib ${randomUUID()}`;
    await add({ name });
    let csv = "";
    for await (const piece of exportCuttingPlan(db, admin, days, async () => new Map()))
      csv += piece;
    const lines = csv.split("\r\n");
    expect(lines.find((line) => line.startsWith(`"${name}",Eye,Ribeye,`))).toMatch(
      /,30\.00,,,,30\.00,30\.00,0\.00,0\.00,,,,,30\.00,62\.50,,,48\.00,48\.00,/,
    );
    expect(lines.find((line) => line.startsWith(`"${name}",,,`))).toMatch(/,48\.00$/);
    expect(csv).not.toMatch(/\$|CAD|24\.99/);
  });
});

describe("usual yields", () => {
  it("are shown beside the yields of the sheets of that kind", async () => {
    const id = await add({ name: "Rib for Sheets" });
    const lot = await insertLot(db, { receivedLb: "500.00" });
    const cut = (kind: string, lb: string) =>
      cutLots(
        db,
        admin,
        {
          requestId: randomUUID(),
          kind,
          differenceReason: "",
          confirmed: ["isMeant"],
          inputs: [{ row: 1, name: lot.code, lb: "100" }],
          outputs: [{ row: 1, productId: ribeye.id, code: "", lb }],
          wastes: [{ row: 1, reason: "Bone", lb: String(100 - Number(lb)) }],
        },
        "Sample Beef",
      );
    await cut("rib for sheets", "50");
    await cut("Rib for Sheets", "59");
    await cut("Chuck", "90");
    const found = (await listPrimals(db, admin)).find((primal) => primal.id === id);
    expect(found?.cuts[0]).toMatchObject({
      name: "Ribeye",
      yieldPct: 62_50,
      actual: { sheets: 2, inputLb: 200_00, outputLb: 109_00 },
    });
  });

  it("are stored once, refused from an outdated version, and logged", async () => {
    const id = randomUUID();
    const form = typed();
    await Promise.all([
      savePrimal(db, admin, { id, version: 0 }, form),
      savePrimal(db, admin, { id, version: 0 }, form),
    ]);
    const cuts = [{ row: 1, productId: ribeye.id, part: "", yieldPct: 50_00 }];
    await savePrimal(db, admin, { id, version: 1 }, { ...form, cuts });
    const late = await refusal(savePrimal(db, admin, { id, version: 1 }, form));
    expect(late).toMatchObject({ code: "changed", fields: { version: "2" } });
    expect(await db.select().from(primalCuts).where(eq(primalCuts.primalId, id))).toMatchObject([
      { productId: ribeye.id, part: "", yieldPct: "50.00" },
    ]);
    const log = await auditEntries(db, "cutting", id);
    expect(log.map(({ action }) => action)).toEqual(["yields changed", "yields changed"]);
    await removePrimal(db, admin, id);
    expect(await refusal(removePrimal(db, admin, id))).toMatchObject({ code: "gone" });
    expect(await refusal(savePrimal(db, admin, { id, version: 2 }, form))).toMatchObject({
      code: "gone",
    });
  });

  it("refuse another primal's cuts, a second trim, and a primal as a cut", async () => {
    const chuck = await add({ name: "Chuck of tests", productId: roast.id, isTrim: true });
    const errorsOf = async (over: Partial<TypedPrimal>) =>
      (await refusal(savePrimal(db, admin, { id: randomUUID(), version: 0 }, typed(over)))).answer
        .errors;
    const cuts = [{ row: 3, productId: ribeye.id, part: "", yieldPct: 1_00 }];
    expect(await errorsOf({ name: "CHUCK OF TESTS" })).toHaveProperty("name");
    expect(await errorsOf({ cuts })).toHaveProperty("cut3");
    expect(await errorsOf({ isTrim: true, cuts: [] })).toHaveProperty("isTrim");
    expect(await errorsOf({ productId: roast.id, cuts: [] })).toHaveProperty("productId");
    expect(await errorsOf({ productId: ribeye.id, cuts: [] })).toHaveProperty("productId");
    expect(
      await errorsOf({ cuts: [{ row: 1, productId: roast.id, part: "", yieldPct: 1_00 }] }),
    ).toHaveProperty("cut1");
    expect(await errorsOf({ productId: randomUUID(), cuts: [] })).toHaveProperty("productId");
    expect(await errorsOf({ productId: "x", cuts: [] })).toHaveProperty("productId");
    expect(await db.select().from(primals)).toHaveLength(1);
    // Saving a primal's own products again is no conflict.
    await savePrimal(
      db,
      admin,
      { id: chuck, version: 1 },
      typed({ name: "Chuck of tests", productId: roast.id, isTrim: true }),
    );
  });

  it("can be filled with samples for existing products, marked as samples until saved", async () => {
    await insertProduct(db, { name: "Flank", slug: "flank-steak" });
    await fillWithSample(db, admin);
    expect(await refusal(fillWithSample(db, admin))).toMatchObject({ code: "exists" });
    const all = await listPrimals(db, admin);
    expect(all.every(({ isSample }) => isSample)).toBe(true);
    expect(all.at(-1)).toMatchObject({ name: "Trim", isTrim: true });
    const flank = all.find(({ name }) => name === "Plate and flank");
    expect(flank?.cuts.map(({ name, yieldPct }) => [name, yieldPct])).toEqual([["Flank", 10_00]]);
    await savePrimal(db, admin, { id: flank?.id ?? "", version: 1 }, typed({ cuts: [] }));
    expect((await listPrimals(db, admin)).filter(({ isSample }) => !isSample)).toHaveLength(1);
  });
});
