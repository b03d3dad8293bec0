import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { ordersToMoveTo } from "#app/features/packing/other-orders.server.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { reasonOf, refusal } from "#tests/setup/reason-of.ts";
import { op, openForPacking, threePieces, weighed } from "#tests/setup/rooms/packing-tests.ts";
import { holdLot } from "../lots/holds/lot-holds.server.ts";
import { addPackage, restorePackages, voidPackage } from "./packages.server.ts";
import { transferPackage } from "./transfer-package.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let other: Admin;
const { place, line, lotOf, finish, version } = openForPacking((opened) => {
  ({ database, db, admin, other } = opened);
});

/** Returns two orders for the same product, the first with a package of 4 lb. */
async function twoOrders(over: object = {}, ofSecond: object = {}) {
  const one = await place(over);
  const { productId } = await line(one.item);
  const two = await place({ ...over, productId, ...ofSecond });
  const lot = await lotOf("T");
  const packed = weighed(one.item, "4", { lotId: lot.id, isSure: true });
  await addPackage(db, other, one.id, packed);
  const requestId = randomUUID();
  const to = { toOrderId: two.id, toItemId: two.item };
  const move = op("transfer", { packageId: packed.requestId, requestId, ...to });
  return { one, two, lot, packed, move };
}

const packagesIn = async (orderId: string) =>
  (await getStationOrder(db, admin, orderId))?.lines.flatMap((shown) => shown.packages) ?? [];

describe("transferPackage", () => {
  it("moves the package to the other order as it was weighed, once, and audits both orders", async () => {
    const { one, two, lot, move } = await twoOrders();
    await finish(one.id, one.item, { isShort: true });
    const [before] = await packagesIn(one.id);
    const versions = [await version(one.id), await version(two.id)];
    await transferPackage(db, admin, one.id, move);
    await transferPackage(db, admin, one.id, move);

    expect(await packagesIn(one.id)).toEqual([]);
    const [after, ...rest] = await packagesIn(two.id);
    expect(rest).toEqual([]);
    expect(after).toMatchObject({ netLb: "4.00", lotId: lot.id, boxNumber: 1 });
    expect(after?.packedAt).toEqual(before?.packedAt);
    expect(after?.packedBy).toBe(before?.packedBy);
    // It gets a label number of its own, as the label names the order.
    expect(after?.labelNumber).not.toBe(before?.labelNumber);
    expect(await line(one.item)).toMatchObject({ packedLb: "0.00", packState: "open" });
    expect(await line(two.item)).toMatchObject({ packedLb: "4.00", finalAmount: "99.96" });
    expect(await version(one.id)).toBeGreaterThan(versions[0] ?? 0);
    expect(await version(two.id)).toBeGreaterThan(versions[1] ?? 0);
    const [shown] = (await getStationOrder(db, admin, one.id))?.lines ?? [];
    expect(shown?.voided).toMatchObject([{ id: before?.id, replaced: "order" }]);

    const names = await Promise.all(
      [one, two].map(async ({ id }) => `Order ${await numberOfOrder(db, id)}`),
    );
    const written = async (id: string) =>
      (await auditEntries(db, "order", id)).filter(({ action }) => action !== "short");
    expect(await written(one.id)).toMatchObject([
      { action: "package to another order", after: { weight: "4.00 lb", order: names[1] } },
    ]);
    expect(await written(two.id)).toMatchObject([
      { action: "package from another order", after: { weight: "4.00 lb", order: names[0] } },
    ]);
  });

  it("offers the orders with a line of the same product, those with room first", async () => {
    const { one, two, move } = await twoOrders({ quantity: "10.00" });
    const { productId } = await line(one.item);
    const full = await place({ productId, quantity: "4.00" });
    await addPackage(db, admin, full.id, weighed(full.item, "1"));
    const held = await place({ productId });
    await insertHold(db, held.id);
    await place({});
    const [packed] = await packagesIn(one.id);
    const offered = await ordersToMoveTo(db, admin, one.id, packed?.id ?? "");
    expect(offered).toMatchObject([
      { orderId: two.id, itemId: two.item, ordered: "10 lb", packedLb: "0.00", lbOver: null },
      { orderId: full.id, packedLb: "1.00", lbOver: "0.60" },
    ]);
    expect(JSON.stringify(offered)).not.toMatch(/price|amount|24\.99/i);
    expect(await ordersToMoveTo(db, admin, two.id, packed?.id ?? "")).toBeNull();
    await transferPackage(db, admin, one.id, move);
    expect(await ordersToMoveTo(db, admin, one.id, packed?.id ?? "")).toBeNull();
  });

  it("notifies the stations of both orders", async () => {
    const { one, two, move } = await twoOrders();
    const heard: string[] = [];
    const stop = await database.listen("orders_changed", (payload) => heard.push(payload));
    await transferPackage(db, admin, one.id, move);
    await vi.waitFor(() => {
      for (const { id } of [one, two]) expect(heard.join()).toContain(id);
    });
    await stop();
  });

  it("can be undone in both orders, unless the other order was packed further", async () => {
    const { one, two, move } = await twoOrders();
    const [before] = await packagesIn(one.id);
    await transferPackage(db, admin, one.id, move);
    const packages = [
      { packageId: before?.id, requestId: randomUUID(), insteadOf: move.requestId },
    ];
    const undo = op("restore", { itemId: one.item, packages });
    const followed: string[] = [];
    const follow = async (_: unknown, id: string) => void followed.push(id);
    await restorePackages(db, admin, one.id, undo, follow);
    await restorePackages(db, admin, one.id, undo, follow);
    expect(followed.toSorted()).toEqual([one.id, two.id].toSorted());
    expect(await packagesIn(two.id)).toEqual([]);
    const [back] = await packagesIn(one.id);
    expect(back).toMatchObject({ netLb: "4.00", lotId: before?.lotId, packedAt: before?.packedAt });

    const again = { ...move, packageId: back?.id ?? "", requestId: randomUUID() };
    await transferPackage(db, admin, one.id, again);
    const [there] = await packagesIn(two.id);
    await voidPackage(db, other, two.id, op("void", { packageId: there?.id }));
    const late = [{ packageId: back?.id, requestId: randomUUID(), insteadOf: again.requestId }];
    await restorePackages(db, admin, one.id, op("restore", { itemId: one.item, packages: late }));
    expect(await packagesIn(one.id)).toEqual([]);
  });

  it("refuses a package that would exceed the other client's maximum", async () => {
    const { one, two, move } = await twoOrders({ quantity: "10.00" });
    await addPackage(db, admin, two.id, weighed(two.item, "7.01"));
    const refused = await refusal(transferPackage(db, admin, one.id, move));
    expect(refused).toMatchObject({ code: "over" });
    expect(refused.message).toContain(`Order ${await numberOfOrder(db, two.id)} would be 0.01 lb`);
    expect(await packagesIn(one.id)).toHaveLength(1);
  });

  it("refuses an order that is not pending on either side, and names it", async () => {
    const { one, two, move } = await twoOrders();
    const name = `Order ${await numberOfOrder(db, two.id)}`;
    const setStatus = (id: string, status: "fulfilled" | "pending") =>
      db.update(orders).set({ status }).where(eq(orders.id, id));
    await setStatus(two.id, "fulfilled");
    const refused = await refusal(transferPackage(db, admin, one.id, move));
    expect(refused).toMatchObject({ code: "not pending" });
    expect(refused.message).toMatch(new RegExp(`^${name} is already`));
    await setStatus(two.id, "pending");
    await insertHold(db, two.id);
    const held = await refusal(transferPackage(db, admin, one.id, move));
    expect(held.message).toBe(`${name} is on hold. Nothing was changed.`);
    await db.delete(orderHolds).where(eq(orderHolds.orderId, two.id));
    await setStatus(one.id, "fulfilled");
    expect(await reasonOf(transferPackage(db, admin, one.id, move))).toBe("not pending");
    await setStatus(one.id, "pending");
    expect(await reasonOf(transferPackage(db, admin, one.id, move))).toBe("accepted");
  });

  it("refuses another product, its own order, and meat on hold", async () => {
    const { one, two, lot, move } = await twoOrders();
    const elsewhere = await place({});
    const to = (order: typeof elsewhere) => ({ toOrderId: order.id, toItemId: order.item });
    const moved = (over: object) => transferPackage(db, admin, one.id, { ...move, ...over });
    expect(await reasonOf(moved(to(elsewhere)))).toBe("other meat");
    expect(await reasonOf(moved(to(one)))).toBe("other meat");
    expect(await reasonOf(moved({ toItemId: elsewhere.item }))).toBe("gone");
    await holdLot(db, admin, lot.id, "Smells");
    expect(await reasonOf(moved(to(two)))).toBe("lot held");
  });

  it("counts pieces, and moves a package once for two concurrent requests", async () => {
    const { one, two, move } = await twoOrders(threePieces);
    const third = await place({ ...threePieces, productId: (await line(one.item)).productId });
    const elsewhere = {
      ...move,
      requestId: randomUUID(),
      toOrderId: third.id,
      toItemId: third.item,
    };
    const outcomes = await Promise.all([
      reasonOf(transferPackage(db, admin, one.id, move)),
      reasonOf(transferPackage(db, other, one.id, elsewhere)),
    ]);
    expect(outcomes.toSorted()).toEqual(["accepted", "changed"]);
    const pieces = await Promise.all([one, two, third].map(({ item }) => line(item)));
    expect(pieces.map(({ packedPieces }) => packedPieces).toSorted()).toEqual([0, 0, 1]);
  });

  it("does not deadlock with a concurrent transfer in the other direction", async () => {
    const { one, two, move } = await twoOrders();
    const back = weighed(two.item, "2");
    await addPackage(db, admin, two.id, back);
    const other2 = {
      ...move,
      packageId: back.requestId,
      requestId: randomUUID(),
      toOrderId: one.id,
      toItemId: one.item,
    };
    await Promise.all([
      transferPackage(db, admin, one.id, move),
      transferPackage(db, other, two.id, other2),
    ]);
    expect(await line(one.item)).toMatchObject({ packedLb: "2.00" });
    expect(await line(two.item)).toMatchObject({ packedLb: "4.00" });
  });
});
