import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { balanceLots } from "#app/domain/lots/lot-trace.server.ts";
import { lotsToOffer } from "#app/domain/lots/lots.server.ts";
import { refuseUsedLots, voidLots } from "#app/domain/lots/void-lots.server.ts";
import { sumLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { stockEntries, stockIncoming } from "#db/schema/meat/stock.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  addIncoming,
  countStock,
  endIncoming,
  moreThanThere,
  setTracking,
  wasteStock,
} from "./keep-stock.server.ts";
import { enterStock } from "./stock-entries.server.ts";
import type { CountedLot } from "./stock-form.ts";
import { getStock, listStock, lotsToPack } from "./stock-lists.server.ts";
import { withStock } from "./stock-offers.server.ts";
import { takeBackEntry } from "./take-back.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let product: typeof products.$inferSelect;
const today = pacificDay(new Date());

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  product = await insertProduct(db, { name: `Brisket ${randomUUID().slice(0, 6)}` });
  await track({ tracking: "lb" });
});
afterAll(() => database.close());

function track(over: object, version = 0, id = product.id) {
  const wanted = { tracking: "lb" as const, lowAt: null, closedUntil: null, version, ...over };
  return setTracking(db, admin, id, wanted);
}

function count(rows: CountedLot[], requestId: string = randomUUID()) {
  return countStock(db, admin, product.id, { requestId, rows, reason: "Weekly count" });
}

const waste = (amount: string, over: object = {}) =>
  wasteStock(db, admin, product.id, {
    requestId: randomUUID(),
    lot: "",
    amount,
    reason: "Dropped",
    ...over,
  });

/** Returns the newest entry as shown on pages. */
async function newest() {
  const [entry] = (await getStock(db, admin, product.id))?.movements.rows ?? [];
  if (!entry) throw new Error("There is no entry");
  return entry;
}

/** Returns the pounds on hand, after checking that they equal the sum of entries. */
async function onHand(): Promise<number> {
  const view = await getStock(db, admin, product.id);
  const entries = await db
    .select()
    .from(stockEntries)
    .where(eq(stockEntries.productId, product.id));
  const sum = entries.reduce((total, { lb }) => total + Math.round(Number(lb) * 100), 0);
  expect(view?.onHand).toBe(sum);
  expect(view?.lots.reduce((total, { amount }) => total + amount, 0)).toBe(sum);
  return sum / 100;
}

const refusal = (write: Promise<unknown>) =>
  write.then(
    () => "accepted",
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return { code: error.code, errors: error.answer.errors, fields: error.fields };
    },
  );

describe("a count", () => {
  it("becomes an entry of the difference, by lot", async () => {
    const lot = await insertLot(db);
    expect(
      await count([
        { lotId: null, counted: "12,5", seen: 0 },
        { lotId: lot.id, counted: "30", seen: 0 },
      ]),
    ).toEqual(["+12.5 lb", "+30 lb"]);
    expect(await onHand()).toBe(42.5);
    expect(await count([{ lotId: lot.id, counted: "28.25", seen: 30_00 }])).toEqual(["−1.75 lb"]);
    expect(await onHand()).toBe(40.75);
    expect(await count([{ lotId: lot.id, counted: "28.25", seen: 28_25 }])).toEqual([]);
    const view = await getStock(db, admin, product.id);
    expect(view).toMatchObject({ needsCount: false, countedAt: expect.any(Date) });
    // A count without a difference is an entry too.
    expect(view?.movements.rows.slice(0, 2)).toMatchObject([
      { kind: "count", amount: 0, lotCode: lot.code, isByHand: true },
      {
        kind: "count",
        amount: -1_75,
        lotCode: lot.code,
        reason: "Weekly count",
        by: admin.email,
      },
    ]);
  });

  it("without a difference records once that the lot was counted, until it is reversed", async () => {
    const lot = await insertLot(db, { receivedLb: "40.00" });
    const came = { productId: product.id, lotId: lot.id, kind: "received" as const, lb: "40.00" };
    await db.transaction((tx) => enterStock(tx, null, [came]));
    const balance = async () => (await balanceLots(db, admin, [lot.id]))[0];
    expect(await balance()).toMatchObject({ onHandLb: null, uncountedLb: "40.00" });
    const requestId = randomUUID();
    const rows = [{ lotId: lot.id, counted: "40", seen: 40_00 }];
    expect([await count(rows, requestId), await count(rows, requestId)]).toEqual([[], []]);
    expect(await balance()).toMatchObject({
      onHandLb: "40.00",
      uncountedLb: null,
      countedLb: "0.00",
      countedAt: expect.any(Date),
    });
    const entries = eq(stockEntries.lotId, lot.id);
    expect(await db.$count(stockEntries, entries)).toBe(2);
    await takeBackEntry(db, admin, { id: (await newest()).id, reason: "It was another lot" });
    expect(await balance()).toMatchObject({ onHandLb: null, countedAt: null });
    expect((await newest()).mark).toBe("takes back");
  });

  it("of a lot shared with another product asks before it implies that the other is gone", async () => {
    const other = await insertProduct(db, { name: `Stewing Beef ${randomUUID().slice(0, 6)}` });
    const lot = await insertLot(db, { receivedLb: "950.00" });
    const order = await insertOrder(db, (await insertClient(db)).user.id);
    const item = await insertOrderItem(db, order.id, { productId: other.id });
    await insertPackage(db, item.id, { value: "20.17", unit: "lb" }, { lotId: lot.id });
    const rows = [{ lotId: lot.id, counted: "200", seen: 0 }];
    const counting = (isMeant: boolean) =>
      refusal(
        countStock(db, admin, product.id, { requestId: randomUUID(), rows, reason: "", isMeant }),
      );
    const left = async () => (await sumsOfLots(db, [lot.id])).get(lot.id)?.leftLb;
    expect(await left()).toBe("929.83");
    expect(await counting(false)).toMatchObject({
      code: "shared lot",
      errors: {
        isMeant: [expect.stringMatching(new RegExp(`${other.name} too.*929.83 lb.*200 lb`))],
      },
    });
    expect(await left()).toBe("929.83");
    expect(await counting(true)).toBe("accepted");
    expect(await left()).toBe("200.00");
    // With every product's share in stock, a count only changes its own.
    await track({}, 0, other.id);
    await countStock(db, admin, other.id, {
      requestId: randomUUID(),
      rows: [{ lotId: lot.id, counted: "300", seen: 0 }],
      reason: "",
      isMeant: true,
    });
    await count([{ lotId: lot.id, counted: "190", seen: 200_00 }]);
    expect(await left()).toBe("490.00");
  });

  it("of more than ever came in asks first, and writes nothing until it is confirmed", async () => {
    const lot = await insertLot(db, { receivedLb: "180.00" });
    const counting = (counted: string, over: object = {}) =>
      refusal(
        countStock(db, admin, product.id, {
          requestId: randomUUID(),
          rows: [{ lotId: lot.id, counted, seen: 0 }],
          reason: "",
          ...over,
        }),
      );
    expect(await counting("8910")).toMatchObject({
      code: "more than came",
      errors: { isMore: [expect.stringMatching(/^Only 180 lb of lot .* counted 8,910 lb\./)] },
    });
    expect(await onHand()).toBe(0);
    // The product's own entries take precedence over the lot's total weight.
    const entry = { productId: product.id, lotId: lot.id, kind: "received" as const };
    await db.insert(stockEntries).values([
      { ...entry, lb: "100.00" },
      { ...entry, kind: "waste", lb: "-100.00" },
    ]);
    expect(await counting("100.01")).toMatchObject({ code: "more than came" });
    expect(await counting("100.01", { isMore: true })).toBe("accepted");
    expect(await onHand()).toBe(100.01);
  });

  it("that is sent twice is entered once, even concurrently", async () => {
    const requestId = randomUUID();
    const rows = [{ lotId: null, counted: "9", seen: 0 }];
    await Promise.all([count(rows, requestId), count(rows, requestId)]);
    await count(rows, requestId);
    expect(await onHand()).toBe(9);
    expect(await db.$count(stockEntries, eq(stockEntries.productId, product.id))).toBe(1);
  });

  it("by two people concurrently is stored for one, and refused for the other", async () => {
    const outcomes = await Promise.all(
      ["10", "11"].map((counted) => refusal(count([{ lotId: null, counted, seen: 0 }]))),
    );
    expect(outcomes.filter((one) => one === "accepted")).toHaveLength(1);
    const there = await onHand();
    expect(outcomes.find((one) => one !== "accepted")).toEqual({
      code: "changed",
      errors: { "count-unknown": [`The stock says ${there} lb now`] },
      fields: { "seen-unknown": String(there * 100) },
    });
  });

  it.each([
    ["-1", "There can't be less than nothing. Enter 0 if there is none."],
    ["−2.5", "There can't be less than nothing. Enter 0 if there is none."],
    ["many", "Enter pounds, for instance 37.5"],
    ["1.234", "Enter pounds, for instance 37.5"],
    ["99999999", "Enter pounds, for instance 37.5"],
  ])("of %s is refused, and nothing of the form is stored", async (counted, message) => {
    const lot = await insertLot(db);
    const rows = [
      { lotId: lot.id, counted: "5", seen: 0 },
      { lotId: null, counted, seen: 0 },
    ];
    expect(await refusal(count(rows))).toMatchObject({
      code: "invalid",
      errors: { "count-unknown": [message] },
    });
    expect(await onHand()).toBe(0);
  });

  it("of an unknown lot, without a number, or of an untracked product is refused", async () => {
    expect(await refusal(count([]))).toMatchObject({ code: "invalid" });
    const rows = [{ lotId: randomUUID(), counted: "5", seen: 0 }];
    expect(await refusal(count(rows))).toMatchObject({ code: "invalid" });
    await track({ tracking: "none" }, 1);
    expect(await refusal(count([{ lotId: null, counted: "5", seen: 0 }]))).toMatchObject({
      code: "changed",
    });
  });
});

it("waste needs an amount, is entered once, and above the stock asks for a count", async () => {
  await count([{ lotId: null, counted: "5", seen: 0 }]);
  const requestId = randomUUID();
  await waste("2", { requestId });
  await waste("2", { requestId });
  expect(await onHand()).toBe(3);
  expect(await refusal(waste("0"))).toMatchObject({ errors: { amount: ["Enter more than 0"] } });
  await waste("4", { isMeant: true });
  expect(await onHand()).toBe(-1);
  expect(await getStock(db, admin, product.id)).toMatchObject({
    needsCount: true,
    available: -100,
  });
  expect(
    (await listStock(db, admin)).tracked.find((one) => one.productId === product.id),
  ).toMatchObject({ onHand: -100, needsCount: true });
});

it("proposes the lots on hand that expire first", async () => {
  const [later, sooner, gone, expired] = await Promise.all([
    insertLot(db, { expiresOn: daysAfter(today, 9) }),
    insertLot(db, { expiresOn: daysAfter(today, 2) }),
    insertLot(db, { expiresOn: daysAfter(today, 1) }),
    insertLot(db, { expiresOn: daysAfter(today, -1) }),
  ]);
  const none = await insertLot(db);
  await count(
    [none, later, sooner, expired].map(({ id }) => ({ lotId: id, counted: "5", seen: 0 })),
  );
  const proposed = async (search = "") =>
    (await lotsToPack(db, admin, { productId: product.id, search })).there;
  expect((await proposed()).map(({ id }) => id)).toEqual([sooner.id, later.id, none.id]);
  expect((await proposed(later.code)).map(({ id }) => id)).toEqual([later.id]);
  expect((await proposed()).some(({ id }) => id === gone.id)).toBe(false);
});

it.each([
  ["counted", (lotId: string) => count([{ lotId, counted: "40", seen: 0 }])],
  ["thrown away", (lotId: string) => waste("1", { lot: lotId, isMeant: true })],
])("a lot that is being voided can't be %s", async (_, enter) => {
  const lot = await insertLot(db);
  const { waiting: said } = await db.transaction(async (tx) => {
    await refuseUsedLots(tx, [lot.id]);
    const waiting = saidBy(enter(lot.id));
    await setTimeout(200);
    await voidLots(tx, admin, [lot.id], "Typo");
    return { waiting };
  });
  expect(await said).toBe(`Lot ${lot.code} was entered by mistake and is void. Nothing was saved.`);
  expect(await db.$count(stockEntries, eq(stockEntries.lotId, lot.id))).toBe(0);
});

it("offers packers the lots that the stock lists, and an empty one only by its code", async () => {
  const mark = randomUUID().slice(0, 8);
  const of = (code: string, over: object = {}) =>
    insertLot(db, { code: `${code}-${mark}`, ...over });
  // Half of the lot was another product's, so some of it is left.
  const [left, shared, gone] = await Promise.all([
    of("LEFT"),
    of("SHARED", { receivedLb: "50.00" }),
    of("VOID", { voidedAt: new Date() }),
  ]);
  const entry = { productId: product.id, kind: "received" as const, lb: "5.00" };
  await db.transaction((tx) =>
    enterStock(tx, null, [
      { ...entry, lotId: left.id },
      { ...entry, lotId: shared.id },
      { ...entry, lotId: shared.id, kind: "waste", lb: "-5.00" },
      { ...entry, lotId: gone.id },
      { ...entry, lotId: gone.id, kind: "waste", lb: "-5.00" },
    ]),
  );
  const offered = async (search: string) => {
    const { there, emptied } = await lotsToPack(db, admin, { productId: product.id, search });
    const first = there.map(({ id }) => id);
    const found = await lotsToOffer(db, admin, { search, productId: product.id, first, emptied });
    return found.map(({ code }) => code).filter((code) => code.endsWith(mark));
  };
  const listed = (await getStock(db, admin, product.id))?.lots.map(({ code }) => code);
  expect(listed).toEqual([left.code]);
  expect(await offered("")).toEqual([left.code]);
  expect(await offered(mark)).toEqual([left.code, shared.code]);
});

it("promises nothing from a lot on hold, until it is released", async () => {
  const [bad, good] = await Promise.all([insertLot(db), insertLot(db)]);
  await count([
    { lotId: bad.id, counted: "9", seen: 0 },
    { lotId: good.id, counted: "4", seen: 0 },
  ]);
  const listed = async () =>
    (await listStock(db, admin)).tracked.find((one) => one.productId === product.id);
  await holdLot(db, admin, bad.id, "Temperature");
  expect(await listed()).toMatchObject({ onHand: 13_00, held: 9_00, available: 4_00 });
  const [offered] = await withStock(db, [{ id: product.id }]);
  expect(offered?.left?.from[0]?.most).toBe(4_00);
  // It is marked on the count form, and not offered for packing.
  const marked = (await getStock(db, admin, product.id))?.lots ?? [];
  expect(new Map(marked.map(({ lotId, isHeld }) => [lotId, isHeld]))).toEqual(
    new Map([
      [bad.id, true],
      [good.id, false],
    ]),
  );
  const { there } = await lotsToPack(db, admin, { productId: product.id, search: "" });
  expect(there.map(({ id }) => id)).toEqual([good.id]);
  await releaseLot(db, admin, bad.id, "Measured again");
  expect(await listed()).toMatchObject({ onHand: 13_00, held: 0, available: 13_00 });
});

it("entries are neither changed nor removed", async () => {
  await count([{ lotId: null, counted: "5", seen: 0 }]);
  const own = eq(stockEntries.productId, product.id);
  const changing = db.update(stockEntries).set({ lb: "6.00" }).where(own);
  expect(await refusalOf(changing)).toBe("stock_entries_append_only");
  expect(await refusalOf(db.delete(stockEntries).where(own))).toBe("stock_entries_append_only");
});

it("lists packages from before tracking, which changed no stock, beside the entries", async () => {
  const meat = await insertProduct(db, { name: `Shank ${randomUUID().slice(0, 6)}` });
  const order = await insertOrder(db, (await insertClient(db)).user.id);
  const item = await insertOrderItem(db, order.id, { productId: meat.id });
  const pack = (value: string) => insertPackage(db, item.id, { value, unit: "lb" });
  await pack("20.15");
  await track({}, 0, meat.id);
  await pack("3");
  const view = await getStock(db, admin, meat.id);
  expect(view?.onHand).toBe(-3_00);
  expect(view?.movements.rows).toMatchObject([
    { kind: "packed", amount: -3_00, lotId: null, mark: null },
    ...[{ kind: "packed", amount: -20_15, lotId: null, mark: "not tracked", isByHand: false }],
  ]);
  expect(view?.movements.rows.map((one) => one.order?.id)).toEqual([order.id, order.id]);
});

it("expected stock is noted once, and becomes stock on arrival", async () => {
  const requestId = randomUUID();
  const coming = { requestId, arrivesOn: daysAfter(today, 3), amount: "40", note: "Sample Packer" };
  const add = (over: object = {}) =>
    addIncoming(db, admin, product.id, { ...coming, ...over }, today);
  await Promise.all([add(), add()]);
  expect(await db.$count(stockIncoming, eq(stockIncoming.productId, product.id))).toBe(1);
  expect(await getStock(db, admin, product.id)).toMatchObject({ incoming: 40_00, onHand: 0 });
  const before = { requestId: randomUUID(), arrivesOn: daysAfter(today, -1) };
  expect(await refusal(add(before))).toMatchObject({
    errors: { arrivesOn: ["Choose today or a later day"] },
  });
  const end = (isThere: boolean, id = requestId) =>
    endIncoming(db, admin, product.id, { id, isThere });
  await Promise.all([end(true), end(true)]);
  await end(false);
  expect(await onHand()).toBe(40);
  const other = randomUUID();
  await add({ requestId: other });
  await end(false, other);
  expect(await onHand()).toBe(40);
  expect((await auditEntries(db, "product", product.id)).map(({ action }) => action)).toEqual([
    ...["stock tracking", "stock expected", "stock arrived", "stock expected"],
    "stock not expected",
  ]);
});

describe("the tracking of a product", () => {
  it("is in pieces only if it is sold by the piece, with a whole number of pieces as the low mark", async () => {
    expect(await refusal(track({ tracking: "pieces" }, 1))).toMatchObject({
      errors: { tracking: ["It is sold by the pound. Count it in pounds."] },
    });
    const piece = await insertProduct(db, { soldBy: "piece", typicalPieceLb: "1.25" });
    const low = track({ tracking: "pieces", lowAt: "2.5" }, 0, piece.id);
    expect(await refusal(low)).toMatchObject({
      errors: { lowAt: ["Enter whole pieces, for instance 5"] },
    });
    await track({ tracking: "pieces", lowAt: "3" }, 0, piece.id);
    await countStock(db, admin, piece.id, {
      requestId: randomUUID(),
      reason: "",
      rows: [{ lotId: null, counted: "4", seen: 0 }],
    });
    // Their pounds are entered too.
    const [entry] = await db
      .select()
      .from(stockEntries)
      .where(eq(stockEntries.productId, piece.id));
    expect(entry).toMatchObject({ pieces: 4, lb: "5.00" });
  });

  it("counts a lot's pieces at their average weight, and others at the usual one", async () => {
    const piece = await insertProduct(db, { soldBy: "piece", typicalPieceLb: "1.25" });
    await track({ tracking: "pieces" }, 0, piece.id);
    const lotId = (await insertLot(db)).id;
    const came = { productId: piece.id, lotId, kind: "received" as const };
    await db.transaction((tx) =>
      enterStock(tx, admin.userId, [
        { ...came, lb: "55.00", pieces: 37 },
        // The pounds were corrected, the pieces were not.
        { ...came, lb: "-5.00", pieces: 0 },
      ]),
    );
    await countStock(db, admin, piece.id, {
      requestId: randomUUID(),
      reason: "",
      rows: [
        { lotId, counted: "36", seen: 37 },
        { lotId: null, counted: "4", seen: 0 },
      ],
    });
    const pounds = async () => {
      const entries = await db
        .select()
        .from(stockEntries)
        .where(eq(stockEntries.productId, piece.id));
      return [lotId, null].map((id) =>
        sumLb(entries.filter((e) => e.lotId === id).map((e) => e.lb)),
      );
    };
    // 36 of 37 pieces that weighed 50 lb.
    expect(await pounds()).toEqual([48_65, 5_00]);
    await wasteStock(db, admin, piece.id, {
      requestId: randomUUID(),
      lot: lotId,
      amount: "36",
      reason: "Dropped",
    });
    expect(await pounds()).toEqual([0, 5_00]);
  });

  it("is refused from an outdated version", async () => {
    expect(await refusal(track({ lowAt: "5" }, 0))).toMatchObject({
      code: "changed",
      fields: { version: "1" },
    });
    await track({ lowAt: "5" }, 1);
    expect(await getStock(db, admin, product.id)).toMatchObject({ lowAt: "5.00", version: 2 });
  });

  it("asks for a count when counting starts again", async () => {
    await count([{ lotId: null, counted: "5", seen: 0 }]);
    await track({ tracking: "closed", closedUntil: daysAfter(today, 2) }, 1);
    expect(await getStock(db, admin, product.id)).toMatchObject({
      needsCount: false,
      available: null,
      shown: { kind: "out", until: daysAfter(today, 2) },
    });
    await track({ tracking: "lb" }, 2);
    expect(await getStock(db, admin, product.id)).toMatchObject({
      needsCount: true,
      onHand: 5_00,
      closedUntil: null,
    });
  });

  it("is refused for an unknown product", async () => {
    expect(await refusal(track({}, 0, randomUUID()))).toMatchObject({ code: "gone" });
    expect(await getStock(db, admin, "nothing")).toBeNull();
  });
});

describe("a mistaken entry", () => {
  it.each([
    [0, "None of it is on hand, and 30 pieces would be thrown away."],
    [1, "Only 1 piece of it is on hand, and 30 pieces would be thrown away."],
    [24, "Only 24 pieces of it are on hand, and 30 pieces would be thrown away."],
  ])("of more waste than the %i pieces on hand is questioned in a sentence", (there, words) => {
    expect(moreThanThere(30, there, "pieces").message).toContain(words);
  });

  it("of more waste than is on hand needs confirmation", async () => {
    const lot = await insertLot(db);
    await count([
      { lotId: lot.id, counted: "40", seen: 0 },
      { lotId: null, counted: "2", seen: 0 },
    ]);
    expect(await refusal(waste("45", { lot: lot.id }))).toMatchObject({
      code: "more than there",
      errors: { isMeant: [expect.stringContaining("Only 40 lb of it are on hand, and 45 lb")] },
    });
    // Stock of no known lot may be from any lot.
    expect(await refusal(waste("42.01"))).toMatchObject({ code: "more than there" });
    await waste("40", { lot: lot.id });
    expect(await refusal(waste("1", { lot: lot.id }))).toMatchObject({
      errors: { isMeant: [expect.stringContaining("None of it is on hand")] },
    });
    await waste("1", { lot: lot.id, isMeant: true });
    expect(await onHand()).toBe(1);
  });

  it("is reversed once by another entry, both marked, and not in the lot's waste", async () => {
    const lot = await insertLot(db, { receivedLb: "40.00" });
    await count([{ lotId: lot.id, counted: "40", seen: 0 }]);
    await waste("4.5", { lot: lot.id });
    const typo = await newest();
    expect(typo).toMatchObject({ kind: "waste", mark: null, isByHand: true });
    const takeBack = () => takeBackEntry(db, admin, { id: typo.id, reason: "0.45 was meant" });
    await Promise.all([takeBack(), takeBack()]);
    await takeBack();
    expect(await onHand()).toBe(40);
    const view = await getStock(db, admin, product.id);
    expect(view?.movements.rows.filter(({ kind }) => kind === "waste")).toMatchObject([
      { amount: 4_50, mark: "takes back", reason: "0.45 was meant", by: admin.email },
      { amount: -4_50, mark: "taken back" },
    ]);
    const [balance] = await balanceLots(db, admin, [lot.id]);
    expect(balance).toMatchObject({ wastedLb: "0.00" });
    const [reversal] = view?.movements.rows ?? [];
    const again = takeBackEntry(db, admin, { id: reversal?.id ?? "", reason: "No" });
    expect(await refusal(again)).toMatchObject({ code: "invalid" });
  });

  it("before a count is not reversed, nor is the entry of a receipt, a sheet or a package", async () => {
    const lot = await insertLot(db);
    await count([{ lotId: lot.id, counted: "40", seen: 0 }]);
    const first = await newest();
    await count([{ lotId: lot.id, counted: "30", seen: 40_00 }]);
    const second = await newest();
    const takeBack = ({ id }: { id: string }) => takeBackEntry(db, admin, { id, reason: "Typo" });
    expect(await refusal(takeBack(first))).toMatchObject({ code: "counted since" });
    await takeBack(second);
    await takeBack(first);
    expect(await onHand()).toBe(0);
    await db
      .insert(stockEntries)
      .values({ productId: product.id, lotId: lot.id, kind: "received", lb: "9" });
    expect(await refusal(takeBack(await newest()))).toMatchObject({ code: "invalid" });
    expect(await refusal(takeBack({ id: randomUUID() }))).toMatchObject({ code: "gone" });
    // Entries and their reversals are deleted with the product.
    await db.delete(products).where(eq(products.id, product.id));
  });
});
