import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { addLot } from "#app/domain/lots/lots.server.ts";
import { lotSchema } from "#app/domain/lots/lots.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { labelSerial } from "#app/domain/packages/labels/label-gtin.ts";
import { addPackage, voidPackage } from "#app/domain/packages/packages.server.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { documentsOf } from "#tests/setup/factories/orders.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
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
const { place, line, version, finish } = openForPacking((opened) => {
  ({ db, admin, other } = opened);
});

describe("addPackage", () => {
  it("adds up rounded packages, and stores each reading as read", async () => {
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

  it("stores a package once if it is sent several times concurrently", async () => {
    const { id, item } = await place({ quantity: "10.00" });
    const sent = weighed(item, "2.5");
    await Promise.all([1, 2, 3].map(() => addPackage(db, admin, id, sent)));
    await addPackage(db, admin, id, sent);
    expect(await line(item)).toMatchObject({ packedLb: "2.50" });
  });

  it("accepts a package that is sent again after its order was finished", async () => {
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
  ])("answers “%s” to %s lb for a piece of 1.25 lb (%o)", async (reason, value, over) => {
    const { id, item } = await place(threePieces);
    expect(await reasonOf(addPackage(db, admin, id, weighed(item, value, over)))).toBe(reason);
    const stored = await db.$count(packages, eq(packages.orderItemId, item));
    expect(stored).toBe(reason === "accepted" ? 1 : 0);
  });

  it("requires a lot for traced products, and refuses an expired one", async () => {
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

  it("refuses a serial number that was packed before, and names its order", async () => {
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

  it("refuses our own label while its package counts, and accepts it once that is voided", async () => {
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

  it("stores 200 packages that two packers send concurrently, and lets only one finish the order", async () => {
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
