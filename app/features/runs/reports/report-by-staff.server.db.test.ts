import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { daysAfter } from "#app/lib/dates.ts";
import { user } from "#db/schema/accounts.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { insertClient, numberOfOrder } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import {
  admin,
  db,
  drive,
  eventsOf,
  finish,
  mailsTo,
  openRuns,
  orderFor,
  report,
  shop,
  stateOf,
  statusOf,
  stopOn,
  today,
} from "#tests/setup/rooms/run-tests.ts";
import { whoIsTold } from "../run-changes.server.ts";
import { getRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";
import { deliverByStaff, leaveByStaff } from "./report-by-staff.server.ts";
import { undoDelivery, undoStop } from "./take-back.server.ts";

openRuns();

describe("staff", () => {
  it("mark an order of a stop as delivered, and take it back on the same day", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, itemId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refused = report("refused", stopId, { orderItemId: itemId, lb: "1", reason: "late" });
    await recordReport(db, driver, refused, shop);
    await deliverByStaff(db, admin, orderId, shop);
    expect(await statusOf(orderId)).toBe("delivered");
    expect(await stateOf(run.id)).toBe("done");
    await undoDelivery(db, admin, orderId, shop);
    expect(await statusOf(orderId)).toBe("fulfilled");
    // The driver's report shows that it has left.
    expect(await stateOf(run.id)).toBe("out");
    const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
    expect(stop).toMatchObject({ state: "waiting", visitedAt: null });
    expect(stop?.orders[0]?.lines[0]?.refusedLb).toBe("0.00");
    const [request] = await db
      .select()
      .from(creditRequests)
      .where(eq(creditRequests.orderId, orderId));
    expect(request?.status).toBe("declined");
    expect((await eventsOf(stopId)).map(({ kind }) => kind)).toEqual([
      "refused",
      "delivered",
      "undone",
    ]);
    expect((await auditEntries(db, "order", orderId)).map(({ action }) => action)).toEqual([
      "refused at the door",
      "delivered",
      "delivery taken back",
    ]);
    const number = await numberOfOrder(db, orderId);
    expect((await mailsTo(client.email)).map(({ subject }) => subject)).toEqual([
      `Order ${number} was delivered`,
      `Correction: Order ${number} is not delivered yet`,
    ]);
    // Taken back a second time, and then delivered after all.
    expect(await reasonOf(undoStop(db, admin, stopId, shop))).toBe("gone");
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("mark an order as delivered ahead of its day only after confirming that day", async () => {
    const run = await insertRun(db, { date: daysAfter(today, 8) });
    const { orderId } = await stopOn(run);
    for (const seenDay of ["", today, daysAfter(today, 9)]) {
      expect(await reasonOf(deliverByStaff(db, admin, orderId, shop, seenDay))).toBe("too early");
    }
    expect(await reasonOf(leaveByStaff(db, admin, orderId, shop))).toBe("too early");
    expect(await statusOf(orderId)).toBe("fulfilled");
    await deliverByStaff(db, admin, orderId, shop, run.date);
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("see a stop's client and site, and which other runs go there", async () => {
    const run = await insertRun(db);
    const { client } = await stopOn(run, { deliveryName: "Main kitchen" });
    await stopOn(run, { deliveryName: "Sample Bistro, Harrison" });
    await stopOn(run, { deliveryName: "" });
    const later = await insertRun(db, { zoneId: run.zoneId, date: daysAfter(run.date, 7) });
    await orderFor(later, client.id, { isPending: true });
    const read = await getRun(db, admin, run.id);
    const names = read?.stops.map(({ name }) => name).sort();
    expect(names).toEqual([
      "Sample Bistro",
      "Sample Bistro, Harrison",
      "Sample Bistro, Main kitchen",
    ]);
    const kitchen = read?.stops.find(({ customerId }) => customerId === client.id);
    expect(kitchen).toMatchObject({
      isBilledByOrder: true,
      otherRuns: [`${run.zoneId} ${later.date}`],
      orders: [{ goodsCents: 249_90 }],
    });
  });

  it("see how many clients get an email when a run goes out, and which to call", async () => {
    const run = await insertRun(db);
    await stopOn(run);
    await stopOn(run, { isPending: true });
    const { client } = await stopOn(run, { deliveryName: "Sample Grill" });
    const unproved = { emailVerified: false, isVouched: false };
    await db.update(user).set(unproved).where(eq(user.id, client.id));
    expect(await whoIsTold(db, admin, run.id)).toEqual({
      told: 1,
      untold: ["Sample Bistro, Sample Grill"],
      onHold: [],
    });
  });

  it("can't take back reports from before midnight", async () => {
    const run = await insertRun(db, { date: daysAfter(today, -1) });
    const { stopId, orderId } = await stopOn(run);
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    await db.insert(stopEvents).values({
      stopId,
      requestId: randomUUID(),
      kind: "delivered",
      happenedAt: yesterday,
      recordedAt: yesterday,
      recordedBy: admin.userId,
    });
    await db
      .update(orders)
      .set({ status: "delivered", deliveredAt: yesterday })
      .where(eq(orders.id, orderId));
    expect(await reasonOf(undoDelivery(db, admin, orderId, shop))).toBe("too late");
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("mark an order without a day as delivered, and take it back", async () => {
    const { user } = await insertClient(db);
    const [order] = await db
      .insert(orders)
      .values({ customerId: user.id, totalPrice: "249.90" })
      .returning();
    const id = order?.id ?? "";
    expect(await reasonOf(deliverByStaff(db, admin, id, shop))).toBe("not packed");
    await insertOrderItem(db, id);
    await finish({ id, totalPrice: "249.90" });
    await deliverByStaff(db, admin, id, shop);
    expect(await statusOf(id)).toBe("delivered");
    expect(await reasonOf(deliverByStaff(db, admin, id, shop))).toBe("already delivered");
    await undoDelivery(db, admin, id, shop);
    expect(await statusOf(id)).toBe("fulfilled");
    expect(await reasonOf(undoDelivery(db, admin, id, shop))).toBe("gone");
    expect(await reasonOf(deliverByStaff(db, admin, randomUUID(), shop))).toBe("gone");
    expect(await reasonOf(deliverByStaff(db, admin, "%", shop))).toBe("gone");
  });

  it("and a driver who report concurrently deliver once", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const answers = await Promise.all([
      reasonOf(recordReport(db, driver, report("delivered", stopId), shop)),
      reasonOf(deliverByStaff(db, admin, orderId, shop)),
    ]);
    expect(answers.sort()).toEqual(["accepted", "already delivered"]);
    expect(await mailsTo(client.email)).toHaveLength(1);
  });
});
