import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import * as raising from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import {
  cutsToPack,
  ordersToPack,
  packingDays,
  packingZones,
} from "#app/features/packing/packing-day.server.ts";
import { claimOrder, getStationOrder } from "#app/features/packing/station-order.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import {
  op,
  openForPacking,
  shop,
  threePieces,
  weighed,
} from "#tests/setup/rooms/packing-tests.ts";

let db: Database;
let admin: Admin;
let other: Admin;
let customerId: string;
openForPacking((opened) => {
  ({ db, admin, other, customerId } = opened);
});

const addLineAtPacking = (of: Database, staff: Admin, id: string, what: OpOf<"add">) =>
  raising.addLineAtPacking(of, staff, id, what, shop);

describe("the day's list", () => {
  it("is sorted by zone, and can be limited to one", async () => {
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

  it("has an order with its day, run and stop for the papers", async () => {
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

  it("counts only the packed part of a replaced line", async () => {
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

  it("lists orders and cuts without a day separately, and who is packing", async () => {
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
