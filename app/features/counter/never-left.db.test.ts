import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { balanceLots, traceLots, traceUnnamed } from "#app/domain/lots/lot-trace.server.ts";
import { leftWith, whereOfLine } from "#app/domain/lots/lot-trace.ts";
import { refuseUsedLots } from "#app/domain/lots/void-lots.server.ts";
import { marginsOfOrder } from "#app/domain/margins/margins.server.ts";
import { correctLots } from "#app/domain/packages/correct-lots.server.ts";
import { countStock } from "#app/domain/stock/keep-stock.server.ts";
import { poundsOnHand } from "#app/domain/stock/read-stock.server.ts";
import {
  awaitedReturns,
  lastReturns,
  returnsOfOrder,
} from "#app/features/returns/returns.server.ts";
import { takeBackReturn } from "#app/features/returns/take-back-return.server.ts";
import { sales, salesMargins } from "#app/features/sales/sales.server.ts";
import { daysAfter, pacificDay, startOfDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { orderItems } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import type { products } from "#db/schema/products.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { lineOf } from "#tests/setup/factories/tills.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { openForCounter, shop } from "#tests/setup/rooms/counter-tests.ts";
import { refundSale } from "./refund.server.ts";
import type { SaleLine } from "./sale.ts";
import { sell } from "./sell.server.ts";
import { getRefundSlip, readSold } from "./sold.server.ts";

const today = pacificDay(new Date());

let db: Database;
let admin: Admin;
let product: typeof products.$inferSelect;
let lotId: string;
const { sale, refund } = openForCounter((opened) => {
  ({ db, admin } = opened);
});
beforeEach(async () => {
  product = await insertProduct(db, { name: `Cut ${randomUUID()}`, pricePerLb: "10.00" });
  await db.insert(productStock).values({ productId: product.id, tracking: "lb" });
  lotId = await stocked("40.00", { costCents: 160_00 });
});

async function stocked(lb: string, more: Parameters<typeof insertLot>[1] = {}) {
  const { id } = await insertLot(db, { receivedLb: lb, ...more });
  await db
    .insert(stockEntries)
    .values({ productId: product.id, lotId: id, kind: "received", lb, pieces: 40 });
  return id;
}

interface SoldPart extends Partial<SaleLine> {
  value: string;
}

async function sold(...parts: SoldPart[]): Promise<string> {
  const lines = parts.map(({ value, ...more }) => lineOf(product, value, { lotId, ...more }));
  return (await sell(db, admin, sale(lines), shop)).id;
}

/** A refund of meat that never left the counter, unless the customer had it. */
const undone = async (...[id, lines, more]: Parameters<typeof refund>) =>
  refund(id, lines, { meat: "counter", reason: "Flank was keyed", ...more });

const back = async (...of: Parameters<typeof undone>) =>
  refundSale(db, admin, of[0], await undone(...of), shop);

const onHand = () => db.transaction((tx) => poundsOnHand(tx, product.id));
const lot = async (id = lotId) => (await sumsOfLots(db, [id])).get(id);
const traced = async (id = lotId) =>
  (await traceLots(db, admin, [id])).flatMap(({ lines }) => lines);
const margin = async () =>
  (await salesMargins(db, admin, "cut", { from: today, to: today }, { cut: product.id })).get(
    product.name,
  );
const rows = (orderId: string) =>
  db.select().from(returnedGoods).where(eq(returnedGoods.orderId, orderId));

it("meat that never left the counter goes back to its lot, in stock, recall, balance, sales and margin", async () => {
  const [before] = await balanceLots(db, admin, [lotId]);
  const id = await sold({ value: "5.00" });
  expect(await onHand()).toBe("35.00");
  expect((await traced()).map(leftWith)).toEqual([5_00]);

  await back(id, [0]);
  expect(await onHand()).toBe("40.00");
  expect(await lot()).toMatchObject({ leftLb: "40.00", packedLb: "5.00", backLb: "5.00" });
  const lines = await traced();
  expect(lines.map(leftWith)).toEqual([0]);
  expect(lines.map(whereOfLine)).toEqual(["5 lb never left the counter"]);
  expect(await balanceLots(db, admin, [lotId])).toEqual([
    { ...before, meat: product.name, packedLb: "5.00", backLb: "5.00" },
  ]);
  expect(await margin()).toMatchObject({ amountCents: 0, costCents: 0, leftOutLb: 0 });
  const [ofLine] = Object.values(await marginsOfOrder(db, admin, id));
  expect(ofLine).toMatchObject({ costCents: 0 });
  const [listed] = await sales(db, admin, "cut", { from: today, to: today }, product.id);
  expect(listed).toMatchObject({ cents: 0, hundredthsLb: 0 });
  expect(await db.select().from(stockEntries).where(eq(stockEntries.lotId, lotId))).toMatchObject([
    { kind: "received" },
    { kind: "packed", lb: "-5.00" },
    { kind: "returned", lb: "5.00", reason: expect.stringMatching(/^Sale R-\d+ keyed wrongly, /) },
  ]);
});

it("the lot to which it went back can't be voided, and nobody is told to take the refund back", async () => {
  await back(await sold({ value: "5.00" }), [0]);
  expect(await saidBy(db.transaction((tx) => refuseUsedLots(tx, [lotId])))).toMatch(
    /^Lot \S+ had some of it come back at the counter with a refund, so it was there and stays\.$/,
  );
});

it("refunded meat counts as waste if the customer had it", async () => {
  const id = await sold({ value: "5.00" });
  await back(id, [0], { meat: "customer" });
  expect(await onHand()).toBe("35.00");
  expect(await lot()).toMatchObject({ leftLb: "35.00", backLb: "0.00" });
  expect(await rows(id)).toEqual([]);
  expect(await margin()).toMatchObject({ amountCents: 0, costCents: 20_00 });
});

it("the slip, the sale's payments and the order's history state that meat never left the counter", async () => {
  const id = await sold({ value: "5.00" });
  const [had, stayed] = [
    await undone(id, [{ position: 0, lb: "2.00" }], { meat: "customer" }),
    await undone(id, [{ position: 0, lb: "1.00" }]),
  ];
  for (const one of [had, stayed]) await refundSale(db, admin, id, one, shop);
  const receipts = (await readSold(db, id))?.receipts ?? [];
  expect(receipts.map(({ neverLeft }) => neverLeft)).toEqual([false, false, true]);
  for (const [{ requestId }, neverLeft] of [
    [had, false],
    [stayed, true],
  ] as const) {
    expect(await getRefundSlip(db, admin, { receipts }, requestId)).toMatchObject({ neverLeft });
  }
  const history = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "refunded at the counter")));
  expect(history.map(({ after }) => after)).toMatchObject([
    { meat: "The customer had the meat, so it is thrown away." },
    {
      meat: "The meat never left the counter and is back in stock.",
      backInStock: expect.stringMatching(/^1 lb of Cut .*, lot L-/),
    },
  ]);
});

it("each pound comes back once, even concurrently, and never if the customer had it", async () => {
  const id = await sold({ value: "5.00" });
  await back(id, [{ position: 0, lb: "2.00" }], { meat: "customer" });
  const asked = await undone(id, [{ position: 0, lb: "3.50" }]);
  expect(await saidBy(refundSale(db, admin, id, asked, shop))).toContain(
    "There are 3.00 lb of Cut",
  );
  const two = await Promise.all(["2.00", "2.00"].map((lb) => undone(id, [{ position: 0, lb }])));
  const said = await Promise.all(two.map((one) => saidBy(refundSale(db, admin, id, one, shop))));
  expect(said.filter((one) => one === "accepted")).toHaveLength(1);
  // The same request, again and concurrently.
  const rest = await undone(id, [0]);
  await Promise.all([1, 2].map(() => refundSale(db, admin, id, rest, shop)));
  await refundSale(db, admin, id, rest, shop);
  expect((await rows(id)).map(({ lb }) => lb).sort()).toEqual(["1.00", "2.00"]);
  expect(await onHand()).toBe("38.00");
  expect((await traced()).map(whereOfLine)).toEqual([
    "2 lb with the client, 3 lb never left the counter",
  ]);
  expect(await saidBy(back(id, [0]))).toContain("was given back already");
  // 5 lb less 3 lb at $4.00.
  expect(await margin()).toMatchObject({ amountCents: 0, costCents: 8_00 });
});

it("meat that never left goes back to its line's lot, or without a lot to the product's stock", async () => {
  const other = await stocked("10.00", { costCents: 50_00 });
  const id = await sold(
    { value: "2.00" },
    { value: "3.00", lotId: other },
    { value: "4.00", lotId: null },
  );
  expect(await onHand()).toBe("41.00");
  await back(id, [1, 2]);
  expect(await onHand()).toBe("48.00");
  expect(await lot()).toMatchObject({ leftLb: "38.00", backLb: "0.00" });
  expect(await lot(other)).toMatchObject({ leftLb: "10.00", backLb: "3.00" });
  const { customers } = await traceUnnamed(db, admin, [lotId]);
  const unnamed = customers.flatMap(({ lines }) => lines).filter(({ orderId }) => orderId === id);
  expect(unnamed.map(leftWith)).toEqual([0]);
});

it("meat that was not taken from a stock isn't added to it", async () => {
  await db.delete(productStock).where(eq(productStock.productId, product.id));
  const id = await sold({ value: "2.00", lotId: null });
  await back(id, [0]);
  expect(await rows(id)).toMatchObject([{ lb: "2.00", lotId: null }]);
  const moved = await db.select().from(stockEntries).where(eq(stockEntries.productId, product.id));
  expect(moved.map(({ kind }) => kind)).toEqual(["received"]);
});

it("pieces come back with their pounds, and all of them with the last", async () => {
  const id = await sold({ value: "5.00", pieces: 3 });
  const pieces = async () => {
    const all = await db.select().from(stockEntries).where(eq(stockEntries.lotId, lotId));
    return all.reduce((sum, one) => sum + one.pieces, 0);
  };
  expect(await pieces()).toBe(37);
  await back(id, [{ position: 0, lb: "2.50" }]);
  expect(await pieces()).toBe(39);
  await back(id, [0]);
  expect(await pieces()).toBe(40);
});

it("meat goes back only on the Pacific day of its sale", async () => {
  const id = await sold({ value: "2.00" });
  // The next morning.
  vi.useFakeTimers({ toFake: ["Date"], now: startOfDay(daysAfter(today, 1)) });
  onTestFinished(() => void vi.useRealTimers());
  expect((await readSold(db, id))?.isOfToday).toBe(false);
  expect(await saidBy(back(id, [0]))).toBe(
    "It was not sold today, and meat goes back to its lot only on the day of the sale.",
  );
  expect(await onHand()).toBe("38.00");
  expect(await rows(id)).toEqual([]);
});

it("meat that goes back leaves its lot on hold", async () => {
  const id = await sold({ value: "2.00" });
  await holdLot(db, admin, lotId, "Doubtful");
  await back(id, [0]);
  expect(await lot()).toMatchObject({ leftLb: "40.00" });
  expect(await saidBy(sold({ value: "1.00" }))).toContain("Doubtful");
});

it("meat can't go back once its lot was counted, because the count includes it", async () => {
  const id = await sold({ value: "2.00" });
  await countStock(db, admin, product.id, {
    requestId: randomUUID(),
    reason: "Evening",
    isMeant: true,
    rows: [{ lotId, counted: "40", seen: 38_00 }],
  });
  expect(await saidBy(back(id, [0]))).toContain("was counted since this sale");
  expect((await readSold(db, id))?.creditable).toMatchObject([{ leftLb: "2.00" }]);
  expect(await onHand()).toBe("40.00");
});

it("meat that never left is listed as returned and needs no weighing", async () => {
  const id = await sold({ value: "2.00" });
  await back(id, [0]);
  expect((await awaitedReturns(db, admin)).filter(({ orderId }) => orderId === id)).toEqual([]);
  const [row] = await returnsOfOrder(db, admin, id);
  expect(row).toMatchObject({ place: "counter", outcome: "stock", creditNote: expect.any(String) });
  expect((await lastReturns(db, admin)).map((one) => one.id)).toContain(row?.id);
  const again = { weighing: row?.id ?? "", requestId: randomUUID(), why: "It is gone" };
  expect(await saidBy(takeBackReturn(db, admin, id, again, shop))).toContain(
    "This never left the counter",
  );
});

it("packages that went back keep their lot, and their labels can't be scanned again", async () => {
  const serial = "095060001399:99";
  const id = await sold({ value: "2.00", serial });
  await back(id, [0]);
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
  const own = await db
    .select()
    .from(packages)
    .where(eq(packages.orderItemId, item?.id ?? ""));
  const correction = {
    packageIds: own.map((one) => one.id),
    reason: "Other shelf",
    isMeant: true,
    lotId: await stocked("5.00"),
  };
  expect(await saidBy(correctLots(db, admin, id, correction))).toContain("never left the counter");
  expect(await saidBy(sold({ value: "2.00", serial }))).toContain("type its weight instead");
});
