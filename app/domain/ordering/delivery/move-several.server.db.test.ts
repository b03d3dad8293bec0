import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { cancelOrder } from "../transition/cancel-order.server.ts";
import { fulfilOrder } from "../transition/finish-order.server.ts";
import { daysForSeveral, listToMove, moveSeveral } from "./move-several.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let ribeye: typeof products.$inferSelect;
let valley: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  ribeye = await insertProduct(db, { pricePerLb: "10.00" });
});
beforeEach(async () => {
  await db.delete(zonePrefixes);
  await db.update(zones).set({ isActive: false });
  valley = (await insertServedZone(db, { prefixes: ["V3G"], day: { capStops: 3 } })).id;
});
afterAll(() => database.close());

/** Places a client's order for the valley: 10 lb for $100. */
async function placed(days: number, companyName = "Sample Bistro") {
  const client: Client = await signedInClient(db, { companyName });
  await db
    .update(shipTos)
    .set({ postalCode: "V3G1A2" })
    .where(eq(shipTos.customerId, client.customerId));
  const asked = { ...askedOrder(askFor(ribeye)), day: runKey(valley, dayIn(days)) };
  const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
  return (await placeOrder(db, client, asked, rules)).id;
}

const services = {
  shop,
  minOrderCents: 0,
  secondFee: "never" as const,
  log: silentLog,
};
const move = async (ids: string[], date: string) => {
  const done = await moveSeveral(db, admin, ids, { date, chargesFee: false }, services);
  return {
    moved: done.moved.map(({ id }) => id),
    stayed: done.stayed.map(({ order, why }) => [order.id, why]),
  };
};
async function dayOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order?.deliveryDay;
}

it("moves the orders that fit, and gives the reason for which each other one stays", async () => {
  const [full, , first, second] = [
    await placed(5),
    await placed(5),
    await placed(3),
    await placed(3),
  ];
  const gone = await placed(3);
  await cancelOrder(db, admin, gone, shop);
  // Two of that day's three stops are taken.
  const { moved, stayed } = await move([first, second, gone, full, "no id"], dayIn(5));
  expect(moved).toEqual([first]);
  expect(stayed).toEqual(
    expect.arrayContaining([
      [second, expect.stringMatching(/ is full\. /)],
      [gone, "This order is already cancelled."],
      [full, "It goes on that day already."],
    ]),
  );
  expect(stayed).toHaveLength(3);
  expect([await dayOf(first), await dayOf(second)]).toEqual([dayIn(5), dayIn(3)]);
});

it("leaves an order past its cut-off where it is", async () => {
  const order = await placed(3);
  const { moved, stayed } = await move([order], dayIn(0));
  expect(moved).toEqual([]);
  expect(stayed).toEqual([[order, expect.stringMatching(/cut-off|can't be ordered|too late/i)]]);
  expect(await dayOf(order)).toBe(dayIn(3));
});

it("leaves an order that would cost more on the new day", async () => {
  const order = await placed(3);
  await db.update(zoneDays).set({ fee: "12.00" }).where(eq(zoneDays.zoneId, valley));
  expect(await move([order], dayIn(4))).toEqual({
    moved: [],
    stayed: [[order, "It would cost $112.00 then instead of $100.00. Move it on its own page."]],
  });
  expect(await dayOf(order)).toBe(dayIn(3));
});

it("moves packed orders as they are, along with pending ones", async () => {
  const [packed, pending] = [await placed(3), await placed(3)];
  await db.update(orders).set({ isNewClient: false }).where(eq(orders.id, packed));
  await fulfilOrder(db, admin, packed, shop);
  const { moved, stayed } = await move([packed, pending], dayIn(4));
  expect(stayed).toEqual([]);
  expect(moved.toSorted()).toEqual([packed, pending].toSorted());
  expect([await dayOf(packed), await dayOf(pending)]).toEqual([dayIn(4), dayIn(4)]);
});

it("gives the reason for which a moved order is on hold", async () => {
  const [held, free] = [await placed(3), await placed(3)];
  await insertHold(db, held, { reason: "overdue" });
  const wanted = { date: dayIn(4), chargesFee: false };
  const { moved } = await moveSeveral(db, admin, [held, free], wanted, services);
  const holds = new Map(moved.map((one) => [one.id, one.holds]));
  expect(holds.get(held)).toContain("overdue");
  expect(holds.get(free)).not.toContain("overdue");
  expect(await dayOf(held)).toBe(dayIn(4));
});

it("moves packed orders above a run's capacity, and reports the excess", async () => {
  await placed(5);
  await placed(5);
  const packed = [await placed(3), await placed(3)];
  for (const id of packed) {
    await db.update(orders).set({ isNewClient: false }).where(eq(orders.id, id));
    await fulfilOrder(db, admin, id, shop);
  }
  const wanted = { date: dayIn(5), chargesFee: false };
  const [first = "", second = ""] = packed;
  expect((await moveSeveral(db, admin, [first], wanted, services)).over).toEqual([]);
  const { over } = await moveSeveral(db, admin, [second], wanted, services);
  expect(over).toEqual([{ zoneName: expect.any(String), by: "4 of 3 stops" }]);
});

it("offers the days of the orders' zones, with the number of orders that can go", async () => {
  const ids = [await placed(3), await placed(3)];
  const toMove = await listToMove(db, admin, ids);
  const days = daysForSeveral(toMove, await readDeliveryRules(db), new Date());
  expect(days.length).toBeGreaterThan(3);
  expect(days.every(({ orders: count }) => count === 2)).toBe(true);
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
});
