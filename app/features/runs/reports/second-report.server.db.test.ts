import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isJoinedSince, lateOrderAdded } from "#app/domain/delivery/runs/joined-since.server.ts";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { fullReasonOf, reasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { visitInWords } from "../outcome.ts";
import { comingRuns } from "../run-lists.server.ts";
import { getDriversRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";
import { reportsOfOrder } from "./reports-of-order.server.ts";
import { unrecordedOnRun } from "./unrecorded.server.ts";

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

const addLate = (entityId: string) =>
  db.transaction((tx) =>
    recordAudit(tx, admin, { entity: "order", entityId, action: lateOrderAdded }),
  );

/** Creates a stop that was delivered to Kim, or else visited, with an order added since. */
async function addedAfterwards(visit: "delivered" | "not_home" | "kept" = "delivered") {
  const run = await insertRun(db);
  const { user } = await insertClient(db);
  const packed = async () => {
    const { stopId, order } = await insertStop(db, run, user.id);
    const item = await insertOrderItem(db, order.id);
    await issueFor(db, order);
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
    return { stopId, id: order.id, number: order.number, itemId: item.id };
  };
  const first = await packed();
  // Another client's stop, so that the run goes on.
  await insertStop(db, run, (await insertClient(db)).user.id);
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver) throw new Error("The link does not work");
  const report = (kind: Report["kind"], more: object = {}) =>
    recordReport(
      db,
      driver,
      reportSchema.parse({
        kind,
        stopId: first.stopId,
        requestId: randomUUID(),
        at: new Date().toISOString(),
        ...more,
      }),
      shop,
    );
  const said = { receivedBy: "Kim Sample", temperatureC: "2.5", note: "Back door" };
  await report(visit, visit === "delivered" ? said : {});
  const late = await packed();
  if (visit !== "delivered") await addLate(late.id);
  const stop = async () => {
    const found = (await getDriversRun(db, driver)).stops.find(({ id }) => id === first.stopId);
    if (!found) throw new Error("The stop is gone");
    return found;
  };
  return { run, first, late, report, stop };
}

const ofKim = { state: "delivered", receivedBy: "Kim Sample", temperatureC: "2.5" };

it("a stop waits for an added order only, and keeps its first report", async () => {
  const { first, late, report, stop } = await addedAfterwards();
  const waiting = { state: "waiting", receivedBy: "", note: "", visitedAt: null };
  expect(await stop()).toMatchObject({
    ...waiting,
    earlier: [{ ...ofKim, orders: [first.number] }],
  });
  await report("delivered", { receivedBy: "Lee Sample" });
  expect(await stop()).toMatchObject({
    state: "delivered",
    receivedBy: "Lee Sample",
    temperatureC: null,
    note: "",
    earlier: [{ ...ofKim, orders: [first.number], note: "Back door" }],
  });
  const of = async (orderId: string) =>
    (await reportsOfOrder(db, admin, orderId)).map(({ receivedBy }) => receivedBy);
  expect(await of(first.id)).toEqual(["Kim Sample"]);
  expect(await of(late.id)).toEqual(["Lee Sample"]);
});

it("an added order reopens a missed or kept-back stop, whose first report applies to its first order only", async () => {
  for (const state of ["not_home", "kept"] as const) {
    const { run, first, late, report, stop } = await addedAfterwards(state);
    const earlier = [{ state, orders: [first.number] }];
    expect(await stop()).toMatchObject({ state: "waiting", visitedAt: null, earlier });
    const listed = (await comingRuns(db, admin)).find(({ id }) => id === run.id);
    expect(listed).toMatchObject({ stops: 2, visited: 0 });
    expect(await db.$count(orders, and(eq(orders.stopId, first.stopId), isJoinedSince))).toBe(1);
    // The driver goes there once more with both on the truck.
    await report("delivered", { receivedBy: "Lee Sample", orderIds: [first.id, late.id] });
    expect(await stop()).toMatchObject({ state: "delivered", earlier: [] });
  }
});

it("a late report that nobody was there doesn't apply to an order added in the meantime", async () => {
  const { first, late, report, stop } = await addedAfterwards("not_home");
  await report("undone");
  const at = new Date(Date.now() - 2).toISOString();
  await addLate(late.id);
  await db.delete(mailOutbox);
  await report("not_home", { at });
  const actions = async (id: string) =>
    (await auditEntries(db, "order", id)).filter(({ action }) => action === "nobody there");
  expect(await actions(late.id)).toEqual([]);
  expect((await actions(first.id)).length).toBeGreaterThan(0);
  expect(await stop()).toMatchObject({ state: "waiting", earlier: [{ orders: [first.number] }] });
  const mails = await db.select().from(mailOutbox);
  expect(mails.map(({ subject }) => subject).join()).not.toContain(String(late.number));
});

it("a report that nobody was there applies only to the added order", async () => {
  const { run, first, late, report, stop } = await addedAfterwards();
  await report("not_home", { note: "Closed" });
  const there = await stop();
  expect(there).toMatchObject({ state: "not_home", note: "Closed", receivedBy: "" });
  expect(there.orders.map(({ status }) => status)).toEqual(["delivered", "fulfilled"]);
  const [earlier] = there.earlier;
  expect(earlier && visitInWords(earlier, { kind: "delivery" }, there)).toMatch(
    new RegExp(
      `^Order ${first.number}: delivered, .*, product at 2\\.5 °C\\. Received by Kim Sample\\. “Back door”$`,
    ),
  );
  const actions = async (orderId: string) =>
    (await auditEntries(db, "order", orderId)).map(({ action }) => action);
  expect(await actions(first.id)).not.toContain("nobody there");
  expect(await actions(late.id)).toContain("nobody there");
  expect(await auditEntries(db, "run", run.id)).toContainEqual(
    expect.objectContaining({
      action: "nobody there",
      after: expect.objectContaining({ orders: String(late.number) }),
    }),
  );
  expect((await reportsOfOrder(db, admin, first.id)).map(({ kind }) => kind)).toEqual([
    "delivered",
  ]);
  // It comes after all.
  await report("delivered", { receivedBy: "Lee Sample" });
  expect(await stop()).toMatchObject({
    state: "delivered",
    receivedBy: "Lee Sample",
    earlier: [{ ...ofKim, orders: [first.number] }],
  });
});

it("an added order can be reported as all refused, or as kept back", async () => {
  const refused = await addedAfterwards();
  const { itemId: orderItemId } = refused.late;
  await refused.report("refused", { orderItemId, lb: "10", reason: "quality" });
  await refused.report("all_refused");
  const there = await refused.stop();
  expect(there).toMatchObject({ state: "delivered", receivedBy: "", earlier: [ofKim] });
  expect(there.orders.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  const kept = await addedAfterwards();
  await kept.report("kept");
  expect(await kept.stop()).toMatchObject({ state: "kept", earlier: [ofKim] });
});

it("a second report is refused if no order was added, and one undo takes back both visits", async () => {
  const { report, stop } = await addedAfterwards();
  await report("delivered", { receivedBy: "Lee Sample" });
  for (const kind of ["not_home", "kept"] as const) {
    expect(await reasonOf(report(kind))).toBe("already delivered");
  }
  await report("undone");
  const there = await stop();
  expect(there).toMatchObject({ state: "waiting", earlier: [] });
  expect(there.orders.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  await report("not_home");
});

describe("two people who report the same stop", () => {
  const statusOf = async (id: string) =>
    (await db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;

  it("count once: the first report stands, and the second is refused and logged", async () => {
    const { run, first, late, report } = await addedAfterwards();
    const second = { receivedBy: "Lee Sample", requestId: randomUUID(), orderIds: [first.id] };
    // A phone sends it until it is answered.
    for (const _ of [1, 2]) {
      expect(await fullReasonOf(report("delivered", second))).toMatch(
        /^already delivered: This was already reported as delivered to Kim Sample, on .* That report counts\. Nothing was changed\.$/,
      );
    }
    // Nobody has reported anything about the added orders.
    expect(await statusOf(late.id)).toBe("fulfilled");
    const [again, ...more] = (await auditEntries(db, "run", run.id)).filter(
      ({ action }) => action === "reported again",
    );
    expect(more).toEqual([]);
    expect(again?.after).toMatchObject({ reported: "Delivered, received by Lee Sample" });
    expect(await unrecordedOnRun(db, admin, run.id)).toEqual([]);
  });

  it("are left to the office if one reports that no one was there", async () => {
    const { run, first, late, report } = await addedAfterwards();
    await report("delivered", { receivedBy: "Lee Sample", orderIds: [first.id, late.id] });
    expect(await fullReasonOf(report("not_home"))).toMatch(/^already delivered/);
    expect(await unrecordedOnRun(db, admin, run.id)).toMatchObject([
      { reported: "No one there", mayRecord: false },
    ]);
  });

  it("deliver the orders that each handed over, in either order", async () => {
    const { first, late, report, stop } = await addedAfterwards();
    await report("undone");
    await report("delivered", { receivedBy: "Lee Sample", orderIds: [late.id] });
    expect(await statusOf(first.id)).toBe("fulfilled");
    expect(await stop()).toMatchObject({ state: "waiting", earlier: [{ orders: [late.number] }] });
    await report("delivered", { receivedBy: "Kim Sample", orderIds: [first.id, late.id] });
    expect(await statusOf(first.id)).toBe("delivered");
    expect(await stop()).toMatchObject({
      receivedBy: "Kim Sample",
      earlier: [{ receivedBy: "Lee Sample", orders: [late.number] }],
    });
  });

  it("don't affect orders that were added after their page was loaded", async () => {
    const { late, report } = await addedAfterwards();
    await addLate(late.id);
    const before = { at: new Date(Date.now() - 60_000).toISOString() };
    const knew = { knownAt: new Date(Date.now() - 60_000).toISOString() };
    for (const old of [knew, { ...before, ...knew }]) {
      expect(await fullReasonOf(report("delivered", { receivedBy: "Lee Sample", ...old }))).toMatch(
        /^already delivered/,
      );
      expect(await statusOf(late.id)).toBe("fulfilled");
    }
    // Read since, it knows of the order.
    const known = { knownAt: new Date(Date.now() + 1).toISOString() };
    expect(await fullReasonOf(report("delivered", { receivedBy: "Lee Sample", ...known }))).toBe(
      "accepted",
    );
    expect(await statusOf(late.id)).toBe("delivered");
  });
});
