import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { bookStop } from "#app/domain/delivery/booking.server.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs, type zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { addToRun, type LateOrder } from "./add-to-run.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let zone: typeof zones.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  zone = await insertServedZone(db, { prefixes: ["V2S"] });
});
afterAll(() => database.close());

/** Inserts a client's order in the zone for the day after tomorrow. */
async function booked() {
  const { user } = await insertClient(db);
  await db
    .update(shipTos)
    .set({ address: "100 Sample Street", postalCode: "V2S1A2" })
    .where(eq(shipTos.customerId, user.id));
  const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, user.id));
  return db.transaction(async (tx) => {
    const load = { customerId: user.id, shipToId: site?.id ?? null, lb: "10.00", boxes: 1 };
    const { columns } = await bookStop(tx, { zoneId: zone.id, date: dayIn(2) }, load);
    const order = await insertOrder(tx, user.id, { shipToId: load.shipToId, ...columns });
    await insertOrderItem(tx as unknown as Database, order.id);
    return order;
  });
}

const add = (runId: string, number: number, more: Partial<LateOrder> = {}) =>
  addToRun(
    db,
    admin,
    runId,
    {
      ...{ number: String(number), reason: "Forgot the burger patties", isAsked: false },
      ...{ requestId: randomUUID(), ...more },
    },
    { shop: sampleShop(), minOrderCents: 0 },
  );

async function reasonOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (isRefusal(error)) return error.message;
  return error instanceof Error ? error.name : "accepted";
}

const runOf = async (id: string) =>
  (await db.select().from(orders).where(eq(orders.id, id)))[0]?.runId;

it("puts late orders on a run that is planned or out, as they are, and on none that is back", async () => {
  const run = await insertRun(db, { zoneId: zone.id });
  const [first, second, third] = [await booked(), await booked(), await booked()];
  // Its cut-off was yesterday. Adding it twice concurrently adds it once.
  await Promise.all([1, 2].map(() => add(run.id, first.number)));
  expect(await runOf(first.id)).toBe(run.id);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  await issueFor(db, second);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, second.id));
  await add(run.id, second.number);
  expect(await runOf(second.id)).toBe(run.id);
  const [out] = await db.select().from(runs).where(eq(runs.id, run.id));
  expect(out).toMatchObject({ bookedStops: 2 });
  await db.update(runs).set({ state: "done", doneAt: new Date() }).where(eq(runs.id, run.id));
  expect(await reasonOf(add(run.id, third.number))).toMatch(/This run is back/);
  expect(await runOf(third.id)).not.toBe(run.id);
});

it("judges the capacity of two who add to it at once one after the other", async () => {
  const caps = [{ capStops: 1 }, { capLb: "15.00" }, { capBoxes: 1 }];
  for (const [at, cap] of caps.entries()) {
    const run = await insertRun(db, { zoneId: zone.id, date: dayIn(4 + at), ...cap });
    const late = [await booked(), await booked(), await booked()];
    const answers = await Promise.all(late.map(({ number }) => add(run.id, number)));
    const there = await Promise.all(late.map(({ id }) => runOf(id)));
    expect(there.filter((id) => id === run.id)).toHaveLength(1);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    const [now] = await db.select().from(runs).where(eq(runs.id, run.id));
    expect(now).toMatchObject({ bookedStops: 1, bookedLb: "11.00", bookedBoxes: 1 });
  }
});

it("keeps why a late order was added, with the run as with the order", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(7) });
  const order = await booked();
  await add(run.id, order.number, { reason: "Called at nine" });
  const added = { action: "late order added", after: { reason: "Called at nine" } };
  const after = { orderNumber: order.number, reason: "Called at nine" };
  expect(await auditEntries(db, "run", run.id)).toMatchObject([{ ...added, after }]);
  expect((await auditEntries(db, "order", order.id)).at(-1)).toMatchObject(added);
});

it("asks about the capacity before it is exceeded, and says what it cannot add", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(1), capStops: 1, capLb: "15.00" });
  const [first, second] = [await booked(), await booked()];
  expect(await add(run.id, first.number)).toBeNull();
  expect(await add(run.id, second.number)).toEqual({ by: "22 of 15 lb, 2 of 1 stop" });
  expect(await runOf(second.id)).not.toBe(run.id);
  expect(await add(run.id, second.number, { isAsked: true })).toBeNull();
  expect(await runOf(second.id)).toBe(run.id);
  expect(await reasonOf(add(run.id, 987654))).toBe("There is no order 987654.");
  expect(await reasonOf(add(run.id, 0, { number: "x" }))).toMatch(/enter the number/);
  expect(await reasonOf(add(run.id, second.number, { reason: " " }))).toMatch(/say why/);
  expect(await reasonOf(add("x", second.number))).toBe("There is no such run.");
});
