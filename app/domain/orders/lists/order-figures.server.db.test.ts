import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { runStops } from "#db/schema/deliveries.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { nextOrder, orderFigures, ordersWithoutDay } from "./order-figures.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const now = new Date("2025-07-01T12:00:00Z");
const nothing = { orders: 0, pending: 0, year: 2025, lbsThisYear: "0.00" };

async function place(client: Client, placedAt: string, status: OrderStatus, ...pounds: string[]) {
  const { db } = database;
  const order = await insertOrder(db, client.userId, { status, placedAt: new Date(placedAt) });
  for (const [position, quantity] of pounds.entries()) {
    await insertOrderItem(db, order.id, { position, quantity });
  }
}

it("counts the client's own orders, and weighs those of this year", async () => {
  const { db } = database;
  const client = await signedInClient(db);
  await place(client, "2025-06-30T12:00:00Z", "pending", "12.35", "0.5");
  await place(client, "2025-03-01T12:00:00Z", "pending", "1000");
  await place(client, "2025-02-01T12:00:00Z", "fulfilled", "20");
  await place(client, "2025-01-15T12:00:00Z", "delivered", "0.01");
  await place(client, "2025-05-01T12:00:00Z", "cancelled", "500");
  await place(client, "2024-06-30T12:00:00Z", "delivered", "70");

  const expected = { orders: 6, pending: 2, year: 2025, lbsThisYear: "1032.86" };
  expect(await orderFigures(db, client, now)).toEqual(expected);
});

it("begins the year at midnight in British Columbia", async () => {
  const { db } = database;
  const client = await signedInClient(db);
  await place(client, "2025-01-01T07:59:59.999Z", "fulfilled", "100");
  await place(client, "2025-01-01T08:00:00.000Z", "fulfilled", "1");
  expect((await orderFigures(db, client, now)).lbsThisYear).toBe("1.00");
});

it("counts nothing for a client without orders or for an administrator", async () => {
  const { db } = database;
  const other = await signedInClient(db);
  await place(other, "2025-06-30T12:00:00Z", "pending", "40");
  expect(await orderFigures(db, await signedInClient(db), now)).toEqual(nothing);
  expect(await orderFigures(db, await signedInAdmin(db), now)).toEqual(nothing);
});

it("finds the client's next open order from today on", async () => {
  const { db } = database;
  const client = await signedInClient(db);
  const other = await signedInClient(db);
  const coming = async (owner: Client, deliveryDay: string, status: OrderStatus = "pending") => {
    const run = await insertRun(db, { date: deliveryDay });
    const order = await insertOrder(db, owner.userId, { status });
    await putOnRun(db, run, order, { deliveryTo: "12:00" });
    return order;
  };
  expect(await nextOrder(db, client, now)).toBeNull();
  await coming(client, "2025-06-30");
  await coming(client, "2025-07-01", "cancelled");
  await coming(other, "2025-07-01");
  expect(await nextOrder(db, client, now)).toBeNull();
  await coming(client, "2025-07-10");
  const packed = await coming(client, "2025-07-01", "fulfilled");
  expect(await nextOrder(db, client, now)).toMatchObject({
    id: packed.id,
    number: packed.number,
    status: "fulfilled",
    day: { date: "2025-07-01", from: "08:00", to: "12:00" },
  });
});

it("skips a missed delivery, counts further orders of that day, and lists orders without a coming day", async () => {
  const { db } = database;
  const client = await signedInClient(db);
  const other = await signedInClient(db);
  const on = async (date: string, status: OrderStatus = "pending") => {
    const order = await insertOrder(db, client.userId, { status });
    const stop = await putOnRun(db, await insertRun(db, { date }), order);
    return { ...order, stopId: stop.id };
  };
  await on("2025-06-29", "fulfilled");
  await on("2025-06-28", "delivered");
  const late = await on("2025-06-30");
  const missed = await on("2025-07-01", "fulfilled");
  const fields = { state: "not_home" as const, visitedAt: now };
  await db.update(runStops).set(fields).where(eq(runStops.id, missed.stopId));
  const undated = await insertOrder(db, client.userId);
  await insertOrder(db, client.userId, { status: "cancelled" });
  await insertOrder(db, client.userId, { status: "fulfilled" });
  await insertOrder(db, other.userId);
  const next = await on("2025-07-02");
  await on("2025-07-02");
  await on("2025-07-03");

  expect(await nextOrder(db, client, now)).toMatchObject({ id: next.id, more: 1 });
  const named = ({ id, number }: { id: string; number: number }) => ({ id, number });
  expect(await ordersWithoutDay(db, client, now)).toEqual([
    { ...named(late), why: "late" },
    { ...named(missed), why: "missed" },
    { ...named(undated), why: "no day" },
  ]);
  expect(await ordersWithoutDay(db, other, now)).toMatchObject([{ why: "no day" }]);
});
