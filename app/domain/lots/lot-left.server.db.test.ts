import { afterAll, beforeAll, expect, it } from "vitest";
import { enterStock } from "#app/domain/stock/stock-entries.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { leftLb, sumsOfLots } from "./lot-left.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("computes the same pounds left in lists as for a single lot", async () => {
  const { db } = database;
  const { id: productId } = await insertProduct(db);
  const entered = async (lotId: string, ...entries: ["received" | "waste" | "count", string][]) =>
    db.transaction((tx) =>
      enterStock(
        tx,
        null,
        entries.map(([kind, lb]) => ({ productId, lotId, kind, lb, pieces: 0 })),
      ),
    );
  const [plain, wasted, counted, found, unknown, voided] = await Promise.all([
    insertLot(db, { receivedLb: "100.00" }),
    insertLot(db, { receivedLb: "60.00" }),
    insertLot(db, { receivedLb: "50.00" }),
    insertLot(db),
    insertLot(db),
    insertLot(db, { receivedLb: "40.00", voidedAt: new Date() }),
  ]);
  await entered(wasted.id, ["received", "60.00"], ["waste", "-2.50"]);
  await entered(counted.id, ["received", "50.00"], ["count", "-7.00"]);
  await entered(found.id, ["received", "12.00"]);
  const listed = await db.select({ id: lots.id, left: leftLb }).from(lots);
  const left = new Map(listed.map((one) => [one.id, one.left]));
  expect([plain, wasted, counted, found, unknown, voided].map(({ id }) => left.get(id))).toEqual([
    ...["100.00", "57.50", "43.00", "12.00", null, "0.00"],
  ]);
  const sums = await sumsOfLots(db, [...left.keys()]);
  for (const [id, lb] of left) expect(sums.get(id)?.leftLb).toBe(lb);
});
