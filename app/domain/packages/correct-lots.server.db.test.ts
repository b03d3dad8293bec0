import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { traceLots } from "#app/domain/lots/lot-trace.server.ts";
import { marginsOfOrder } from "#app/domain/margins/margins.server.ts";
import { earnedCents } from "#app/domain/margins/margins.ts";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { documents } from "#db/schema/money/documents.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { orderItems } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import {
  billPacked,
  closeLine,
  insertLot,
  insertPackage,
} from "#tests/setup/factories/packages.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { chosenPackages, correctLots, packagesToCorrect } from "./correct-lots.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

/** Returns a product with two received lots of 100 lb at $5.20 and $6.00 a pound. */
async function received() {
  const product = await insertProduct(db);
  const mark = randomUUID().slice(0, 8);
  const line = (code: string, priceCents: number) => ({
    productId: product.id,
    lotCode: `${code}-${mark}`,
    lb: "100.00",
    pricedBy: "lb" as const,
    priceCents,
  });
  const receipt = newReceipt([line("A", 5_20), line("B", 6_00)]);
  await receiveGoods(db, admin, receipt, receivingSettings.defaults);
  const lotOf = async (code: string) => {
    const [lot] = await db
      .select()
      .from(lots)
      .where(eq(lots.code, `${code}-${mark}`));
    if (!lot) throw new Error("The lot did not come");
    return lot;
  };
  return { product, a: await lotOf("A"), b: await lotOf("B") };
}

/** Returns a billed order of 10 lb and 5 lb of a lot at $10.00/lb. */
async function billed(productId: string, lotId: string) {
  const { user } = await insertClient(db);
  const order = await insertOrder(db, user.id);
  const item = await insertOrderItem(db, order.id, {
    productId,
    quantity: "15.00",
    pricePerLb: "10.00",
  });
  const [ten, five] = [
    await insertPackage(db, item.id, { value: "10", unit: "lb" }, { lotId }),
    await insertPackage(db, item.id, { value: "5", unit: "lb" }, { lotId }),
  ];
  await closeLine(db, item.id);
  await billPacked(db, order.id);
  return { order, item, ten, five };
}

const leftOf = async (id: string) => (await sumsOfLots(db, [id])).get(id)?.leftLb;

/** Returns a lot's stock in pounds, by its entries. */
async function stockOf(lotId: string) {
  const rows = await db.select().from(stockEntries).where(eq(stockEntries.lotId, lotId));
  return rows.reduce((sum, { lb }) => sum + Number(lb), 0);
}

it("corrects a package's lot: trace, stock and margin follow, and the invoice stays", async () => {
  const { product, a, b } = await received();
  const { order, item, ten, five } = await billed(product.id, a.id);
  const facts = async () => ({
    documents: await db.execute(sql`select documents.*, document_lines.* from documents
      join document_orders on document_orders.document_id = documents.id
      join document_lines on document_lines.document_id = documents.id
      where document_orders.order_id = ${order.id}`),
    line: await db.select().from(orderItems).where(eq(orderItems.id, item.id)),
    count: await db.$count(documents),
  });
  const before = await facts();
  expect([await leftOf(a.id), await leftOf(b.id)]).toEqual(["85.00", "100.00"]);
  const earned = async () => {
    const margins = await marginsOfOrder(db, admin, order.id);
    return Object.values(margins).map(earnedCents);
  };
  const was = await earned();
  const typed = { lotId: b.id, reason: "Read the wrong tag", isMeant: false };
  const correct = () => correctLots(db, admin, order.id, { ...typed, packageIds: [ten.id] });
  // Two concurrent requests with the same intent.
  await Promise.all([correct(), correct()]);
  await correct();
  expect((await facts()).documents.rows).toEqual(before.documents.rows);
  const { line, count } = await facts();
  expect([line, count]).toEqual([before.line, before.count]);
  expect([await leftOf(a.id), await leftOf(b.id)]).toEqual(["95.00", "90.00"]);
  expect([await stockOf(a.id), await stockOf(b.id)]).toEqual([95, 90]);
  const traced = async (id: string) =>
    (await traceLots(db, admin, [id])).flatMap(({ lines }) => lines.map(({ lb }) => lb));
  expect([await traced(a.id), await traced(b.id)]).toEqual([["5.00"], ["10.00"]]);
  // Ten pounds at 80 cents more.
  expect(await earned()).toEqual(was.map((cents) => (cents ?? 0) - 8_00));
  const noted = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, order.id), eq(auditLog.action, "lot corrected")));
  expect(noted).toHaveLength(1);
  expect(noted[0]?.after).toMatchObject({ lot: b.code, reason: "Read the wrong tag" });
  expect(noted[0]?.before).toEqual({ lot: a.code });
  const back = { ...typed, lotId: a.id, packageIds: [ten.id, five.id] };
  await correctLots(db, admin, order.id, back);
  expect([await stockOf(a.id), await stockOf(b.id)]).toEqual([85, 100]);
  const shown = await packagesToCorrect(db, admin, order.id);
  expect(shown?.packages.map(({ netLb, lotCode }) => [netLb, lotCode])).toEqual([
    ["10.00", a.code],
    ["5.00", a.code],
  ]);
});

it("refuses packages that are not billed yet, not in the order, on hold or returned", async () => {
  const { product, a, b } = await received();
  const { order, item, ten } = await billed(product.id, a.id);
  const typed = { lotId: b.id, reason: "Wrong tag", isMeant: false, packageIds: [ten.id] };
  const correct = (over: object = {}, id = order.id) =>
    reasonOf(correctLots(db, admin, id, { ...typed, ...over }));
  expect(await correct({ packageIds: [] })).toBe("none");
  expect(await correct({ packageIds: [ten.id, randomUUID()] })).toBe("gone");
  expect(await correct({ packageIds: ["no id"] })).toBe("gone");
  expect(await correct({ lotId: randomUUID() })).toBe("gone");
  expect(await correct({}, randomUUID())).toBe("gone");
  expect(await correct({}, "no id")).toBe("gone");
  const { user } = await insertClient(db);
  const pending = await insertOrder(db, user.id);
  expect(await correct({}, pending.id)).toBe("not finished");
  expect(await packagesToCorrect(db, admin, pending.id)).toBeNull();
  expect(await packagesToCorrect(db, admin, "no id")).toBeNull();
  // Other meat has to be confirmed.
  const elsewhere = await received();
  expect(await correct({ lotId: elsewhere.b.id })).toBe("other meat");
  expect(await correct({ lotId: elsewhere.b.id, isMeant: true })).toBe("accepted");
  expect(await correct({ lotId: a.id })).toBe("accepted");
  const gone = await insertLot(db, { voidedAt: new Date() });
  expect(await correct({ lotId: gone.id })).toBe("lot void");
  // Part of it came back, and was weighed as of its lot.
  const [credit] = await db
    .insert(creditRequests)
    .values({ orderId: order.id, customerId: user.id, source: "door" })
    .returning();
  await db.insert(returnedGoods).values({
    creditRequestId: credit?.id ?? "",
    requestId: randomUUID(),
    orderId: order.id,
    orderItemId: item.id,
    lotId: a.id,
    lb: "2.00",
    place: "truck",
    outcome: "waste",
    weighedBy: admin.userId,
  });
  expect(await correct()).toBe("returned");
  // A package can't be moved out of a lot on hold, but may be moved into one.
  const other = await billed(product.id, a.id);
  await holdLot(db, admin, b.id, "A smell");
  expect(await correct({ packageIds: [other.ten.id] }, other.order.id)).toBe("accepted");
  const release = { packageIds: [other.ten.id], lotId: a.id };
  expect(await correct(release, other.order.id)).toBe("lot held");
});

it("changes nothing but the lot of a billed package, as the database enforces", async () => {
  const { product, a, b } = await received();
  const { ten } = await billed(product.id, a.id);
  const change = (set: object) =>
    db
      .update(packages)
      .set(set)
      .where(eq(packages.id, ten.id))
      .then(() => "accepted")
      .catch(() => "refused");
  expect(await change({ netLb: "11.00" })).toBe("refused");
  expect(await change({ lotId: b.id })).toBe("refused");
  expect(await change({ lotId: null, lotBy: admin.userId })).toBe("refused");
  expect(await change({ lotId: b.id, lotBy: admin.userId, netLb: "11.00" })).toBe("refused");
  const voided = { voidedAt: new Date(), voidedBy: admin.userId };
  expect(await change({ ...voided, lotId: b.id, lotBy: admin.userId })).toBe("refused");
  expect(await change({ lotId: b.id, lotBy: admin.userId })).toBe("accepted");
});

it("reads the ticked packages", () => {
  const id = randomUUID();
  expect(chosenPackages({ [`package-${id}`]: "yes", lot: "A", "package-x": "yes" })).toEqual([id]);
});
