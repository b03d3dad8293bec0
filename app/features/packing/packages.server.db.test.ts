import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { nextBox, takeOutBox } from "#app/domain/packages/boxes.server.ts";
import { labelWeight, storeLabelPrices } from "#app/domain/packages/labels/label-prices.server.ts";
import {
  addPackage,
  movePackages,
  restorePackages,
  reweighPackage,
  voidPackage,
} from "#app/domain/packages/packages.server.ts";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { boxLabelsOf } from "#app/features/packing/papers/order-papers.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import type { Database } from "#db/database.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { op, openForPacking, shop, weighed } from "#tests/setup/rooms/packing-tests.ts";

let db: Database;
let admin: Admin;
let other: Admin;
const { place, line, lotOf, version, finish } = openForPacking((opened) => {
  ({ db, admin, other } = opened);
});

describe("the packages of an order", () => {
  it("can't be edited or deleted, only voided once, before the invoice", async () => {
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

  it("go into the open box", async () => {
    const { id, item } = await place({ quantity: "10.00" });
    await addPackage(db, admin, id, weighed(item, "4"));
    await nextBox(db, admin, id, op("box", { after: 1 }));
    await nextBox(db, other, id, op("box", { after: 1 }));
    await addPackage(db, admin, id, weighed(item, "6"));
    const shown = await getStationOrder(db, admin, id);
    expect(shown?.boxes.map(({ number }) => number)).toEqual([1, 2]);
    expect(shown?.lines[0]?.packages.map(({ boxNumber }) => boxNumber)).toEqual([1, 2]);
  });

  it("go into the requested box; no second empty box is opened, and an empty one can be removed", async () => {
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

  it("leave no empty boxes once all lines are done", async () => {
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
    const [label, ...others] = order ? boxLabelsOf(order, shop.company) : [];
    expect(others).toEqual([]);
    expect(label).toMatchObject({ number: 1, of: 1 });
    const scan = parseScan(label?.code ?? "", { rules: [], today: "2026-11-23" });
    expect(scan).toEqual({ kind: "box", number: order?.boxes[0]?.labelNumber });
  });

  it("can move to another lot, which keeps their time of packing and is audited", async () => {
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

  it("can be reweighed; undoing a reweigh or a void restores them", async () => {
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
    // A void can be undone too, unless somebody packed the same piece since.
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

  it("can be given a lot if they have none", async () => {
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

  it("derive their weight from the price on their label", async () => {
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
    expect(await weigh(2499)).toEqual({ value: "1.00", unit: "lb" });
    expect(
      await labelWeight(db, admin, { orderId: randomUUID(), itemId: item, cents: 5 }),
    ).toBeNull();
    await addPackage(db, admin, id, weighed(item, "1.000", { source: "derived", isNet: true }));
    await db.transaction((tx) => storeLabelPrices(tx, []));
    expect(await weigh(2499)).toBeNull();
  });
});
