import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { placeRetailOrder } from "#app/domain/ordering/retail/place-retail-order.server.ts";
import { confirmOrder } from "#app/domain/ordering/transition/confirm-order.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { askFor } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { countingTransactions, untilSomebodyWaits } from "#tests/setup/waiting.ts";
import type { OpenDatabase } from "./database.ts";
import { lockCustomer, lockOrders, lockRuns, transactionWithRetry } from "./locks.ts";
import { runStops, runs } from "./schema/deliveries.ts";
import { paymentSettings } from "./schema/money/payments.ts";
import { orders } from "./schema/orders.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("lets a driver report while a transaction has locked the run and is about to lock its stop", async () => {
  const { db } = database;
  const admin = await signedInAdmin(db);
  // The run ends with its last report.
  const run = await insertRun(db, { cutOffAt: new Date(Date.now() - 3600_000) });
  const { user } = await insertClient(db);
  const { stopId, order } = await insertStop(db, run, user.id);
  await insertOrderItem(db, order.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver) throw new Error("The link does not work");
  const report = reportSchema.parse({
    kind: "delivered",
    stopId,
    requestId: randomUUID(),
    receivedBy: "Kim Sample",
    at: new Date().toISOString(),
    isEarly: run.date > pacificDay(new Date()),
  });
  const { counted, begun } = countingTransactions(db);
  let reported: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    // In the order of a cancellation: the run, then its stop.
    await lockRuns(tx, run.id);
    reported = recordReport(counted, driver, report, sampleShop());
    await untilSomebodyWaits(db);
    await tx.select().from(runStops).where(eq(runStops.id, stopId)).for("update");
  });
  await reported;
  expect(begun()).toBe(1);
  const [after] = await db.select().from(runs).where(eq(runs.id, run.id));
  expect(after?.state).toBe("done");
});

it("confirms a client while a transaction has locked one of their orders and is about to lock another", async () => {
  const { db } = database;
  const admin = await signedInAdmin(db);
  const { user } = await insertClient(db);
  // In the table, the later id comes first.
  const [first = "", later = ""] = [randomUUID(), randomUUID()].sort();
  for (const id of [later, first]) await insertOrder(db, user.id, { id, isNewClient: true });
  const { counted, begun } = countingTransactions(db);
  let confirmed: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await lockOrders(tx, first);
    confirmed = confirmOrder(counted, admin, first, sampleShop());
    await untilSomebodyWaits(db);
    await lockOrders(tx, later);
  });
  await confirmed;
  expect(begun()).toBe(1);
});

it("moves an unpaid order to another run while a transaction has locked both", async () => {
  const { db } = database;
  await db.update(paymentSettings).set({ takesCard: true });
  const product = await insertProduct(db);
  const zone = await insertServedZone(db, { kind: "pickup", place: "100 Sample Road" });
  const order = (day: number, requestId: string = randomUUID()) => ({
    requestId,
    lines: [askFor(product, "10")],
    notes: "",
    allowsSubstitutes: false,
    day: runKey(zone.id, dayIn(day)),
    way: "card" as const,
    contact: {
      name: "Jo Cook",
      email: `${requestId}@example.com`,
      phone: "604-555-0155",
      address: "",
      postalCode: "",
      driverNotes: "",
    },
  });
  const guest = { network: "", isProved: true };
  const rules = { shop: sampleShop(), minOrderCents: 0, hasCard: true, guest };
  for (const day of [3, 4]) await placeRetailOrder(db, order(day), rules);
  const there = await db.select().from(runs).where(eq(runs.zoneId, zone.id)).orderBy(runs.id);
  const [first, second] = there.map(({ id, date }) => ({ id, day: date === dayIn(3) ? 3 : 4 }));
  if (!first || !second) throw new Error("There are no two runs");
  const asked = order(second.day);
  await placeRetailOrder(db, asked, rules);
  const { counted, begun } = countingTransactions(db);
  let placed: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await lockRuns(tx, first.id);
    placed = placeRetailOrder(counted, order(first.day, asked.requestId), rules);
    await untilSomebodyWaits(db);
    await lockRuns(tx, second.id);
  });
  await placed;
  expect(begun()).toBe(1);
});

it("retries a transaction once after the database aborted it because of a deadlock", async () => {
  const { db } = database;
  const [one, two] = [(await insertClient(db)).user.id, (await insertClient(db)).user.id];
  // Each holds its first lock before the other requests it.
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  let tried = 0;
  const winner = Promise.withResolvers<void>();
  const lock = async (first: string, second: string) => {
    const isLocked = await transactionWithRetry(db, async (tx) => {
      tried += 1;
      // The aborted one could be faster than the one that waits for it, and be aborted again.
      if (tried > 2) await winner.promise;
      await lockCustomer(tx, first);
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      return lockCustomer(tx, second);
    });
    winner.resolve();
    return isLocked;
  };
  expect(await Promise.all([lock(one, two), lock(two, one)])).toEqual([true, true]);
  expect(tried).toBe(3);
  const failing = () =>
    transactionWithRetry(db, async (tx) => {
      tried += 1;
      await tx.execute(sql`select 1 / 0`);
    });
  await expect(failing()).rejects.toThrow();
  expect(tried).toBe(4);
});
