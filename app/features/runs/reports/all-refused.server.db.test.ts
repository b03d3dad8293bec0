import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { refusedWhole } from "#app/domain/delivery/runs/all-refused.ts";
import { orderColumns } from "#app/domain/orders/lists/order-queries.server.ts";
import { lastOrdersOf } from "#app/domain/orders/lists/orders-admin.server.ts";
import { ofWork } from "#app/domain/orders/lists/orders-found.server.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import {
  admin,
  db,
  drive,
  finish,
  mailsTo,
  openRuns,
  report,
  shop,
  stateOf,
  statusOf,
  stopOn,
} from "#tests/setup/rooms/run-tests.ts";
import { isRefusedStop } from "../run.ts";
import { getRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";
import { undoStop } from "./take-back.server.ts";

openRuns();

describe("a stop where everything was refused", () => {
  it("is not shown as delivered on the run, in lists, in the history or by email", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string) =>
      report("refused", stopId, { orderItemId: itemId, lb, reason: "quality" });
    const isRefused = async () => {
      const [listed] = await db
        .select({ isRefused: orderColumns.isRefused })
        .from(orders)
        .where(eq(orders.id, orderId));
      const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
      const onRun = stop !== undefined && isRefusedStop(stop);
      // The queries' rule and the pages' rule agree, also on the client's page.
      expect(listed?.isRefused).toBe(onRun);
      expect(await lastOrdersOf(db, admin, client.id)).toMatchObject([
        { id: orderId, isRefused: onRun },
      ]);
      return onRun;
    };
    await recordReport(db, driver, refuse("9.99"), shop);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await isRefused()).toBe(false);
    await undoStop(db, admin, stopId, shop);
    await recordReport(db, driver, refuse("4"), shop);
    await recordReport(db, driver, refuse("6"), shop);
    expect(await isRefused()).toBe(false);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await isRefused()).toBe(true);
    const actions = (await auditEntries(db, "run", run.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "stop refused")).toHaveLength(1);
    const ofOrder = await auditEntries(db, "order", orderId);
    expect(ofOrder.filter(({ action }) => action === refusedWhole)).toHaveLength(1);
    const told = (await mailsTo(client.email)).at(-1);
    expect(told?.subject).toMatch(/was refused at the door$/);
    // The text is wrapped, and the time in it is longer or shorter.
    expect(told?.text).toMatch(/nothing\s+was\s+handed\s+over/);
    expect(told?.text).toContain("Refused: 10 lb Ribeye Steak");
    // The lists of orders agree: it is among the refused, not the delivered.
    const works = async () => {
      const all = await Promise.all(
        (["delivered", "refused"] as const).map((work) =>
          db.$count(orders, and(eq(orders.id, orderId), ofWork(work))),
        ),
      );
      return all;
    };
    expect(await works()).toEqual([0, 1]);
    await undoStop(db, admin, stopId, shop);
    expect(await isRefused()).toBe(false);
    // The client was never told that it was delivered.
    const corrected = (await mailsTo(client.email)).at(-1);
    expect(corrected?.subject).toMatch(/^Correction: Order \d+ is not delivered yet$/);
    expect(corrected?.text).toMatch(/everything\s+was\s+refused\s+is\s+withdrawn/);
    expect(corrected?.text).toMatch(/was\s+reported\s+as\s+refused\s+at\s+the\s+door/);
    expect(corrected?.text).not.toMatch(/reported\s+as\s+delivered/);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await works()).toEqual([1, 0]);
  });

  it("is completed without a recipient once the driver reports that nothing was handed over", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string) =>
      report("refused", stopId, { orderItemId: itemId, lb, reason: "late" });
    const nothing = report("all_refused", stopId, { temperatureC: "3.0" });
    await recordReport(db, driver, refuse("9.99"), shop);
    // A phone's report is checked, and leaves nothing behind when it is refused.
    expect(await reasonOf(recordReport(db, driver, nothing, shop))).toBe("not all refused");
    expect(await statusOf(orderId)).toBe("fulfilled");
    await recordReport(db, driver, refuse("0.01"), shop);
    await recordReport(db, driver, nothing, shop);
    await recordReport(db, driver, nothing, shop);
    const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
    expect(stop).toMatchObject({ state: "delivered", receivedBy: "", temperatureC: "3.0" });
    expect(stop && isRefusedStop(stop)).toBe(true);
    expect(await stateOf(run.id)).toBe("done");
    const actions = (await auditEntries(db, "run", run.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "stop refused")).toHaveLength(1);
    expect((await mailsTo(client.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/was refused at the door$/),
    ]);
    expect(await reasonOf(recordReport(db, driver, report("all_refused", stopId), shop))).toBe(
      "already delivered",
    );
    await undoStop(db, admin, stopId, shop);
    expect(await statusOf(orderId)).toBe("fulfilled");
  });

  it("can't be reported if nothing was refused, or a product was too warm without a reason", async () => {
    const run = await insertRun(db);
    const { stopId, itemId } = await stopOn(run);
    const driver = await drive(run.id);
    const nothing = (more = {}) =>
      reasonOf(recordReport(db, driver, report("all_refused", stopId, more), shop));
    expect(await nothing()).toBe("not all refused");
    const all = report("refused", stopId, { orderItemId: itemId, lb: "10", reason: "warm" });
    await recordReport(db, driver, all, shop);
    expect(await nothing({ temperatureC: "9.0" })).toBe("too warm");
    expect(await nothing({ temperatureC: "9.0", note: "The fridge failed" })).toBe("accepted");
  });

  it("counts as refused only once all of its lines were refused", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId } = await stopOn(run, { isPending: true });
    const { id: otherId } = await insertOrderItem(db, orderId, { position: 1 });
    await finish({ id: orderId, totalPrice: "499.80" });
    const driver = await drive(run.id);
    const refuse = (orderItemId: string) =>
      recordReport(
        db,
        driver,
        report("refused", stopId, { orderItemId, lb: "10", reason: "quality" }),
        shop,
      );
    const answers = async () => {
      const [listed] = await db
        .select({ isRefused: orderColumns.isRefused })
        .from(orders)
        .where(eq(orders.id, orderId));
      const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
      return [listed?.isRefused, stop && isRefusedStop(stop)];
    };
    await refuse(itemId);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await answers()).toEqual([false, false]);
    await undoStop(db, admin, stopId, shop);
    for (const id of [itemId, otherId]) await refuse(id);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await answers()).toEqual([true, true]);
  });
});
