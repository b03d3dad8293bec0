import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { driverOf, makeRunLink } from "#app/features/runs/links/run-links.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { reportSchema } from "#app/features/runs/reports/report.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { countingTransactions, untilSomebodyWaits } from "#tests/setup/waiting.ts";
import type { OpenDatabase } from "./database.ts";
import { lockCustomer, lockRuns, transactionWithRetry } from "./locks.ts";
import { runStops, runs } from "./schema/deliveries.ts";
import { orders } from "./schema/orders.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("lets a driver report while somebody else has the run and comes to its stop", async () => {
  const { db } = database;
  const admin = await signedInAdmin(db);
  // Whose last report ends the run.
  const run = await insertRun(db, { cutOffAt: new Date(Date.now() - 3600_000) });
  const { user } = await insertClient(db);
  const { stopId, order } = await insertStop(db, run, user.id);
  await insertOrderItem(db, order.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver) throw new Error("The link does not work");
  const report = reportSchema.parse({
    ...{ kind: "delivered", stopId, requestId: randomUUID(), receivedBy: "Kim Sample" },
    ...{ at: new Date().toISOString(), isEarly: run.date > pacificDay(new Date()) },
  });
  const { counted, begun } = countingTransactions(db);
  let reported: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    // As whoever cancels an order: the run, then its stop.
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

it("runs a transaction once more that the database ended for another one", async () => {
  const { db } = database;
  const [one, two] = [(await insertClient(db)).user.id, (await insertClient(db)).user.id];
  // Each has its first before the other asks for it.
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  let tried = 0;
  const lock = (first: string, second: string) =>
    transactionWithRetry(db, async (tx) => {
      tried += 1;
      await lockCustomer(tx, first);
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      return lockCustomer(tx, second);
    });
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
