import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { balanceLots } from "#app/domain/lots/lot-trace.server.ts";
import { balanceOf } from "#app/domain/lots/lot-trace.ts";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { countLot, stockOfLot, wasteLot } from "./keep-lot-stock.server.ts";
import { listStock, lotsNotSold, movementsOfLot } from "./stock-lists.server.ts";
import { takeBackEntry } from "./take-back.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

/** Receives 60 lb of a primal that isn't a product. */
async function chuckRoll(): Promise<{ id: string; code: string }> {
  const code = `CR-${randomUUID().slice(0, 6)}`;
  const line = { lotCode: code, lb: "60.00", description: "Chuck roll" };
  await receiveGoods(db, admin, newReceipt([line]), receivingSettings.defaults);
  const found = (await lotsNotSold(db, admin)).find((lot) => lot.code === code);
  if (!found) throw new Error("The lot is nowhere");
  expect(found).toMatchObject({ description: "Chuck roll", leftLb: "60.00", isHeld: false });
  return found;
}

const leftOf = async (id: string) => (await getLot(db, admin, id))?.sums.leftLb;
const waste = (id: string, amount: string, isMeant = false) =>
  wasteLot(db, admin, id, { requestId: randomUUID(), amount, reason: "Spoiled", isMeant });
const count = (id: string, counted: string, seen: number, requestId: string = randomUUID()) =>
  countLot(db, admin, id, { requestId, counted, seen, reason: "" });

it("counts and throws away meat that isn't a product, in agreement with a recall's balance", async () => {
  const { id } = await chuckRoll();
  expect((await balanceLots(db, admin, [id]))[0]).toMatchObject({
    // Until it is weighed, only the books know it.
    onHandLb: null,
    uncountedLb: "60.00",
  });
  expect(await reasonOf(waste(id, "61"))).toBe("more than there");
  await waste(id, "4.5");
  expect(await leftOf(id)).toBe("55.50");
  expect(await reasonOf(count(id, "50", 60_00))).toBe("changed");
  expect(await reasonOf(count(id, "605", 55_50))).toBe("more than came");
  const requestId = randomUUID();
  await Promise.all([count(id, "50", 55_50, requestId), count(id, "50", 55_50, requestId)]);
  expect(await leftOf(id)).toBe("50.00");
  const balance = balanceOf(await balanceLots(db, admin, [id]));
  expect(balance).toMatchObject({
    receivedLb: "60.00",
    wastedLb: "4.50",
    onHandLb: "50.00",
    countedLessLb: "5.50",
    missingLb: "0.00",
    surplusLb: "0.00",
  });
  const {
    rows: [counted],
  } = await movementsOfLot(db, admin, id);
  await takeBackEntry(db, admin, { id: counted?.id ?? "", reason: "Wrong scale" });
  expect(await leftOf(id)).toBe("55.50");
  await count(id, "55.5", 55_50);
  const [agreed] = (await movementsOfLot(db, admin, id)).rows;
  expect(agreed).toMatchObject({ kind: "count", amount: 0, mark: null });
  expect((await balanceLots(db, admin, [id]))[0]).toMatchObject({
    onHandLb: "55.50",
    countedLb: "0.00",
    countedAt: agreed?.at,
  });
  await waste(id, "60", true);
  expect(await leftOf(id)).toBe("-4.50");
  expect(balanceOf(await balanceLots(db, admin, [id]))).toMatchObject({ surplusLb: "4.50" });
});

it("counts and throws away meat of an untracked product by its lot", async () => {
  const grind = await insertProduct(db, { name: "Lean Grind" });
  const parent = await insertLot(db, { receivedLb: "100.00" });
  const sheet = await cutLots(
    db,
    admin,
    {
      requestId: randomUUID(),
      kind: "Trim",
      differenceReason: "",
      confirmed: [],
      inputs: [{ row: 1, name: parent.code, lb: "20" }],
      outputs: [{ row: 1, productId: grind.id, code: "", lb: "20" }],
      wastes: [],
    },
    "Sample Beef",
  );
  const id = (await getCutting(db, admin, sheet))?.outputs[0]?.lotId ?? "";
  expect(await stockOfLot(db, admin, id)).toEqual({ productName: "Lean Grind" });
  await holdLot(db, admin, id, "Recall 1. Listeria");
  await waste(id, "11.1");
  expect(await leftOf(id)).toBe("8.90");
  await count(id, "8.5", 8_90);
  expect(await leftOf(id)).toBe("8.50");
  expect(await reasonOf(waste(id, "9"))).toBe("more than there");
  await waste(id, "8.5");
  expect(await leftOf(id)).toBe("0.00");
  const balance = balanceOf(await balanceLots(db, admin, [parent.id, id]));
  expect(balance).toMatchObject({
    wastedLb: "19.60",
    countedLessLb: "0.40",
    missingLb: "0.00",
    surplusLb: "0.00",
  });
  // Its entries belong to its product, so the product's stock begins with what is left.
  const [thrown] = (await movementsOfLot(db, admin, id)).rows;
  await takeBackEntry(db, admin, { id: thrown?.id ?? "", reason: "Not yet" });
  expect(await leftOf(id)).toBe("8.50");
  await db.insert(productStock).values({ productId: grind.id, tracking: "lb" });
  const { tracked } = await listStock(db, admin);
  expect(tracked.find(({ productId }) => productId === grind.id)).toMatchObject({ onHand: 8_50 });
  expect(await stockOfLot(db, admin, id)).toBeNull();
  expect(await reasonOf(waste(id, "1"))).toBe("sold");
});

it("cuts meat that isn't a product like any other lot, even into waste only", async () => {
  const { id, code } = await chuckRoll();
  const product = await insertProduct(db);
  const sheet = (lb: string, outputLb: string | null, wasteLb: string) =>
    cutLots(
      db,
      admin,
      {
        requestId: randomUUID(),
        kind: "Chuck",
        differenceReason: "",
        confirmed: [],
        inputs: [{ row: 1, name: code, lb }],
        outputs: outputLb ? [{ row: 1, productId: product.id, code: "", lb: outputLb }] : [],
        wastes: [{ row: 1, reason: "Spoiled", lb: wasteLb }],
      },
      "Sample Beef",
    );
  await sheet("27.00", "26.00", "1.00");
  expect((await getLot(db, admin, id))?.sums).toMatchObject({
    receivedLb: "60.00",
    intoLb: "26.00",
    cutWasteLb: "1.00",
    leftLb: "33.00",
    wastedLb: "0.00",
  });
  await sheet("33.00", null, "33.00");
  expect(await leftOf(id)).toBe("0.00");
  expect((await lotsNotSold(db, admin)).some((lot) => lot.id === id)).toBe(false);
  expect((await balanceLots(db, admin, [id]))[0]).toMatchObject({
    wastedLb: "34.00",
    uncountedLb: "0.00",
    intoLb: "26.00",
  });
});

it("refuses to throw away a lot without stock of its own, and an unknown one", async () => {
  const lot = await insertLot(db);
  expect(await reasonOf(waste(lot.id, "1"))).toBe("sold");
  expect(await reasonOf(waste(randomUUID(), "1"))).toBe("gone");
});

it("pages through a lot's movements, each entry once", async () => {
  const { id } = await insertLot(db, { receivedLb: "100.00" });
  const entry = { productId: null, lotId: id, kind: "received" as const };
  // One transaction gives both the same time.
  await db
    .insert(stockEntries)
    .values(Array.from({ length: 51 }, (_, at) => ({ ...entry, lb: `${at + 1}.00` })));
  const first = await movementsOfLot(db, admin, id);
  expect([first.rows.length, first.hasMore, first.hasNewer]).toEqual([50, true, false]);
  const second = await movementsOfLot(db, admin, id, { before: first.rows.at(-1) });
  expect([second.rows.length, second.hasMore, second.hasNewer]).toEqual([1, false, true]);
  expect(new Set([...first.rows, ...second.rows].map((one) => one.id)).size).toBe(51);
});
