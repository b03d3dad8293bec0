import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { reasonOf, saidBy } from "#tests/setup/reason-of.ts";
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
} from "#tests/setup/rooms/run-tests.ts";
import { sendOut } from "../run-changes.server.ts";
import { getDriversRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";
import { undoStop } from "./take-back.server.ts";

openRuns();

describe("a driver's report", () => {
  it("delivers packed orders once, even if it is sent again, and emails the client", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    const { stopId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const sent = report("delivered", stopId, { temperatureC: "2.5" });
    await Promise.all([1, 2, 3].map(() => recordReport(db, driver, sent, shop)));
    await recordReport(db, driver, sent, shop);
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    expect(order).toMatchObject({ status: "delivered", deliveredAt: new Date(sent.at) });
    expect(await eventsOf(stopId)).toMatchObject([
      { kind: "delivered", receivedBy: "Kim Sample", temperatureC: "2.5", linkId: driver.linkId },
    ]);
    const actor = { actorId: null, actorEmail: "Driver Sam, by the run's link" };
    expect(await auditEntries(db, "order", orderId)).toMatchObject([
      {
        ...actor,
        action: "delivered",
        before: { status: "fulfilled" },
        after: { status: "delivered" },
      },
      { ...actor, action: "temperature taken" },
    ]);
    const mails = await mailsTo(client.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Order ${await numberOfOrder(db, orderId)} was delivered`,
    ]);
    expect(mails[0]?.text).toContain("Received by: Kim Sample");
    expect(mails[0]?.text).toContain("2.5 °C");
    expect(await stateOf(run.id)).toBe("done");
    expect(await reasonOf(recordReport(db, driver, report("delivered", stopId), shop))).toBe(
      "already delivered",
    );
  });

  it("refuses unpacked orders, and delivers the rest", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, client } = await stopOn(run, { isPending: true });
    const driver = await drive(run.id);
    expect(await reasonOf(recordReport(db, driver, report("delivered", stopId), shop))).toBe(
      "not packed",
    );
    expect(await eventsOf(stopId)).toEqual([]);
    const packed = await orderFor(run, client.id);
    expect(await reasonOf(recordReport(db, driver, report("delivered", stopId), shop))).toBe(
      "accepted",
    );
    expect(await statusOf(packed.orderId)).toBe("delivered");
    expect(await statusOf(orderId)).toBe("pending");
    // Packed in the meantime, and handed over as well.
    await finish({ id: orderId, totalPrice: "249.90" });
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("is accepted only for the link's own run", async () => {
    const [run, other] = [await insertRun(db), await insertRun(db)];
    const { stopId, orderId } = await stopOn(other);
    const driver = await drive(run.id);
    for (const id of [stopId, randomUUID()]) {
      expect(await reasonOf(recordReport(db, driver, report("delivered", id), shop))).toBe("gone");
    }
    expect(await statusOf(orderId)).toBe("fulfilled");
  });

  it("has the server's time if the phone's is in the future", async () => {
    const run = await insertRun(db);
    const { stopId } = await stopOn(run);
    const driver = await drive(run.id);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await recordReport(db, driver, report("delivered", stopId, { at }), shop);
    const [event] = await eventsOf(stopId);
    expect(event?.happenedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("records that nobody was home, and later a delivery", async () => {
    const run = await insertRun(db);
    const { stopId, orderId } = await stopOn(run);
    const driver = await drive(run.id);
    await recordReport(db, driver, report("not_home", stopId, { note: "Dark" }), shop);
    expect((await getDriversRun(db, driver)).stops[0]).toMatchObject({
      state: "not_home",
      note: "Dark",
    });
    expect(await statusOf(orderId)).toBe("fulfilled");
    expect(await auditEntries(db, "order", orderId)).toMatchObject([
      { action: "nobody there", after: { note: "Dark" } },
    ]);
    await undoStop(db, admin, stopId, shop);
    expect((await auditEntries(db, "order", orderId)).map(({ action }) => action)).toEqual([
      "nobody there",
      "report taken back",
    ]);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await reasonOf(recordReport(db, driver, report("not_home", stopId), shop))).toBe(
      "already delivered",
    );
  });

  it("emails the client once that nobody was there, unless it is taken back first", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const missed = report("not_home", stopId);
    await recordReport(db, driver, missed, shop);
    await recordReport(db, driver, missed, shop);
    await recordReport(db, driver, report("not_home", stopId), shop);
    const mails = await mailsTo(client.email);
    const subject = `Order ${await numberOfOrder(db, orderId)} was not delivered`;
    expect(mails.map((mail) => mail.subject)).toEqual([subject]);
    const text = mails[0]?.text.replace(/\s+/g, " ");
    expect(text).toContain(
      "there was no one there to take it in. It is packed, and we keep it cold.",
    );
    expect(text).toContain(`call us at ${shop.company.phone.display}`);
    const waiting = and(eq(mailOutbox.recipient, client.email), isNotNull(mailOutbox.sendAfter));
    expect(await db.$count(mailOutbox, waiting)).toBe(1);
    await undoStop(db, admin, stopId, shop);
    expect(await mailsTo(client.email)).toEqual([]);
    await recordReport(db, driver, report("not_home", stopId), shop);
    expect(await mailsTo(client.email)).toHaveLength(1);
    // Delivered after all.
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect((await mailsTo(client.email)).map((mail) => mail.subject)).not.toContain(subject);
  });

  it("requests a credit for a refused line, up to its packed pounds", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string, more: object = {}) =>
      reasonOf(
        recordReport(
          db,
          driver,
          report("refused", stopId, { orderItemId: itemId, lb, reason: "quality", ...more }),
          shop,
        ),
      );
    expect(await refuse("10.01")).toBe("too much");
    expect(await refuse("4.5", { note: "Smells" })).toBe("accepted");
    expect(await refuse("5.51")).toBe("too much");
    expect(await refuse("1", { orderItemId: randomUUID() })).toBe("gone");
    const asked = await db
      .select()
      .from(creditRequests)
      .innerJoin(creditRequestLines, eq(creditRequestLines.creditRequestId, creditRequests.id))
      .where(eq(creditRequests.orderId, orderId));
    expect(asked).toMatchObject([
      {
        credit_requests: {
          source: "door",
          customerId: client.id,
          status: "open",
          note: "Not good: Smells",
          invoiceId: expect.any(String),
        },
        credit_request_lines: { orderItemId: itemId, lb: "4.50", reason: "quality" },
      },
    ]);
    const line = (await getDriversRun(db, driver)).stops[0]?.orders[0]?.lines[0];
    expect(line).toMatchObject({ refusedLb: "4.50" });
  });

  it("sends out a run that nobody sent out, and emails its other clients", async () => {
    const run = await insertRun(db);
    const { stopId, client } = await stopOn(run);
    const { client: waits } = await stopOn(run);
    const driver = await drive(run.id);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await stateOf(run.id)).toBe("out");
    const subjectsOf = async ({ email }: { email: string }) =>
      (await mailsTo(email)).map(({ subject }) => subject.replace(/\d+/, "N"));
    expect(await subjectsOf(client)).toEqual(["Order N was delivered"]);
    expect(await subjectsOf(waits)).toEqual([expect.stringMatching(/^Order N is on the way/)]);
    expect(await saidBy(sendOut(db, admin, run.id, shop))).toBe("This run is out already.");
  });

  it("emails the client what was refused, with the delivery or after it", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string) =>
      recordReport(
        db,
        driver,
        report("refused", stopId, { orderItemId: itemId, lb, reason: "quality" }),
        shop,
      );
    await refuse("4.5");
    await refuse("0.25");
    expect(await mailsTo(client.email)).toEqual([]);
    await recordReport(db, driver, report("delivered", stopId), shop);
    const [delivered] = await mailsTo(client.email);
    expect(delivered?.text).toContain("Refused: 4.75 lb Ribeye Steak");
    expect(delivered?.text).toContain("You don’t have to ask for a credit");
    await refuse("1");
    const after = (await mailsTo(client.email)).find(({ subject }) => /^Refused/.test(subject));
    expect(after?.text).toContain("Refused: 1 lb Ribeye Steak");
    // A report that was taken back no longer counts as refused.
    await undoStop(db, admin, stopId, shop);
    await recordReport(db, driver, report("delivered", stopId), shop);
    const last = (await mailsTo(client.email)).at(-1);
    expect(last?.subject).toMatch(/was delivered$/);
    expect(last?.text).not.toContain("Refused");
  });
});
