import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { askCreditByStaff } from "#app/domain/claims/ask-credit.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { correctCost, cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { lastCosts, marginsOfOrder } from "#app/domain/margins/margins.server.ts";
import { earnedCents } from "#app/domain/margins/margins.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import {
  billPacked,
  closeLine,
  insertLot,
  insertPackage,
} from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { sales, salesMargins } from "./sales.server.ts";
import type { SalesBy, WholeRange } from "./sales.ts";
import { exportSales } from "./sales-export.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let customerId: string;
let cut: string;
const today = pacificDay(new Date());
const range: WholeRange = { from: today, to: today };

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
  cut = `Cut ${customerId}`;
});
afterAll(() => database.close());

/** A lot of 100 lb with this cost in cents; null if unknown. */
const lotOf = (costCents: number | null, receivedLb: string | null = "100.00") =>
  insertLot(db, { costCents, receivedLb });

interface Packed {
  lb: string;
  lotId?: string;
  isVoided?: boolean;
}

async function sold(packed: Packed[], over: Parameters<typeof insertOrderItem>[2] = {}) {
  const order = await insertOrder(db, customerId);
  const item = await insertOrderItem(db, order.id, {
    productName: cut,
    quantity: "100.00",
    pricePerLb: "10.00",
    taxCode: "GP",
    ...over,
  });
  for (const { lb, lotId, isVoided } of packed) {
    const { id } = await insertPackage(db, item.id, { value: lb, unit: "lb" }, { lotId });
    if (!isVoided) continue;
    const voided = { voidedAt: new Date(), voidedBy: admin.userId };
    await db.update(packages).set(voided).where(eq(packages.id, id));
  }
  await closeLine(db, item.id);
  await billPacked(db, order.id);
  return { orderId: order.id, itemId: item.id };
}

const ofCut = async (by: SalesBy = "cut", name = cut) =>
  (await salesMargins(db, admin, by, range)).get(name);

describe("the margin", () => {
  it("is the amount without tax less each package at its lot's cost, rounded once per line", async () => {
    // A pound of one costs $5.20; of the other, $3.33 and a third of a cent.
    const [one, other] = [await lotOf(520_00), await lotOf(10_00, "3.00")];
    const { orderId, itemId } = await sold([
      { lb: "2.01", lotId: one.id },
      { lb: "1.01", lotId: other.id },
      { lb: "1.01", lotId: other.id },
    ]);
    // 10.452 + 3.3666… + 3.3666… = 17.1853…, for 4.03 lb at $10.00.
    const wanted = { amountCents: 40_30, costCents: 17_19, lines: 1, leftOutLb: 0 };
    expect(await ofCut()).toMatchObject(wanted);
    expect((await marginsOfOrder(db, admin, orderId))[itemId]).toMatchObject(wanted);
    const client = await salesMargins(db, admin, "week", range, { customerId });
    expect([...client.values()]).toMatchObject([wanted]);
  });

  it("rounds half a cent up, even as a sum of thirds", async () => {
    // $0.50 for 100 lb is half a cent per pound.
    const half = await lotOf(50);
    await sold([{ lb: "1.00", lotId: half.id }]);
    expect((await ofCut())?.costCents).toBe(1);
    const third = await lotOf(1, "3.00");
    cut = `Thirds ${cut}`;
    // 0.5 + 0.5 + 0.5 lb, i.e. 1.5 lb at a third of a cent.
    await sold(["0.50", "0.50", "0.50"].map((lb) => ({ lb, lotId: third.id })));
    expect((await ofCut())?.costCents).toBe(1);
  });

  it("leaves out a line with any unknown cost, and states the pounds left out", async () => {
    const known = await lotOf(500_00);
    await sold([{ lb: "10.00", lotId: known.id }]);
    await sold([{ lb: "4.00", lotId: known.id }, { lb: "1.00" }]);
    await sold([{ lb: "2.00", lotId: (await lotOf(null)).id }]);
    await sold([{ lb: "3.00", lotId: (await lotOf(100_00, null)).id }]);
    const margin = await ofCut();
    expect(margin).toMatchObject({ amountCents: 100_00, costCents: 50_00, lines: 1 });
    expect(margin).toMatchObject({ leftOutLb: 10_00, leftOutCents: 100_00 });
    cut = `Unknown ${cut}`;
    const { orderId, itemId } = await sold([{ lb: "1.00" }]);
    const nothing = await ofCut();
    expect(nothing && earnedCents(nothing)).toBeNull();
    const ofOrder = (await marginsOfOrder(db, admin, orderId))[itemId];
    expect(ofOrder && earnedCents(ofOrder)).toBeNull();
    // A free lot costs nothing, which is a known cost.
    cut = `Given ${cut}`;
    await sold([{ lb: "1.00", lotId: (await lotOf(0)).id }]);
    expect(await ofCut()).toMatchObject({ amountCents: 10_00, costCents: 0, lines: 1 });
  });

  it("doesn't count voided packages or dropped lines", async () => {
    const lot = await lotOf(500_00);
    const { orderId, itemId } = await sold([
      { lb: "2.00", lotId: lot.id },
      { lb: "9.00", isVoided: true },
    ]);
    expect(await ofCut()).toMatchObject({ amountCents: 20_00, costCents: 10_00, leftOutLb: 0 });
    const order = await insertOrder(db, customerId);
    const dropped = await insertOrderItem(db, order.id, { productName: cut });
    await closeLine(db, dropped.id, { packState: "dropped", packNote: "None left" });
    expect(await marginsOfOrder(db, admin, order.id)).toEqual({});
    expect(Object.keys(await marginsOfOrder(db, admin, orderId))).toEqual([itemId]);
    expect(await marginsOfOrder(db, admin, "x")).toEqual({});
    expect(await marginsOfOrder(db, admin, randomUUID())).toEqual({});
  });

  it("is reduced by credits on their own day, without returning any cost", async () => {
    const lot = await lotOf(500_00);
    const { orderId, itemId } = await sold([{ lb: "10.00", lotId: lot.id }]);
    const ask = {
      requestId: randomUUID(),
      item: itemId,
      reason: "short" as const,
      note: "",
      photoId: null,
      lb: "2.00",
      amount: null,
    };
    const id = await askCreditByStaff(db, admin, orderId, ask);
    const lines = [{ position: 0, lb: "2.00", amount: null }];
    await decideCredit(db, admin, id, { intent: "approve", note: "", lines }, shop);
    const wanted = { amountCents: 80_00, costCents: 50_00, leftOutCents: 0 };
    expect(await ofCut()).toMatchObject(wanted);
    expect((await marginsOfOrder(db, admin, orderId))[itemId]).toMatchObject(wanted);
  });

  it("subtracts credited pounds of unknown cost from those left out and those sold", async () => {
    const { orderId, itemId } = await sold([{ lb: "10.00" }]);
    const ask = {
      requestId: randomUUID(),
      item: itemId,
      reason: "short" as const,
      note: "",
      photoId: null,
      lb: "2.00",
      amount: null,
    };
    const id = await askCreditByStaff(db, admin, orderId, ask);
    const lines = [{ position: 0, lb: "2.00", amount: null }];
    await decideCredit(db, admin, id, { intent: "approve", note: "", lines }, shop);
    const row = (await sales(db, admin, "cut", range)).find(({ name }) => name === cut);
    expect(row?.hundredthsLb).toBe(8_00);
    expect(await ofCut()).toMatchObject({ leftOutLb: 8_00, leftOutCents: 80_00 });
  });

  it("adds up to the same sum by cut, client, zone, order and week", async () => {
    await sold([{ lb: "10.00", lotId: (await lotOf(500_01)).id }]);
    const sums: number[][] = [];
    for (const by of ["cut", "client", "zone", "order", "week"] as const) {
      const all = [...(await salesMargins(db, admin, by, range)).values()];
      const sum = (of: "amountCents" | "costCents" | "leftOutCents" | "leftOutLb") =>
        all.reduce((total, one) => total + one[of], 0);
      sums.push([sum("amountCents"), sum("costCents"), sum("leftOutCents"), sum("leftOutLb")]);
    }
    expect(new Set(sums.map((one) => one.join())).size).toBe(1);
  });

  it("states when a cost was corrected after the sale, and only then", async () => {
    const lot = await lotOf(500_00);
    await sold([{ lb: "10.00", lotId: lot.id }]);
    expect(await ofCut()).toMatchObject({ costCents: 50_00, correctedAt: null });
    await correctCost(db, admin, lot.id, 600_00);
    const { costCents, correctedAt } = (await ofCut()) ?? {};
    expect(costCents).toBe(60_00);
    expect(correctedAt && pacificDay(correctedAt)).toBe(today);
    // Later sales use the corrected cost and need no correction.
    cut = `Later ${cut}`;
    await sold([{ lb: "1.00", lotId: lot.id }]);
    expect(await ofCut()).toMatchObject({ costCents: 6_00, correctedAt: null });
    // A cost that becomes known isn't a correction.
    cut = `Known late ${cut}`;
    const unknown = await lotOf(null);
    await sold([{ lb: "1.00", lotId: unknown.id }]);
    await correctCost(db, admin, unknown.id, 100_00);
    expect(await ofCut()).toMatchObject({ costCents: 1_00, correctedAt: null });
    // Neither is more of a lot at the same cost per pound.
    await db
      .update(lots)
      .set({ receivedLb: "200.00", costCents: 200_00 })
      .where(eq(lots.id, unknown.id));
    expect(await ofCut()).toMatchObject({ costCents: 1_00, correctedAt: null });
  });

  it("is exported for the owner only", async () => {
    await sold([{ lb: "10.00", lotId: (await lotOf(777_00)).id }]);
    const textOf = async (owner: Admin | null) => {
      let text = "";
      for await (const piece of exportSales(db, admin, { by: "cut", ...range }, owner))
        text += piece;
      return text.split("\r\n").filter((line) => line.includes(cut) || line.includes("Name"));
    };
    expect((await textOf(admin)).join("\n")).toMatch(/Margin.*\n.*,22\.30,100\.00,77\.70,/);
    expect((await textOf(null)).join("\n")).not.toMatch(/Margin|Cost|77\.70|22\.30/i);
  });
});

it("the database adds up the margin of 100,000 packages within a second", async () => {
  const order = await insertOrder(db, customerId, { status: "pending" });
  const lot = await lotOf(500_00);
  // Simulates years of packing: 1,000 lines of 100 packages of a lot. Bypasses the triggers, which
  // would sum up each of them.
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table packages disable trigger user`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_name, quantity, price_per_lb, pack_state, packed_lb)
      select ${order.id}, n, 'Many', 100, 10, 'packed', 100 from generate_series(1, 1000) as n`);
    await tx.execute(sql`
      insert into packages (order_item_id, reading_value, reading_unit, net_lb, net_g, source, lot_id)
      select id, 1, 'lb', 1, 454, 'typed', ${lot.id} from order_items, generate_series(1, 100)
      where order_id = ${order.id}`);
    await tx.execute(sql`alter table packages enable trigger user`);
  });
  await db.execute(sql`analyze packages, order_items`);
  const began = performance.now();
  const margins = Object.values(await marginsOfOrder(db, admin, order.id));
  const took = performance.now() - began;
  expect(margins).toHaveLength(1000);
  expect(margins.every(({ costCents }) => costCents === 500_00)).toBe(true);
  expect(took).toBeLessThan(1000);
});

it("the last cost per pound of a product includes cut lots, and only known costs", async () => {
  const steak = await insertProduct(db);
  const cutFrom = async (costCents: number | null) => {
    const lot = await lotOf(costCents);
    await cutLots(
      db,
      admin,
      {
        requestId: randomUUID(),
        kind: "Rib",
        differenceReason: "Trial",
        confirmed: [],
        inputs: [{ row: 1, name: lot.code, lb: "100" }],
        outputs: [{ row: 1, productId: steak.id, code: "", lb: "60" }],
        wastes: [],
      },
      "Sample Beef",
    );
  };
  expect(await lastCosts(db, admin, [steak.id, "x"])).toEqual({});
  await cutFrom(600_00);
  expect(await lastCosts(db, admin, [steak.id])).toMatchObject({
    [steak.id]: { centsPerLb: 10_00 },
  });
  await cutFrom(700_00);
  await cutFrom(null);
  const later = await lastCosts(db, admin);
  expect(later[steak.id]).toMatchObject({ centsPerLb: 11_67 });
});
