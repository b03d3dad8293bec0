import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { heldMeat } from "./held-packages.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

it("lists an order's meat from a lot on hold, once per lot, until the lot is released", async () => {
  const { db } = database;
  const client = await insertClient(db);
  const lot = await insertLot(db);
  const order = await insertOrder(db, client.user.id);
  const item = await insertOrderItem(db, order.id);
  for (let one = 0; one < 2; one += 1) {
    await insertPackage(db, item.id, { value: "5", unit: "lb" }, { lotId: lot.id });
  }
  expect(await heldMeat(db, admin, order.id)).toEqual([]);
  await holdLot(db, admin, lot.id, "A smell");
  expect(await heldMeat(db, admin, order.id)).toMatchObject([
    { productName: item.productName, lotCode: lot.code, lb: "10.00", place: "shop" },
  ]);
  expect(await heldMeat(db, admin, "none")).toEqual([]);
  await releaseLot(db, admin, lot.id, "Fine");
  expect(await heldMeat(db, admin, order.id)).toEqual([]);
});
