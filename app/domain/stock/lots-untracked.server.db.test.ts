import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { productStock } from "#db/schema/meat/stock.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listStock } from "./stock-lists.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

async function cutOf(productId: string, lb: string) {
  const lot = await insertLot(db, { receivedLb: "100.00" });
  const id = await cutLots(
    db,
    admin,
    {
      requestId: randomUUID(),
      kind: "Striploin",
      differenceReason: "",
      confirmed: [],
      inputs: [{ row: 1, name: lot.code, lb }],
      outputs: [{ row: 1, productId, code: "", lb }],
      wastes: [],
    },
    "Sample Beef",
  );
  return (await getCutting(db, admin, id))?.outputs[0]?.lotId ?? "";
}

it("a cut lot of an untracked product is listed until the product is tracked", async () => {
  const steak = await insertProduct(db, { name: "Striploin Steak" });
  const untracked = async () =>
    (await listStock(db, admin)).untracked.find(({ productId }) => productId === steak.id);
  expect(await untracked()).toMatchObject({ inLotsLb: 0, heldLb: 0 });
  await cutOf(steak.id, "50.20");
  const held = await cutOf(steak.id, "4.00");
  await holdLot(db, admin, held, "Doubtful");
  expect(await untracked()).toMatchObject({ inLotsLb: 50_20, heldLb: 4_00 });
  await db.insert(productStock).values({ productId: steak.id, tracking: "lb" });
  expect(await untracked()).toBeUndefined();
});
