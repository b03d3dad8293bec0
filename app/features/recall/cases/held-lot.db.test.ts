import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { heldFamily, holdWhatWasMade } from "#app/domain/lots/holds/held-family.server.ts";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { ordersToStop } from "#app/domain/lots/lot-trace.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { addPackage, movePackages, voidPackage } from "#app/domain/packages/packages.server.ts";
import { type OpOf, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { cutsToPack, ordersToPack } from "#app/features/packing/packing-day.server.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import { sendOut } from "#app/features/runs/run-changes.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database } from "#db/database.ts";
import { lotHolds } from "#db/schema/meat/recalls.ts";
import { closeLine } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { openForRecalls, shop } from "#tests/setup/rooms/recall-tests.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { listRecalls } from "../recalls.server.ts";

let db: Database;
let admin: Admin;
const { packed, lotOf, traced } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});

describe("a lot on hold", () => {
  const op = <Kind extends "package" | "move" | "void">(kind: Kind, fields: object) =>
    stationOpSchema.parse({ kind, ...fields }) as OpOf<Kind>;
  const weighed = (itemId: string, lotId: string) =>
    op("package", {
      requestId: randomUUID(),
      itemId,
      value: "9.90",
      unit: "lb",
      source: "typed",
      lotId,
      pieces: null,
    });

  it("can't be packed, its packages can't be moved, and their order waits until they are voided", async () => {
    const lot = await lotOf();
    const good = await lotOf();
    const { order, item } = await packed({ lotId: lot.id, order: { status: "pending" } });
    await closeLine(db, item.id);
    await holdLot(db, admin, lot.id, "Smells");
    await holdLot(db, admin, lot.id, "Smells, sent twice");
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, lot.id))).toBe(1);
    expect(await reasonOf(addPackage(db, admin, order.id, weighed(item.id, lot.id)))).toBe(
      "lot held",
    );
    const shown = await getStationOrder(db, admin, order.id);
    const [one] = shown?.lines[0]?.packages ?? [];
    expect(one?.isHeld).toBe(true);
    const move = op("move", {
      lotId: good.id,
      packages: [{ packageId: one?.id, requestId: randomUUID() }],
    });
    expect(await reasonOf(movePackages(db, admin, order.id, move))).toBe("lot held");
    const version = async () => (await getStationOrder(db, admin, order.id))?.version ?? 0;
    const finish = async () =>
      reasonOf(fulfilPackedOrder(db, admin, { id: order.id, version: await version() }, shop));
    expect(await finish()).toBe("lot held");
    const day = await ordersToPack(db, admin, "none");
    expect(day.find(({ id }) => id === order.id)?.hasHeldPackages).toBe(true);
    const cuts = await cutsToPack(db, admin, "none");
    const line = cuts.flatMap((cut) => cut.orders).find(({ orderId }) => orderId === order.id);
    expect(line?.heldLots).toEqual([lot.code]);
    await voidPackage(db, admin, order.id, op("void", { packageId: one?.id, reason: "" }));
    await addPackage(db, admin, order.id, weighed(item.id, good.id));
    await closeLine(db, item.id);
    expect(await finish()).toBe("accepted");
  });

  it("is shown on the run with its orders until it is released", async () => {
    const lot = await lotOf();
    const { order } = await packed({ lotId: lot.id });
    const run = await insertRun(db);
    await putOnRun(db, run, order);
    await holdLot(db, admin, lot.id, "Smells");
    expect((await getRun(db, admin, run.id))?.held).toEqual([
      expect.objectContaining({ id: order.id, lots: [lot.code], products: ["Ribeye Steak"] }),
    ]);
    await releaseLot(db, admin, lot.id, "It was the box.");
    await releaseLot(db, admin, lot.id, "It was the box.");
    expect((await getRun(db, admin, run.id))?.held).toEqual([]);
    expect(await reasonOf(holdLot(db, admin, randomUUID(), "?"))).toBe("gone");
  });

  it("is shown in the shop, not on the truck, if its order was packed after the run left", async () => {
    const lot = await lotOf();
    const run = await insertRun(db);
    await putOnRun(db, run, (await packed({ lotId: lot.id })).order);
    const late = await packed({ lotId: lot.id, order: { status: "pending" } });
    await putOnRun(db, run, late.order);
    await closeLine(db, late.item.id);
    await sendOut(db, admin, run.id, shop);
    const version = (await getStationOrder(db, admin, late.order.id))?.version ?? 0;
    await fulfilPackedOrder(db, admin, { id: late.order.id, version }, shop);
    await holdLot(db, admin, lot.id, "Smells");
    const stops = ordersToStop(await traced(lot.id));
    expect(stops.map(({ isOnTruck }) => isOnTruck)).toEqual([true, false]);
    expect(stops[1]?.orderId).toBe(late.order.id);
    expect(await getRun(db, admin, run.id)).toMatchObject({
      held: [{ lots: [lot.code] }],
      leftBehind: [{ id: late.order.id }],
    });
  });

  it("lists the lots made of it, which can be put on hold in one step and name it", async () => {
    const trim = await lotOf([], { receivedLb: "60.00" });
    const ground = await lotOf([{ id: trim.id, lb: "30.00" }], { receivedLb: "30.00" });
    const patties = await lotOf([{ id: ground.id, lb: "10.00" }], { receivedLb: "10.00" });
    await holdLot(db, admin, trim.id, "Smells");
    const family = await heldFamily(db, admin, trim.id);
    expect(
      new Set(family.madeOfIt.map(({ code, leftLb, isHeld }) => [code, leftLb, isHeld])),
    ).toEqual(
      new Set([
        [ground.code, "20.00", false],
        [patties.code, "10.00", false],
      ]),
    );
    expect((await heldFamily(db, admin, patties.id)).heldParents).toEqual([
      { id: trim.id, code: trim.code, reason: "Smells" },
    ]);
    await holdWhatWasMade(db, admin, trim.id);
    await holdWhatWasMade(db, admin, trim.id);
    const held = await db.select().from(lotHolds).where(eq(lotHolds.lotId, patties.id));
    expect(held.map(({ reason }) => reason)).toEqual([`Made of lot ${trim.code}. Smells`]);
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, ground.id))).toBe(1);
    expect(await reasonOf(holdWhatWasMade(db, admin, (await lotOf()).id))).toBe("not held");
  });

  it("can be put on hold by a packer, who also sees recalls", async () => {
    const lot = await lotOf();
    const { user: account } = await insertClient(db, { profile: { companyName: "" } });
    const packer = capabilitiesOf({ ...ownAccount(account), staffRole: "packer" }, "")
      .staff as unknown as Staff<"pack">;
    await holdLot(db, packer, lot.id, "Smells");
    expect(await listRecalls(db, packer)).toBeInstanceOf(Array);
    // @ts-expect-error a packer does not release a lot
    const release = () => releaseLot(db, packer, lot.id, "");
    expect(release).toBeTruthy();
  });
});
