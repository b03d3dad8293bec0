import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { addLot } from "#app/domain/lots/lots.server.ts";
import { lotSchema } from "#app/domain/lots/lots.ts";
import * as raising from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import {
  fulfilOrder,
  fulfilPackedOrder,
} from "#app/domain/ordering/transition/finish-order.server.ts";
import { nextBox, takeOutBox } from "#app/domain/packages/boxes.server.ts";
import { labelSerial } from "#app/domain/packages/labels/label-gtin.ts";
import { labelWeight, storeLabelPrices } from "#app/domain/packages/labels/label-prices.server.ts";
import { reopenLine } from "#app/domain/packages/lines.server.ts";
import {
  addPackage,
  movePackages,
  restorePackages,
  reweighPackage,
  voidPackage,
} from "#app/domain/packages/packages.server.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { type OpOf, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { documentLines, documents } from "#db/schema/money/documents.ts";
import { customerPriceLists, priceListItems, priceLists } from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { documentsOf, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cutsToPack, ordersToPack, packingDays, packingZones } from "./packing-day.server.ts";
import { boxLabelsOf } from "./papers/order-papers.ts";
import { claimOrder, getStationOrder } from "./station-order.server.ts";

const shop = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let other: Admin;
let customerId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  other = await signedInAdmin(db);
  customerId = (await insertClient(db)).user.id;
});
afterAll(() => database.close());

type ItemOverrides = NonNullable<Parameters<typeof insertOrderItem>[2]>;

/** Creates a pending order with lines at $24.99, each for its own product. */
async function place(...lines: (ItemOverrides & { isTraced?: boolean; tareG?: number })[]) {
  const order = await insertOrder(db, customerId, { allowsSubstitutes: true });
  const items = [];
  for (const [position, { isTraced, tareG, ...line }] of lines.entries()) {
    const product = await insertProduct(db, {
      slug: `packed-${randomUUID()}`,
      ...(isTraced && { isTraced }),
      ...(tareG && { tareG }),
    });
    items.push(await insertOrderItem(db, order.id, { position, productId: product.id, ...line }));
  }
  const [first] = items;
  if (!first) throw new Error("An order has lines");
  return { id: order.id, items, item: first.id };
}

const threePieces = {
  soldBy: "piece",
  orderedPieces: 3,
  typicalPieceLb: "1.25",
  quantity: "3.75",
} as const;

/** An operation as sent by the station, with its defaults. */
function op<
  Kind extends
    | "package"
    | "void"
    | "move"
    | "reweigh"
    | "restore"
    | "finish"
    | "reopen"
    | "add"
    | "box"
    | "take out",
>(kind: Kind, fields: object) {
  const parsed = stationOpSchema.parse({ kind, ...fields });
  return parsed as Extract<typeof parsed, { kind: Kind }>;
}

const weighed = (itemId: string, value: string, over: object = {}) =>
  op("package", {
    requestId: randomUUID(),
    itemId,
    value,
    unit: "lb",
    pieces: null,
    source: "typed",
    ...over,
  });

async function line(itemId: string) {
  const [found] = await db.select().from(orderItems).where(eq(orderItems.id, itemId));
  if (!found) throw new Error("There is no such line");
  return found;
}

const lotOf = (code: string, expiresOn = "") =>
  addLot(
    db,
    admin,
    lotSchema.parse({ code: `${code}-${randomUUID().slice(0, 8)}`, supplier: "Sample", expiresOn }),
  );

async function reasonOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return "accepted";
  if (isRefusal(error)) return error.code;
  throw error;
}

const finishLine = (of: Database, staff: Admin, id: string, how: OpOf<"finish">) =>
  raising.finishLine(of, staff, id, how, shop);
const addLineAtPacking = (of: Database, staff: Admin, id: string, what: OpOf<"add">) =>
  raising.addLineAtPacking(of, staff, id, what, shop);

const version = async (id: string) => (await getStationOrder(db, admin, id))?.version ?? -1;

async function finish(orderId: string, itemId: string, over: object = {}) {
  const { packedLb: seenLb } = await line(itemId);
  await finishLine(db, admin, orderId, op("finish", { itemId, seenLb, ...over }));
}

describe("addPackage", () => {
  it("sums up rounded packages, with the reading as read", async () => {
    const { id, item } = await place(threePieces);
    for (let count = 0; count < 3; count++) {
      await addPackage(db, admin, id, weighed(item, "0.456", { unit: "kg", isSure: true }));
    }
    // Converting the sum would give 3.02 instead.
    expect(await line(item)).toMatchObject({
      packedLb: "3.03",
      packedPieces: 3,
      finalAmount: "75.72",
      knownLb: "3.75",
      quantity: "3.75",
      subtotal: "93.71",
      promisedAmount: "103.08",
    });
    const [one] = await db.select().from(packages).where(eq(packages.orderItemId, item));
    expect(one).toMatchObject({
      readingValue: "0.456",
      readingUnit: "kg",
      netLb: "1.01",
      netG: 456,
      pieces: 1,
      packedBy: admin.userId,
    });
  });

  it("stores a package that is sent again once, also at the same time", async () => {
    const { id, item } = await place({ quantity: "10.00" });
    const sent = weighed(item, "2.5");
    await Promise.all([1, 2, 3].map(() => addPackage(db, admin, id, sent)));
    await addPackage(db, admin, id, sent);
    expect(await line(item)).toMatchObject({ packedLb: "2.50" });
  });

  it("is content with a package that is sent again after the order was finished with it", async () => {
    const { id, item } = await place({ quantity: "10.00" });
    const sent = weighed(item, "10");
    await addPackage(db, admin, id, sent);
    await finish(id, item);
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, id));
    await addPackage(db, admin, id, sent);
    expect(await db.$count(packages, eq(packages.orderItemId, item))).toBe(1);
    expect(await reasonOf(addPackage(db, admin, id, weighed(item, "1")))).toBe("not pending");
  });

  it("subtracts the packaging, but not from a label's net weight", async () => {
    const { id, item } = await place({ quantity: "10.00", tareG: 40 });
    await addPackage(db, admin, id, weighed(item, "1.5", { unit: "kg" }));
    await addPackage(db, admin, id, weighed(item, "1.5", { unit: "kg", isNet: true }));
    expect(await line(item)).toMatchObject({ packedLb: "6.53" });
  });

  it.each([
    ["too light", "0.04", {}],
    ["too light", "0.000", {}],
    ["suspect", "12.9", {}],
    ["suspect", "0.5", {}],
    ["accepted", "12.9", { isSure: true }],
    ["lot unknown", "1.25", { lotId: randomUUID() }],
  ])("answers %s to %s lb of a piece of 1.25 lb %o", async (reason, value, over) => {
    const { id, item } = await place(threePieces);
    expect(await reasonOf(addPackage(db, admin, id, weighed(item, value, over)))).toBe(reason);
    const stored = await db.$count(packages, eq(packages.orderItemId, item));
    expect(stored).toBe(reason === "accepted" ? 1 : 0);
  });

  it("needs a lot for what is traced, and none that has expired", async () => {
    const { id, item } = await place({ isTraced: true });
    const lot = (code: string, expiresOn: string | null) =>
      addLot(db, admin, lotSchema.parse({ code, supplier: "Sample Packer", expiresOn }));
    const [good, old] = [await lot("A-1", null), await lot("A-2", "2020-01-31")];
    expect(await reasonOf(addPackage(db, admin, id, weighed(item, "5")))).toBe("lot required");
    const expired = weighed(item, "5", { lotId: old.id });
    expect(await reasonOf(addPackage(db, admin, id, expired))).toBe("lot unknown");
    await addPackage(db, admin, id, weighed(item, "5", { lotId: good.id }));
    expect(await lot("A-1", null)).toEqual(good);
    const shown = await getStationOrder(db, admin, id);
    expect(shown?.lines[0]?.packages).toMatchObject([{ lotCode: "A-1", boxNumber: 1 }]);
  });

  it("refuses a serial number that was packed, and says where", async () => {
    const [one, another] = [await place({}), await place({})];
    const serial = `90614141000015:${randomUUID().slice(0, 8)}`;
    await addPackage(db, admin, one.id, weighed(one.item, "5", { serial }));
    const number = await numberOfOrder(db, one.id);
    await expect(
      addPackage(db, admin, another.id, weighed(another.item, "5", { serial })),
    ).rejects.toThrow(`packed before as Ribeye Steak in order ${number}`);
    const [stored] = await db.select().from(packages).where(eq(packages.orderItemId, one.item));
    await voidPackage(db, admin, one.id, op("void", { packageId: stored?.id ?? "" }));
    await addPackage(db, admin, another.id, weighed(another.item, "5", { serial }));
  });

  it("refuses a label of ours whose package counts, and takes it once that is voided", async () => {
    const [one, another] = [await place({}), await place({})];
    await addPackage(db, admin, one.id, weighed(one.item, "5"));
    const [stored] = await db.select().from(packages).where(eq(packages.orderItemId, one.item));
    const serial = `90614141000015:${labelSerial(stored?.id ?? "")}`;
    const scanned = () => addPackage(db, admin, another.id, weighed(another.item, "5", { serial }));
    const before = `packed before as Ribeye Steak in order ${await numberOfOrder(db, one.id)}`;
    await expect(scanned()).rejects.toThrow(before);
    await voidPackage(db, admin, one.id, op("void", { packageId: stored?.id ?? "" }));
    await scanned();
  });

  it("refuses another order's line, and an order that is not pending", async () => {
    const [one, another] = [await place({}), await place({})];
    expect(await reasonOf(addPackage(db, admin, one.id, weighed(another.item, "5")))).toBe("gone");
    expect(await reasonOf(addPackage(db, admin, randomUUID(), weighed(one.item, "5")))).toBe(
      "gone",
    );
    await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, one.id));
    const late = addPackage(db, admin, one.id, weighed(one.item, "5"));
    expect(await reasonOf(late)).toBe("not pending");
  });

  it("keeps every one of two packers' 200 packages, and lets one of them finish", async () => {
    const { id, item } = await place({ quantity: "200.00" });
    await Promise.all(
      [admin, other].map(async (packer) => {
        for (let count = 0; count < 100; count++) {
          await addPackage(db, packer, id, weighed(item, "1.01"));
        }
      }),
    );
    expect(await line(item)).toMatchObject({ packedLb: "202.00" });
    await finish(id, item);
    const seen = await version(id);
    const finishing = [admin, other].map((packer) =>
      fulfilPackedOrder(db, packer, { id, version: seen }, shop),
    );
    const outcomes = await Promise.allSettled(finishing);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = outcomes.find((outcome) => outcome.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "not pending" });
    expect(await documentsOf(db, id)).toMatchObject([{ total: "5047.98" }]);
  });
});

describe("packages", () => {
  it("can only be voided, once, and by nothing after the invoice", async () => {
    const { id, item } = await place({ quantity: "10.00" });
    await addPackage(db, admin, id, weighed(item, "4"));
    await addPackage(db, admin, id, weighed(item, "6"));
    const [one, two] = await db
      .select()
      .from(packages)
      .where(eq(packages.orderItemId, item))
      .orderBy(asc(packages.netLb));
    const own = eq(packages.id, one?.id ?? "");
    for (const change of [
      db.update(packages).set({ netLb: "5.00" }).where(own),
      db.update(packages).set({ lotId: null, voidReason: "x" }).where(own),
      db.delete(packages).where(own),
      db.execute(sql`truncate packages cascade`),
    ]) {
      expect(await refusalOf(change)).toBe("packages_append_only");
    }
    await voidPackage(db, other, id, op("void", { packageId: one?.requestId ?? "" }));
    await voidPackage(db, other, id, op("void", { packageId: one?.id ?? "" }));
    expect(await line(item)).toMatchObject({ packedLb: "6.00" });
    const [voided] = await db.select().from(packages).where(own);
    expect(voided).toMatchObject({ voidedBy: other.userId, netLb: "4.00" });
    const [shown] = (await getStationOrder(db, admin, id))?.lines ?? [];
    expect(shown?.voided).toMatchObject([
      { id: one?.id, labelNumber: one?.labelNumber, netLb: "4.00", voidedAt: expect.any(Date) },
    ]);
    const back = db.update(packages).set({ voidedAt: null, voidedBy: null }).where(own);
    expect(await refusalOf(back)).toBe("packages_append_only");

    await finish(id, item, { isShort: true });
    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    const late = db
      .update(packages)
      .set({ voidedAt: new Date(), voidedBy: admin.userId })
      .where(eq(packages.id, two?.id ?? ""));
    expect(await refusalOf(late)).toBe("packages_issued");
    const {
      id: _,
      requestId: __,
      labelNumber: ___,
      ...copy
    } = two ?? { id: "", labelNumber: 0, requestId: "" };
    expect(await refusalOf(db.insert(packages).values(copy as typeof packages.$inferInsert))).toBe(
      "packages_issued",
    );
    expect(await reasonOf(addPackage(db, admin, id, weighed(item, "1")))).toBe("not pending");
  });

  it("drop into the order's open box", async () => {
    const { id, item } = await place({ quantity: "10.00" });
    await addPackage(db, admin, id, weighed(item, "4"));
    await nextBox(db, admin, id, op("box", { after: 1 }));
    await nextBox(db, other, id, op("box", { after: 1 }));
    await addPackage(db, admin, id, weighed(item, "6"));
    const shown = await getStationOrder(db, admin, id);
    expect(shown?.boxes.map(({ number }) => number)).toEqual([1, 2]);
    expect(shown?.lines[0]?.packages.map(({ boxNumber }) => boxNumber)).toEqual([1, 2]);
  });

  it("go back to a box that is named; an empty one is not opened again, and can be taken out", async () => {
    const { id, item } = await place({ quantity: "10.00" });
    await addPackage(db, admin, id, weighed(item, "2"));
    for (const after of [1, 2, 3]) await nextBox(db, admin, id, op("box", { after }));
    const boxes = async () => (await getStationOrder(db, admin, id))?.boxes ?? [];
    const [first, second] = await boxes();
    expect(await boxes()).toHaveLength(2);
    await addPackage(db, admin, id, weighed(item, "2", { boxId: first?.id }));
    await addPackage(db, admin, id, weighed(item, "2"));
    await nextBox(db, admin, id, op("box", { after: 2 }));
    const third = weighed(item, "4");
    await addPackage(db, admin, id, third);
    const numbers = async () =>
      (await getStationOrder(db, admin, id))?.lines[0]?.packages.map((one) => one.boxNumber);
    expect(await numbers()).toEqual([1, 1, 2, 3]);

    const takeOut = (boxId = "") => takeOutBox(db, admin, id, op("take out", { boxId }));
    expect(await reasonOf(takeOut(second?.id))).toBe("box in use");
    const [, , inSecond] = await db
      .select({ id: packages.id })
      .from(packages)
      .where(eq(packages.orderItemId, item))
      .orderBy(asc(packages.packedAt));
    await voidPackage(db, admin, id, op("void", { packageId: inSecond?.id }));
    expect(await numbers()).toEqual([1, 1, 3]);
    await takeOut(second?.id);
    await takeOut(second?.id);
    expect(await numbers()).toEqual([1, 1, 2]);
    // That box was removed, so its package goes into the last one.
    await addPackage(db, admin, id, weighed(item, "2", { boxId: second?.id }));
    expect(await numbers()).toEqual([1, 1, 2, 2]);
  });

  it("do not count while they are empty, once all lines are done", async () => {
    const { id, item } = await place({ quantity: "4.00" });
    const first = weighed(item, "1");
    await addPackage(db, admin, id, first);
    await nextBox(db, admin, id, op("box", { after: 1 }));
    await addPackage(db, admin, id, weighed(item, "4"));
    await nextBox(db, admin, id, op("box", { after: 2 }));
    await voidPackage(db, admin, id, op("void", { packageId: first.requestId }));
    await finish(id, item);
    const order = await getStationOrder(db, admin, id);
    expect(order?.boxes.map(({ number }) => number)).toEqual([1]);
    const [label, ...others] = order ? boxLabelsOf(order, sampleShop().company) : [];
    expect(others).toEqual([]);
    expect(label).toMatchObject({ number: 1, of: 1 });
    const scan = parseScan(label?.code ?? "", { rules: [], today: "2026-11-23" });
    expect(scan).toEqual({ kind: "box", number: order?.boxes[0]?.labelNumber });
  });

  it("move to another lot after all, as they were packed, and say so in the log", async () => {
    const { id, item } = await place({ isTraced: true });
    const [wrong, right] = await Promise.all(["W", "R"].map((code) => lotOf(code)));
    for (let count = 0; count < 5; count++) {
      await addPackage(db, other, id, weighed(item, "2", { lotId: wrong?.id, isSure: true }));
    }
    await finish(id, item);
    const before = await getStationOrder(db, admin, id);
    const moved = before?.lines[0]?.packages.map((one) => ({
      packageId: one.id,
      requestId: randomUUID(),
    }));
    const move = op("move", { lotId: right?.id, packages: moved });
    await movePackages(db, admin, id, move);
    await movePackages(db, admin, id, move);
    const after = await getStationOrder(db, admin, id);
    expect(after?.lines[0]).toMatchObject({ packState: "packed", packedLb: "10.00" });
    const facts = (order: typeof after) =>
      order?.lines[0]?.packages.map(({ netG, packedBy, packedAt, boxNumber }) => ({
        netG,
        packedBy,
        packedAt,
        boxNumber,
      }));
    expect(facts(after)).toEqual(facts(before));
    expect(after?.lines[0]?.packages.map(({ lotCode }) => lotCode)).toEqual(
      Array.from({ length: 5 }, () => right?.code),
    );
    const [entry, ...rest] = await auditEntries(db, "order", id);
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({
      action: "moved to another lot",
      before: { lot: wrong?.code },
      after: { lot: right?.code, packages: "2.00 lb, 2.00 lb, 2.00 lb, 2.00 lb, 2.00 lb" },
    });
    const expired = await lotOf("X", "2020-01-01");
    const packageIds = after?.lines[0]?.packages.map((one) => ({
      packageId: one.id,
      requestId: randomUUID(),
    }));
    const late = op("move", { lotId: expired.id, packages: packageIds });
    expect(await reasonOf(movePackages(db, admin, id, late))).toBe("lot unknown");
  });

  it("can be weighed again, and are as before once that or a void is undone", async () => {
    const { id, item } = await place({ isTraced: true, tareG: 10 });
    const lot = await lotOf("W");
    const one = weighed(item, "5", { lotId: lot.id, serial: "01:777", isSure: true });
    await addPackage(db, other, id, one);
    const before = await getStationOrder(db, admin, id);
    const [stored] = before?.lines[0]?.packages ?? [];
    const requestId = randomUUID();
    const again = op("reweigh", { packageId: one.requestId, requestId, value: "5.1", unit: "lb" });
    await reweighPackage(db, admin, id, again);
    await reweighPackage(db, admin, id, again);
    const now = await getStationOrder(db, admin, id);
    expect(now?.lines[0]?.packages).toMatchObject([
      // 5.1 lb less 10 g
      { requestId, netLb: "5.08", lotId: lot.id, boxNumber: 1, isOwn: true },
    ]);
    expect(now?.lines[0]?.voided).toMatchObject([{ id: stored?.id, replaced: "weight" }]);
    const late = { ...again, requestId: randomUUID() };
    expect(await reasonOf(reweighPackage(db, admin, id, late))).toBe("changed");
    const heavy = { ...again, packageId: requestId, requestId: randomUUID(), value: "51" };
    expect(await reasonOf(reweighPackage(db, admin, id, heavy))).toBe("suspect");
    const back = (packageId: string, insteadOf: string | null = null) =>
      op("restore", {
        itemId: item,
        packages: [{ packageId, requestId: randomUUID(), insteadOf }],
      });
    const undo = back(stored?.id ?? "", requestId);
    await restorePackages(db, admin, id, undo);
    await restorePackages(db, admin, id, undo);
    const facts = (order: typeof before) =>
      order?.lines[0]?.packages.map(({ netLb, netG, lotId, packedBy, packedAt, boxNumber }) => ({
        netLb,
        netG,
        lotId,
        packedBy,
        packedAt,
        boxNumber,
      }));
    const undone = await getStationOrder(db, admin, id);
    expect(facts(undone)).toEqual(facts(before));
    // A void is undone too, unless somebody packed the same piece since.
    const [restored] = undone?.lines[0]?.packages ?? [];
    await voidPackage(db, admin, id, op("void", { packageId: restored?.id }));
    await addPackage(db, other, id, { ...one, requestId: randomUUID() });
    expect(await reasonOf(restorePackages(db, admin, id, back(restored?.id ?? "")))).toBe(
      "serial seen",
    );
    const [other2] = (await getStationOrder(db, admin, id))?.lines[0]?.packages ?? [];
    await voidPackage(db, admin, id, op("void", { packageId: other2?.id }));
    await restorePackages(db, admin, id, back(restored?.id ?? ""));
    expect(facts(await getStationOrder(db, admin, id))).toEqual(facts(before));
    const actions = (await auditEntries(db, "order", id)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual([
      ...["packages brought back", "packages brought back", "weighed again"],
    ]);
  });

  it("can be given a lot where they have none", async () => {
    const { id, item } = await place({});
    const lot = await lotOf("G");
    const one = weighed(item, "2");
    await addPackage(db, other, id, one);
    const packageId = one.requestId;
    await movePackages(
      db,
      admin,
      id,
      op("move", { lotId: lot.id, packages: [{ packageId, requestId: randomUUID() }] }),
    );
    const order = await getStationOrder(db, admin, id);
    expect(order?.lines[0]?.packages).toMatchObject([{ lotId: lot.id, lotCode: lot.code }]);
    const [entry] = await auditEntries(db, "order", id);
    expect(entry).toMatchObject({ before: { lot: "none" }, after: { lot: lot.code } });
  });

  it("weigh by the price on a label what the label's own price says", async () => {
    const { id, item } = await place({});
    const { productId } = await line(item);
    const itemNumber = 71_042;
    await db
      .update(products)
      .set({ itemNumber })
      .where(eq(products.id, productId ?? ""));
    const weigh = (cents: number) => labelWeight(db, admin, { orderId: id, itemId: item, cents });
    expect(await weigh(2499)).toBeNull();
    await db.transaction((tx) =>
      storeLabelPrices(tx, [{ itemNumber, price: "55.09", unit: "kg" }]),
    );
    expect(await weigh(6804)).toEqual({ value: "1.235", unit: "kg" });
    await db.transaction((tx) =>
      storeLabelPrices(tx, [{ itemNumber, price: "24.99", unit: "lb" }]),
    );
    expect(await weigh(2499)).toEqual({ value: "1.000", unit: "lb" });
    expect(
      await labelWeight(db, admin, { orderId: randomUUID(), itemId: item, cents: 5 }),
    ).toBeNull();
    await addPackage(db, admin, id, weighed(item, "1.000", { source: "derived", isNet: true }));
    await db.transaction((tx) => storeLabelPrices(tx, []));
    expect(await weigh(2499)).toBeNull();
  });
});

it("the station is told no prices", async () => {
  const { id } = await place({}, threePieces);
  const order = await getStationOrder(db, admin, id);
  expect(order?.lines.map(({ mostLb }) => mostLb)).toEqual(["11.00", "4.12"]);
  const told = JSON.stringify(order);
  // Price, estimates and promises of both lines, and of the order.
  for (const figure of ["24.99", "249.90", "274.89", "93.71", "103.08", "343.61"]) {
    expect(told).not.toContain(figure);
  }
  expect(told).not.toMatch(/price|amount|total|cents|subtotal/i);
});

describe("finishLine", () => {
  it("is packed within the tolerance, short below it and dropped without a package", async () => {
    const { id, items } = await place({}, {}, {});
    const [packed, short, dropped] = items.map((one) => one.id) as [string, string, string];
    await addPackage(db, admin, id, weighed(packed, "9.1"));
    await addPackage(db, admin, id, weighed(short, "8.9"));
    await finish(id, packed);
    expect(await reasonOf(finish(id, short))).toBe("under");
    await finish(id, short, { isShort: true, note: "none left" });
    expect(await reasonOf(finish(id, dropped))).toBe("under");
    await finish(id, dropped, { isShort: true });
    const states = await Promise.all([packed, short, dropped].map(line));
    expect(states.map(({ packState, knownLb }) => [packState, knownLb])).toEqual([
      ["packed", "9.10"],
      ["short", "8.90"],
      ["dropped", "0.00"],
    ]);

    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    const [invoice] = await documentsOf(db, id);
    const lines = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice?.id ?? ""))
      .orderBy(asc(documentLines.position));
    expect(lines).toMatchObject([
      { ordered: "10.00", packed: "9.10", amount: "227.41", packages: 1, remark: "" },
      { packed: "8.90", amount: "222.41", remark: "Less than ordered: none left" },
      { packed: "0.00", amount: "0.00", remark: "Not available" },
    ]);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ status: "fulfilled", totalPrice: "449.82" });
  });

  it("above the promise it needs a yes, which is kept and audited", async () => {
    const { id, items } = await place({}, {});
    const [billed, agreed] = items.map((one) => one.id) as [string, string];
    for (const item of [billed, agreed]) await addPackage(db, admin, id, weighed(item, "11.5"));
    expect(await reasonOf(finish(id, billed))).toBe("over");
    expect(await reasonOf(finish(id, agreed, { over: "customer_agreed" }))).toBe("over");
    await finish(id, billed, { over: "bill_promise" });
    await finish(id, agreed, { over: "customer_agreed", note: "Sample Contact, by telephone" });
    const kept = db.update(orderItems).set({ overDecision: null }).where(eq(orderItems.id, billed));
    expect(await refusalOf(kept)).toBe("order_items_promise_kept");
    const entries = await auditEntries(db, "order", id);
    expect(entries.map(({ action }) => action)).toEqual(["over the promise", "over the promise"]);

    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    const [invoice] = await documentsOf(db, id);
    // 274.89 promised + 287.39 agreed
    expect(invoice).toMatchObject({ total: "562.28", lineCount: 3 });
    const lines = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice?.id ?? ""))
      .orderBy(asc(documentLines.position));
    expect(lines).toMatchObject([
      { amount: "287.39" },
      { description: "Over weight, no charge", unit: "each", packed: "-1.00", amount: "-12.50" },
      { amount: "287.39" },
    ]);
  });

  it("is refused when somebody packed it in the meantime, and open again after a change", async () => {
    const { id, item } = await place({});
    await addPackage(db, admin, id, weighed(item, "7.6"));
    await addPackage(db, other, id, weighed(item, "2.4"));
    const stale = finishLine(db, admin, id, op("finish", { itemId: item, seenLb: "7.60" }));
    await expect(stale).rejects.toThrow("Someone added 2.40 lb meanwhile");
    await finish(id, item);
    const before = await version(id);
    await finish(id, item);
    expect(await version(id)).toBe(before);
    await addPackage(db, other, id, weighed(item, "0.5"));
    expect(await line(item)).toMatchObject({ packState: "open", packedLb: "10.50" });
    await finish(id, item);
    await reopenLine(db, admin, id, op("reopen", { itemId: item }));
    expect(await line(item)).toMatchObject({ packState: "open" });
  });
});

describe("addLineAtPacking", () => {
  it("substitutes at no more than the ordered price, once, and keeps what was ordered", async () => {
    const { id, item } = await place({});
    const dear = await insertProduct(db, { slug: `dear-${randomUUID()}`, pricePerLb: "39.99" });
    const requestId = randomUUID();
    const substitute = op("add", {
      requestId,
      productId: dear.id,
      amount: "10",
      substitutes: item,
      note: "out of ribeye",
    });
    await addLineAtPacking(db, admin, id, substitute);
    await addLineAtPacking(db, admin, id, substitute);
    expect(await line(requestId)).toMatchObject({
      quantity: "10.00",
      pricePerLb: "24.99",
      substitutesItemId: item,
      position: 1,
    });
    expect(await line(item)).toMatchObject({ packState: "substituted", packNote: "out of ribeye" });
    await addPackage(db, admin, id, weighed(requestId, "10"));
    await finish(id, requestId);
    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    expect(await documentsOf(db, id)).toMatchObject([{ total: "249.90", lineCount: 2 }]);
  });

  it("is what is packed from then on: what it replaces takes nothing until it is brought back", async () => {
    const { id, item } = await place({});
    const product = await insertProduct(db, { slug: `instead-${randomUUID()}` });
    const first = weighed(item, "2");
    await addPackage(db, admin, id, first);
    const sent = op("add", {
      requestId: randomUUID(),
      productId: product.id,
      amount: "8",
      substitutes: item,
    });
    await addLineAtPacking(db, admin, id, sent);
    expect(await reasonOf(addPackage(db, admin, id, weighed(item, "2")))).toBe("replaced");
    expect(await reasonOf(finish(id, item))).toBe("replaced");
    await voidPackage(db, admin, id, op("void", { packageId: first.requestId }));
    expect(await line(item)).toMatchObject({ packState: "substituted", packedLb: "0.00" });

    const weighedInstead = weighed(sent.requestId, "3");
    await addPackage(db, admin, id, weighedInstead);
    const bringBack = () => reopenLine(db, admin, id, op("reopen", { itemId: item }));
    expect(await reasonOf(bringBack())).toBe("changed");
    await voidPackage(db, admin, id, op("void", { packageId: weighedInstead.requestId }));
    await bringBack();
    expect(await line(item)).toMatchObject({ packState: "open" });
    expect(await line(sent.requestId)).toMatchObject({ packState: "dropped" });
    // Nothing of this one is weighed, as if it had never been in the order.
    const again = { ...sent, requestId: randomUUID() };
    await addLineAtPacking(db, admin, id, again);
    await bringBack();
    expect(await db.$count(orderItems, eq(orderItems.id, again.requestId))).toBe(0);
    const actions = (await auditEntries(db, "order", id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "brought back")).toHaveLength(2);
  });

  it("keeps the promise for what it replaces, or needs the client's yes", async () => {
    const { id, items } = await place({}, {});
    const [item, overdone] = items.map((one) => one.id) as [string, string];
    const product = await insertProduct(db, { slug: `more-${randomUUID()}`, pricePerLb: "24.99" });
    const substitute = (over: object) =>
      op("add", { requestId: randomUUID(), productId: product.id, substitutes: item, ...over });
    await addPackage(db, admin, id, weighed(item, "4"));
    // 11.00 lb are promised, 4.00 are packed.
    expect(await reasonOf(addLineAtPacking(db, admin, id, substitute({ amount: "7.5" })))).toBe(
      "over",
    );
    const agreed = { amount: "7.5", over: "customer_agreed" };
    expect(await reasonOf(addLineAtPacking(db, admin, id, substitute(agreed)))).toBe("over");
    const sent = substitute({ amount: "6.8" });
    await addLineAtPacking(db, admin, id, sent);
    const stored = await line(sent.requestId);
    expect(Number(stored.promisedAmount)).toBeLessThanOrEqual(274.89 - 99.96);
    await addPackage(db, admin, id, weighed(sent.requestId, "7.1"));
    expect(await reasonOf(finish(id, sent.requestId))).toBe("over");

    // Too much of it was packed before it was to be replaced.
    await addPackage(db, admin, id, weighed(overdone, "11.5"));
    const little = { amount: "0.5", substitutes: overdone };
    expect(await reasonOf(addLineAtPacking(db, admin, id, substitute(little)))).toBe("over");
    const forced = db
      .update(orderItems)
      .set({ packState: "substituted" })
      .where(eq(orderItems.id, overdone));
    expect(await refusalOf(forced)).toBe("order_items_promise_kept");
    const yes = { ...little, over: "customer_agreed", note: "Sample Contact, by phone" };
    await addLineAtPacking(db, admin, id, substitute(yes));
    expect(await line(overdone)).toMatchObject({ overDecision: "customer_agreed" });
  });

  it("refuses substitutes where the client takes none, and products that are not sold", async () => {
    const { id, item } = await place({});
    const product = await insertProduct(db, { slug: `other-${randomUUID()}` });
    const gone = await insertProduct(db, { slug: `gone-${randomUUID()}`, isActive: false });
    const add = (over: object) =>
      addLineAtPacking(
        db,
        admin,
        id,
        op("add", { requestId: randomUUID(), productId: product.id, amount: "5", ...over }),
      );
    await db.update(orders).set({ allowsSubstitutes: false }).where(eq(orders.id, id));
    expect(await reasonOf(add({ substitutes: item }))).toBe("no substitutes");
    expect(await reasonOf(add({ productId: gone.id }))).toBe("product gone");
    const kept = await insertProduct(db, { slug: `kept-${randomUUID()}` });
    await refuseTo(id, kept.id);
    expect(await reasonOf(add({ productId: kept.id }))).toBe("product gone");
    expect(await reasonOf(add({}))).toBe("accepted");
  });
});

/** Gives the order's customer a price list without a product. */
async function refuseTo(orderId: string, productId: string): Promise<void> {
  const list = { name: `List ${randomUUID()}`, startsOn: "2020-01-01" };
  const [stored] = await db.insert(priceLists).values(list).returning({ listId: priceLists.id });
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!stored || !order) throw new Error("Not there");
  await db.insert(customerPriceLists).values({ ...stored, customerId: order.customerId, rank: 1 });
  await db
    .insert(priceListItems)
    .values({ ...stored, productId, isOffered: false, pricePerLb: null });
}

describe("fulfilPackedOrder", () => {
  it("refuses what has changed or is open, and cancels an order of which nothing is left", async () => {
    const { id, item } = await place({});
    const finalise = async (seen?: number) =>
      fulfilPackedOrder(db, admin, { id, version: seen ?? (await version(id)) }, shop);
    await expect(finalise()).rejects.toMatchObject({ code: "open lines" });
    await addPackage(db, admin, id, weighed(item, "10"));
    await expect(finalise(0)).rejects.toMatchObject({ code: "changed" });
    await expect(finalise()).rejects.toMatchObject({ code: "open lines" });
    const [one] = await db.select().from(packages).where(eq(packages.orderItemId, item));
    await voidPackage(db, admin, id, op("void", { packageId: one?.id ?? "" }));
    await finish(id, item, { isShort: true });
    expect(await finalise()).toBeNull();
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ status: "cancelled" });
    expect(await documentsOf(db, id)).toEqual([]);
  });

  it("leaves numbers without a gap when nothing is invoiced", async () => {
    const { id, item } = await place({});
    await finish(id, item, { isShort: true });
    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    const { rows } = await db.execute<{ last: number; count: string }>(sql`
      select last_number as last, (select count(*) from ${documents}) as count
      from document_series where series = 'INV'`);
    expect(Number(rows[0]?.count)).toBe(rows[0]?.last);
  });

  it("without weights bills what is sold by the pound, and refuses pieces", async () => {
    const byThePound = await place({});
    await fulfilOrder(db, admin, byThePound.id, shop);
    const [invoice] = await documentsOf(db, byThePound.id);
    const [billed] = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice?.id ?? ""));
    expect(billed).toMatchObject({ packed: "10.00", packages: null, remark: "Weight as ordered" });
    const [assumed] = await db
      .select()
      .from(packages)
      .where(eq(packages.orderItemId, byThePound.item));
    expect(assumed).toMatchObject({ source: "assumed", netLb: "10.00", netG: 4536 });

    const pieces = await place(threePieces, {});
    const refused = fulfilOrder(db, admin, pieces.id, shop);
    await expect(refused).rejects.toThrow("Weigh these lines first: Ribeye Steak");
    expect(await line(pieces.items[1]?.id ?? "")).toMatchObject({ packState: "open" });
  });
});

describe("the day's list", () => {
  it("is by zone, and can be that of one", async () => {
    const day = "2026-12-16";
    const placedAt = new Date("2026-12-16T20:00:00Z");
    const place = async (name: string) => {
      const zone = await insertZone(db, { name });
      const order = await insertOrder(db, customerId, { placedAt });
      await insertOrderItem(db, order.id);
      await putOnRun(db, await insertRun(db, { zoneId: zone.id, date: day }), order);
      return { zone, order };
    };
    const valley = await place(`Valley ${randomUUID()}`);
    const coast = await place(`Coast ${randomUUID()}`);
    expect(await ordersToPack(db, admin, day)).toMatchObject([
      { id: coast.order.id, zoneId: coast.zone.id, zoneName: coast.zone.name },
      { id: valley.order.id },
    ]);
    expect(await packingZones(db, admin, day)).toEqual(
      [coast, valley].map(({ zone: { id, name } }) => ({ id, name, orders: 1 })),
    );
    expect(await ordersToPack(db, admin, day, valley.zone.id)).toMatchObject([
      { id: valley.order.id },
    ]);
    const [cut] = await cutsToPack(db, admin, day, coast.zone.id);
    expect(cut?.orders).toMatchObject([{ orderId: coast.order.id }]);
    for (const nowhere of ["unicorn", randomUUID()]) {
      expect(await ordersToPack(db, admin, day, nowhere)).toEqual([]);
    }
  });

  it("has an order with a day on that day, with its run and stop for the papers", async () => {
    const zone = await insertZone(db, { name: "Sample Valley" });
    const run = await insertRun(db, { zoneId: zone.id, date: "2027-01-14" });
    const order = await insertOrder(db, customerId, {
      placedAt: new Date("2027-01-11T20:00:00Z"),
      notes: "Thick, please.",
      standingNotes: "Two to a bag.",
    });
    await insertOrderItem(db, order.id);
    const address = { deliveryAddress: "7 Sample Lane", deliveryPostalCode: "V3G1A2" };
    await putOnRun(db, run, order, address);
    expect(await ordersToPack(db, admin, "2027-01-11")).toEqual([]);
    expect(await ordersToPack(db, admin, "2027-01-14")).toMatchObject([{ id: order.id }]);
    expect(await cutsToPack(db, admin, "2027-01-14")).toMatchObject([
      { orders: [{ notes: "Thick, please.\nTwo to a bag." }] },
    ]);
    const days = await packingDays(db, admin);
    expect(days.findLast(({ day }) => day !== withoutDay)).toEqual({
      day: "2027-01-14",
      orders: 1,
    });
    expect(await getStationOrder(db, admin, order.id)).toMatchObject({
      address: "7 Sample Lane, V3G 1A2",
      delivery: {
        kind: "delivery",
        day: "2027-01-14",
        from: "08:00",
        to: "15:00",
        zoneName: "Sample Valley",
        stop: 1,
      },
    });
  });

  it("counts of a replaced line only what was packed of it", async () => {
    const placedAt = new Date("2026-12-17T20:00:00Z");
    const zone = await insertZone(db, { name: `Zone ${randomUUID()}` });
    const run = await insertRun(db, { zoneId: zone.id, date: "2026-12-17" });
    const order = await insertOrder(db, customerId, { placedAt, allowsSubstitutes: true });
    const names = { partly: `Partly ${randomUUID()}`, unpacked: `Unpacked ${randomUUID()}` };
    const partly = await insertOrderItem(db, order.id, {
      ...threePieces,
      productName: names.partly,
    });
    const rest = { position: 1, productName: names.unpacked, quantity: "10.00" };
    const unpacked = await insertOrderItem(db, order.id, rest);
    await putOnRun(db, run, order);
    await addPackage(db, admin, order.id, weighed(partly.id, "1.25"));
    const product = await insertProduct(db, { slug: `instead-${randomUUID()}` });
    for (const { id: substitutes } of [partly, unpacked]) {
      const instead = { requestId: randomUUID(), productId: product.id, amount: "2", substitutes };
      await addLineAtPacking(db, admin, order.id, op("add", instead));
    }
    const sums = { orderedLb: "5.25", packedLb: "1.25" };
    expect(await ordersToPack(db, admin, "2026-12-17", zone.id)).toMatchObject([
      { lines: 4, linesDone: 2, ...sums },
    ]);
    expect((await getRun(db, admin, run.id))?.stops).toMatchObject([{ orders: [sums] }]);
    const cuts = await cutsToPack(db, admin, "2026-12-17", zone.id);
    expect(cuts.map(({ productName }) => productName)).not.toContain(names.unpacked);
    expect(cuts).toContainEqual(
      expect.objectContaining({ productName: names.partly, pieces: 1, orderedLb: "1.25" }),
    );
  });

  it("has orders and cuts without a day apart, and who is packing", async () => {
    const before =
      (await packingDays(db, admin)).find(({ day }) => day === withoutDay)?.orders ?? 0;
    const order = await insertOrder(db, customerId);
    const name = `Cut ${randomUUID()}`;
    await insertOrderItem(db, order.id, { ...threePieces, productName: name });
    await insertOrderItem(db, order.id, { position: 1, productName: name });
    await claimOrder(db, other, order.id);

    const days = await packingDays(db, admin);
    expect(days.at(-1)).toEqual({ day: withoutDay, orders: before + 1 });
    expect(await ordersToPack(db, admin, pacificDay(order.placedAt))).toEqual([]);
    const listed = (await ordersToPack(db, admin, withoutDay)).find(({ id }) => id === order.id);
    expect(listed).toMatchObject({
      hasDay: false,
      companyName: "Sample Bistro",
      lines: 2,
      linesDone: 0,
      orderedLb: "13.75",
      packedLb: "0.00",
      packers: [expect.any(String)],
    });
    const cuts = await cutsToPack(db, admin, withoutDay);
    expect(cuts.find(({ productName }) => productName === name)).toMatchObject({
      orderedLb: "13.75",
      pieces: 3,
      orders: [{}, {}],
    });
    expect((await getStationOrder(db, admin, order.id))?.packers).toHaveLength(1);
    expect((await getStationOrder(db, other, order.id))?.packers).toEqual([]);
    await db.execute(sql`update pack_claims set seen_at = now() - interval '3 minutes'`);
    expect((await getStationOrder(db, admin, order.id))?.packers).toEqual([]);
  });
});
