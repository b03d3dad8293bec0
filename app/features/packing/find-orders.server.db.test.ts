import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import {
  isForCredit,
  reopenableOrder,
  reopenOrder,
} from "#app/domain/ordering/transition/reopen-order.server.ts";
import { packageCode } from "#app/domain/packages/scan/parse-scan.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { findOrdersToPack, finishedToday } from "./find-orders.server.ts";
import { getStationOrder } from "./station-order.server.ts";

const shop = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

async function finished() {
  const customerId = (await insertClient(db)).user.id;
  const order = await insertOrder(db, customerId);
  const item = await insertOrderItem(db, order.id, { packState: "packed" });
  const packed = await insertPackage(db, item.id, { value: "10.00", unit: "lb" });
  const seen = await getStationOrder(db, admin, order.id);
  const version = seen?.version ?? -1;
  await fulfilPackedOrder(db, admin, { id: order.id, version }, shop);
  const document = (await getStationOrder(db, admin, order.id))?.invoiceNumber ?? "";
  return { order, packed, document };
}

const found = async (text: string) =>
  (await findOrdersToPack(db, admin, text, 10)).map(({ id, isFinished }) => ({ id, isFinished }));

it("finds finished orders by their number, their invoice, and a package's label", async () => {
  const { order, packed, document } = await finished();
  const one = [{ id: order.id, isFinished: true }];
  for (const text of [
    String(order.number),
    document.toLowerCase(),
    packageCode(packed.labelNumber),
    String(packed.labelNumber),
    `PKG-${packed.id}`,
  ]) {
    expect(await found(text), text).toEqual(one);
  }
  for (const text of ["PKG-999999999", "PKG-", "INV-999999", "%"]) {
    expect(await found(text), text).toEqual([]);
  }
});

it("lists orders finished today, until they are reopened", async () => {
  const { order, document } = await finished();
  const ids = async (now: Date) => (await finishedToday(db, admin, now)).map(({ id }) => id);
  const [last] = await finishedToday(db, admin, new Date());
  expect(last).toMatchObject({
    id: order.id,
    document,
    packedLb: "10.00",
    isDelivered: false,
  });
  expect(JSON.stringify(last)).not.toMatch(/price|amount|total/i);
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  expect(await ids(tomorrow)).not.toContain(order.id);
  await reopenOrder(db, admin, order.id, "One package too many", shop);
  expect(await ids(new Date())).not.toContain(order.id);
  expect(await found(String(order.number))).toEqual([{ id: order.id, isFinished: false }]);
});

it("an order that has left can be credited, but no longer reopened", async () => {
  const { order } = await finished();
  const zone = await insertZone(db, { name: `Out ${order.number}` });
  const run = await insertRun(db, { zoneId: zone.id, date: "2031-03-05" });
  await putOnRun(db, run, order);
  const left = async () => (await getStationOrder(db, admin, order.id))?.hasLeft;
  expect(await left()).toBe(false);
  expect(await reopenableOrder(db, admin, order.id)).not.toBeNull();
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, run.id));
  expect(await left()).toBe(true);
  expect(await reopenableOrder(db, admin, order.id)).toBeNull();
  expect(await isForCredit(db, admin, order.id)).toBe(true);
  expect(await isForCredit(db, admin, "no id")).toBe(false);
});
