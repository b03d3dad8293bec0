import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { addLot } from "#app/domain/lots/lots.server.ts";
import { lotSchema } from "#app/domain/lots/lots.ts";
import { forgetShares, shareCut } from "#app/domain/packages/by-cut/cut-shares.server.ts";
import { seenShares, sharesOf } from "#app/domain/packages/by-cut/cut-sharing.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { type OpOf, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { lotHolds } from "#db/schema/meat/recalls.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getCutBoard } from "./cut-board.server.ts";

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

const threePieces = {
  soldBy: "piece",
  orderedPieces: 3,
  typicalPieceLb: "1.25",
  quantity: "3.75",
} as const;

async function productOf(over: object = {}) {
  const { id } = await insertProduct(db, { slug: `cut-${randomUUID()}`, ...over });
  return id;
}

async function lineOf(
  productId: string,
  item: object = {},
  order: object = {},
  whose = customerId,
) {
  const placed = await insertOrder(db, whose, order);
  const line = await insertOrderItem(db, placed.id, { productId, ...item });
  return { order: placed, orderId: placed.id, itemId: line.id };
}

function weighed(itemId: string, value: string, over: object = {}): OpOf<"package"> {
  const parsed = stationOpSchema.parse({
    kind: "package",
    requestId: randomUUID(),
    itemId,
    value,
    unit: "lb",
    pieces: null,
    source: "typed",
    ...over,
  });
  return parsed as OpOf<"package">;
}

async function stored(itemId: string) {
  const [found] = await db.select().from(orderItems).where(eq(orderItems.id, itemId));
  if (!found) throw new Error("There is no such line");
  return found;
}

describe("the packing board of a cut", () => {
  it("counts the other lines to pack before each order can be finished", async () => {
    const productId = await productOf();
    const day = "2031-03-11";
    const run = await insertRun(db, {
      zoneId: (await insertZone(db, { name: `C ${randomUUID()}` })).id,
      date: day,
    });
    const [alone, others] = [await lineOf(productId), await lineOf(productId)];
    for (const { order } of [alone, others]) await putOnRun(db, run, order);
    for (const [index, packState] of (["open", "open", "short"] as const).entries()) {
      const line = { productId: await productOf(), packState, position: index + 1 };
      await insertOrderItem(db, others.orderId, line);
    }
    const board = await getCutBoard(db, admin, day, productId);
    const left = new Map(board?.lines.map(({ owner }) => [owner.orderId, owner.othersLeft]));
    expect(left).toEqual(
      new Map([
        [alone.orderId, 0],
        [others.orderId, 2],
      ]),
    );
  });

  it("lists the day's open lines by run and stop, without held and replaced ones", async () => {
    const productId = await productOf();
    const day = "2031-03-04";
    const zone = await insertZone(db, { name: `A ${randomUUID()}` });
    const run = await insertRun(db, { zoneId: zone.id, date: day });
    const { user: neighbour } = await insertClient(db);
    const second = await lineOf(productId, {}, { placedAt: new Date(2000) }, neighbour.id);
    const first = await lineOf(productId, {}, { placedAt: new Date(1000) });
    const held = await lineOf(productId);
    const replaced = await lineOf(productId, { packState: "substituted" });
    for (const { order } of [first, second, held, replaced]) await putOnRun(db, run, order);
    await insertHold(db, held.orderId);
    const elsewhere = await lineOf(productId);
    const board = await getCutBoard(db, admin, day, productId);
    expect(board?.lines.map(({ id }) => id)).toEqual([first.itemId, second.itemId]);
    expect(board?.lines.map(({ owner }) => owner.stop)).toEqual([1, 2]);
    const dayless = await getCutBoard(db, admin, withoutDay, productId);
    expect(dayless?.lines.map(({ id }) => id)).toEqual([elsewhere.itemId]);
    expect(JSON.stringify(board)).not.toMatch(/price|amount/i);
    expect(await getCutBoard(db, admin, day, randomUUID())).toBeNull();
    expect(await getCutBoard(db, admin, day, "no id")).toBeNull();
  });
});

describe("a package for a proposed line", () => {
  it("is refused once the line has no room for it", async () => {
    const productId = await productOf();
    const { orderId, itemId } = await lineOf(productId, threePieces);
    const proposed = () => weighed(itemId, "1.30", { isProposed: true });
    for (let count = 0; count < 3; count++) await addPackage(db, admin, orderId, proposed());
    expect(await reasonOf(addPackage(db, admin, orderId, proposed()))).toBe("taken");
    expect(await stored(itemId)).toMatchObject({ packedLb: "3.90", packedPieces: 3 });
    // A packer who chose the line means it, and confirms at the station.
    expect(await reasonOf(addPackage(db, admin, orderId, weighed(itemId, "1.30")))).toBe(
      "accepted",
    );
  });

  it("is stored once if it is sent again after the line was filled", async () => {
    const productId = await productOf();
    const { orderId, itemId } = await lineOf(productId, { quantity: "4.00" });
    const sent = weighed(itemId, "4.00", { isProposed: true });
    await addPackage(db, admin, orderId, sent);
    expect(await reasonOf(addPackage(db, admin, orderId, sent))).toBe("accepted");
    expect(await stored(itemId)).toMatchObject({ packedLb: "4.00" });
  });

  it("is limited by the line's share, and refused if the line gets nothing", async () => {
    const productId = await productOf();
    const { orderId, itemId } = await lineOf(productId, { shareLb: "4.00" });
    const proposed = (value: string) => weighed(itemId, value, { isProposed: true });
    expect(await reasonOf(addPackage(db, admin, orderId, proposed("4.50")))).toBe("taken");
    expect(await reasonOf(addPackage(db, admin, orderId, proposed("4.30")))).toBe("accepted");
    expect(await reasonOf(addPackage(db, admin, orderId, proposed("0.50")))).toBe("taken");
  });

  it("is refused from a lot on hold, as at the station", async () => {
    const productId = await productOf({ isTraced: true });
    const { orderId, itemId } = await lineOf(productId);
    const lot = await addLot(
      ...([
        db,
        admin,
        lotSchema.parse({ code: `L-${randomUUID().slice(0, 8)}`, supplier: "S", expiresOn: "" }),
      ] as const),
    );
    await db.insert(lotHolds).values({ lotId: lot.id, reason: "Smells", heldBy: admin.userId });
    const op = weighed(itemId, "5", { isProposed: true, lotId: lot.id });
    expect(await reasonOf(addPackage(db, admin, orderId, op))).toBe("lot held");
    const without = weighed(itemId, "5", { isProposed: true });
    expect(await reasonOf(addPackage(db, admin, orderId, without))).toBe("lot required");
  });

  it("is neither stored twice nor over the order when also packed at the station, in 50 rounds", async () => {
    const productId = await productOf();
    for (let round = 0; round < 50; round++) {
      const { orderId, itemId } = await lineOf(productId, {
        soldBy: "piece",
        orderedPieces: 1,
        typicalPieceLb: "1.25",
        quantity: "1.25",
      });
      const cuts = [admin, other].map((staff) => ({
        staff,
        op: weighed(itemId, "1.26", { isProposed: true }),
      }));
      const station = weighed(itemId, "1.24");
      const isAlone = round % 5 === 0;
      const sends = [
        // Each is resent before its answer, as on a bad connection.
        ...cuts.flatMap(({ staff, op }) => [0, 1].map(() => addPackage(db, staff, orderId, op))),
        ...(isAlone ? [] : [addPackage(db, admin, orderId, station)]),
      ];
      if (round % 2 === 1) sends.reverse();
      const came = await Promise.all(sends.map(reasonOf));
      const kept = await db
        .select()
        .from(packages)
        .where(and(eq(packages.orderItemId, itemId), isNull(packages.voidedAt)));
      const byCut = kept.filter(({ requestId }) => requestId !== station.requestId);
      expect(new Set(kept.map(({ requestId }) => requestId)).size).toBe(kept.length);
      // The station's packer chose the line and is never refused; a proposed package is only there
      // if it came first.
      expect(kept.length - byCut.length).toBe(isAlone ? 0 : 1);
      if (isAlone) expect(byCut.length).toBe(1);
      else expect(byCut.length).toBeLessThanOrEqual(1);
      expect(came.every((one) => one === "accepted" || one === "taken")).toBe(true);
      const sum = kept.reduce((total, { netLb }) => total + Math.round(Number(netLb) * 100), 0);
      expect(Math.round(Number((await stored(itemId)).packedLb) * 100)).toBe(sum);
    }
  }, 60_000);
});

describe("shares of a cut that is short", () => {
  async function shortCut(last = customerId) {
    const productId = await productOf();
    const lines = [];
    for (const seconds of [1, 2, 3]) {
      const whose = seconds === 3 ? last : customerId;
      lines.push(await lineOf(productId, {}, { placedAt: new Date(seconds * 1000) }, whose));
    }
    const itemIds = lines.map(({ itemId }) => itemId);
    const sharing = async (leftLb: string, how: "pro_rata" | "rank" | "time") => {
      const board = await getCutBoard(db, admin, withoutDay, productId);
      const sharers = (board?.lines ?? []).map(({ owner, ...line }) => ({
        ...line,
        rank: owner.rank,
        orderNumber: owner.orderNumber,
      }));
      const seen = seenShares(itemIds, sharesOf(sharers, leftLb, how));
      return { productId, itemIds, leftLb, how, seen };
    };
    const shares = async () =>
      (await Promise.all(itemIds.map(stored))).map(({ shareLb }) => shareLb);
    return { productId, lines, itemIds, sharing, shares };
  }

  it("are stored as shown, audited for each order that gets less, and can be revoked", async () => {
    const { lines, sharing, shares } = await shortCut();
    const wanted = await sharing("15", "time");
    await shareCut(db, admin, wanted);
    expect(await shares()).toEqual([null, "5.00", "0.00"]);
    const [, second] = lines;
    const [entry] = await auditEntries(db, "order", second?.orderId ?? "");
    expect(entry).toMatchObject({
      action: "share decided",
      after: { share: "5 lb", shared: "By the time of the order" },
    });
    await forgetShares(db, admin, wanted);
    expect(await shares()).toEqual([null, null, null]);
  });

  it("aren't stored for lines that get their whole order, and are deleted once a line does", async () => {
    const { lines, sharing, shares } = await shortCut();
    await shareCut(db, admin, await sharing("15", "pro_rata"));
    expect(await shares()).toEqual(["5.00", "5.00", "5.00"]);
    const [first] = lines;
    const { orderId = "", itemId = "" } = first ?? {};
    await addPackage(db, admin, orderId, weighed(itemId, "9.20"));
    await shareCut(db, admin, await sharing("6", "pro_rata"));
    expect(await shares()).toEqual([null, "3.00", "3.00"]);
    const entries = await auditEntries(db, "order", orderId);
    expect(entries.at(-1)).toMatchObject({ action: "share taken back" });
  });

  it("are refused if somebody packed in the meantime, or an order was cancelled", async () => {
    const { lines, sharing, shares } = await shortCut();
    const wanted = await sharing("15", "pro_rata");
    const [first, second] = lines;
    await addPackage(db, admin, first?.orderId ?? "", weighed(first?.itemId ?? "", "8"));
    expect(await reasonOf(shareCut(db, admin, wanted))).toBe("changed");
    const again = await sharing("7", "pro_rata");
    await db
      .update(orders)
      .set({ status: "cancelled" })
      .where(eq(orders.id, second?.orderId ?? ""));
    expect(await reasonOf(shareCut(db, admin, again))).toBe("changed");
    expect(await shares()).toEqual([null, null, null]);
  });

  it("follow the rank of the clients", async () => {
    const { user: ranked } = await insertClient(db);
    await db.update(customers).set({ packRank: 1 }).where(eq(customers.id, ranked.id));
    const { sharing, shares } = await shortCut(ranked.id);
    await shareCut(db, admin, await sharing("12", "rank"));
    expect(await shares()).toEqual(["2.00", "0.00", null]);
  });

  it("are stored as one of two concurrent decisions, never as a mixture", async () => {
    const { sharing, shares } = await shortCut();
    const [byTime, even] = [await sharing("15", "time"), await sharing("15", "pro_rata")];
    await Promise.all([shareCut(db, admin, byTime), shareCut(db, other, even)]);
    // Serialized: one of the two shares as a whole.
    expect([
      [null, "5.00", "0.00"],
      ["5.00", "5.00", "5.00"],
    ]).toContainEqual(await shares());
  });
});
