import { randomUUID } from "node:crypto";
import { and, eq, not } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { bookStop } from "#app/domain/delivery/booking.server.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import { actingAs, changeOrderState } from "#app/domain/orders/order-state.server.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs, type zones } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { invoicedOrder } from "#tests/setup/ordering.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { hasLeft } from "../transition/reopen-order.server.ts";
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

/** Inserts a client's order in the zone for the day after tomorrow; `of` names the client. */
async function booked({
  in: { id: zoneId } = zone,
  postalCode = "V2S1A2",
  of,
}: {
  in?: typeof zone;
  postalCode?: string;
  of?: { customerId: string };
} = {}) {
  const customerId = of?.customerId ?? (await insertClient(db)).user.id;
  await db
    .update(shipTos)
    .set({ address: "100 Sample Street", postalCode })
    .where(eq(shipTos.customerId, customerId));
  const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, customerId));
  return db.transaction(async (tx) => {
    const load = { customerId, shipToId: site?.id ?? null, lb: "10.00", boxes: 1 };
    const { columns } = await bookStop(tx, { zoneId, date: dayIn(2) }, load);
    const order = await insertOrder(tx, customerId, { shipToId: load.shipToId, ...columns });
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
      number: String(number),
      reason: "Forgot the burger patties",
      seen: "",
      requestId: randomUUID(),
      ...more,
    },
    { shop: sampleShop(), minOrderCents: 0 },
  );

/** The question about an order of `booked` that is not packed yet. */
const unpacked = () =>
  `It is booked to be delivered on ${dateInWords(dayIn(2))} (${zone.name}). It is not packed yet. No delivery fee is charged for it.`;

async function addAnyway(runId: string, number: number, more: Partial<LateOrder> = {}) {
  const answer = await add(runId, number, more);
  return "asks" in answer ? add(runId, number, { ...more, seen: answer.asks.seen }) : answer;
}

const isAdded = (answer: Awaited<ReturnType<typeof add>>) => "added" in answer;

const runOf = async (id: string) =>
  (await db.select().from(orders).where(eq(orders.id, id)))[0]?.runId;

it("adds late orders to a planned or departed run, but not to one that is back", async () => {
  const run = await insertRun(db, { zoneId: zone.id });
  const [first, second, third] = [await booked(), await booked(), await booked()];
  // Its cut-off was yesterday. Adding it twice concurrently adds it once.
  await Promise.all([1, 2].map(() => add(run.id, first.number, { seen: unpacked() })));
  expect(await runOf(first.id)).toBe(run.id);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  await issueFor(db, second);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, second.id));
  await addAnyway(run.id, second.number);
  expect(await runOf(second.id)).toBe(run.id);
  const [out] = await db.select().from(runs).where(eq(runs.id, run.id));
  expect(out).toMatchObject({ bookedStops: 2 });
  await db.update(runs).set({ state: "done", doneAt: new Date() }).where(eq(runs.id, run.id));
  expect(await saidBy(add(run.id, third.number))).toMatch(/This run is back/);
  expect(await runOf(third.id)).not.toBe(run.id);
});

it("leaves behind an order packed after the truck left, whenever it was added, and lets it be corrected", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(12) });
  const [early, late] = [await booked(), await booked()];
  await addAnyway(run.id, early.number);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  await addAnyway(run.id, late.number);
  const finish = async (id: string) => {
    await db.transaction((tx) => changeOrderState(tx, actingAs(admin, "pack"), "finish", id));
  };
  const behind = async () =>
    (await db.select({ id: orders.id }).from(orders).where(isLeftBehind)).map(({ id }) => id);
  await finish(early.id);
  await finish(late.id);
  const both = [early.id, late.id].sort();
  const mayBeCorrected = async () =>
    (await db.select({ id: orders.id }).from(orders).where(not(hasLeft)))
      .map(({ id }) => id)
      .filter((id) => both.includes(id))
      .sort();
  expect((await behind()).sort()).toEqual(both);
  expect(await mayBeCorrected()).toEqual(both);
  // Reopened and packed again, they are still in the shop.
  for (const { id } of [early, late]) {
    await db.transaction((tx) => changeOrderState(tx, actingAs(admin, "pack"), "reopen", id));
    await finish(id);
  }
  expect((await behind()).sort()).toEqual(both);
  // Until somebody reports it as loaded.
  expect(await add(run.id, late.number)).toMatchObject({ added: { wasHere: false } });
  expect(await behind()).toEqual([early.id]);
  expect(await mayBeCorrected()).toEqual([early.id]);
});

it("never exceeds the capacity by concurrent additions", async () => {
  const caps = [{ capStops: 1 }, { capLb: "15.00" }, { capBoxes: 1 }];
  for (const [at, cap] of caps.entries()) {
    const run = await insertRun(db, { zoneId: zone.id, date: dayIn(4 + at), ...cap });
    const late = [await booked(), await booked(), await booked()];
    const seen = unpacked();
    const answers = await Promise.all(late.map(({ number }) => add(run.id, number, { seen })));
    const there = await Promise.all(late.map(({ id }) => runOf(id)));
    expect(there.filter((id) => id === run.id)).toHaveLength(1);
    expect(answers.filter(isAdded)).toHaveLength(1);
    const [now] = await db.select().from(runs).where(eq(runs.id, run.id));
    expect(now).toMatchObject({ bookedStops: 1, bookedLb: "11.00", bookedBoxes: 1 });
  }
});

it("keeps the reason with the run and with the order", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(7) });
  const order = await booked();
  await addAnyway(run.id, order.number, { reason: "Called at nine" });
  const added = { action: "late order added", after: { reason: "Called at nine" } };
  const after = { orderNumber: order.number, reason: "Called at nine" };
  expect(await auditEntries(db, "run", run.id)).toMatchObject([{ ...added, after }]);
  expect((await auditEntries(db, "order", order.id)).at(-1)).toMatchObject(added);
});

it("asks before capacity is exceeded, and says what it cannot add", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(1), capStops: 1, capLb: "15.00" });
  const [first, second] = [await booked(), await booked()];
  expect(isAdded(await addAnyway(run.id, first.number))).toBe(true);
  const over = "With it, this run is over its capacity: 22 of 15 lb, 2 of 1 stop.";
  const seen = `${unpacked()} ${over}`;
  // Confirming the day alone doesn't confirm the capacity.
  for (const shown of ["", unpacked()]) {
    expect(await add(run.id, second.number, { seen: shown })).toMatchObject({
      asks: { number: second.number, seen },
    });
  }
  expect(await runOf(second.id)).not.toBe(run.id);
  expect(await add(run.id, second.number, { seen })).toEqual({
    added: { number: second.number, wasHere: false },
  });
  expect(await add(run.id, second.number)).toEqual({
    added: { number: second.number, wasHere: true },
  });
  expect(await runOf(second.id)).toBe(run.id);
  expect(await saidBy(add(run.id, 987654))).toBe("There is no order 987654.");
  expect(await saidBy(add(run.id, 0, { number: "x" }))).toMatch(/enter the number/);
  expect(await saidBy(add(run.id, second.number, { reason: " " }))).toMatch(/say why/);
  expect(await saidBy(add("x", second.number))).toBe("There is no such run.");
});

it("asks for confirmation with the consequences, and changes nothing until then", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(8) });
  const order = await booked();
  const before = await runOf(order.id);
  const answer = await add(run.id, order.number);
  expect(answer).toMatchObject({
    asks: {
      number: order.number,
      client: expect.stringMatching(/./),
      facts: [
        `It is booked to be delivered on ${dateInWords(dayIn(2))} (${zone.name}).`,
        "It is not packed yet.",
        "No delivery fee is charged for it.",
      ],
    },
  });
  expect(await runOf(order.id)).toBe(before);
  expect(await auditEntries(db, "run", run.id)).toEqual([]);
});

it("refuses an order on hold with its reason, and one of another zone with both zones", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(9) });
  const held = await booked();
  await db.insert(orderHolds).values({ orderId: held.id, reason: "credit" });
  expect(await saidBy(add(run.id, held.number, { seen: unpacked() }))).toBe(
    `Order ${held.number} is on hold: Over the credit limit. Release it first. Nothing was changed.`,
  );
  const other = await insertServedZone(db, { prefixes: ["V5H"], name: "Burnaby" });
  const elsewhere = await insertRun(db, { zoneId: other.id, date: dayIn(9) });
  const order = await booked();
  expect(await saidBy(add(elsewhere.id, order.number, { seen: unpacked() }))).toBe(
    `Order ${order.number} goes to V2S 1A2, in the zone ${zone.name}. This run goes to Burnaby only. Nothing was changed.`,
  );
  expect(await runOf(held.id)).not.toBe(run.id);
  expect(await runOf(order.id)).not.toBe(elsewhere.id);
});

it("names the delivery fee before it adds an order, by the rule of the run's day and stop", async () => {
  const paid = await insertServedZone(db, {
    prefixes: ["V2T"],
    name: "Mission",
    day: { fee: "12.00", feeTaxCode: "G" },
  });
  const run = await insertRun(db, { zoneId: paid.id, date: dayIn(3) });
  const first = await booked({ in: paid, postalCode: "V2T1A2" });
  const second = await booked({ in: paid, postalCode: "V2T1A2", of: first });
  const fees = async (number: number) => {
    const answer = await add(run.id, number);
    return "asks" in answer ? answer.asks.facts.filter((fact) => /fee/.test(fact)) : [];
  };
  expect(await fees(first.number)).toEqual([
    "A delivery fee of $12.60 is charged for it.",
    `Order ${second.number} pays the delivery fee of $12.60 then.`,
  ]);
  await addAnyway(run.id, first.number);
  // The second order joins the stop that the first one pays for.
  expect(await fees(second.number)).toEqual(["Its delivery fee of $12.60 is dropped."]);
});

it("emails a packed order's client that it is on its way, not that it is kept for another day", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(13) });
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  const order = await booked();
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  await db.delete(mailOutbox);
  await addAnyway(run.id, order.number);
  const [mail, ...more] = await db.select().from(mailOutbox);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(`Order ${order.number} is on the way: `);
  expect(mail?.text.replace(/\s+/g, " ")).toContain(`It was booked for ${dateInWords(dayIn(2))}.`);
  expect(mail?.text).not.toMatch(/as planned/);
  expect(mail?.text.replace(/\s+/g, " ")).not.toMatch(/kept cold/);
});

it("names the new day in the invoice's email if the order is packed before the change's own email is sent", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(14) });
  const order = await booked();
  await db.delete(mailOutbox);
  await addAnyway(run.id, order.number);
  await invoicedOrder(db, admin, order.id, sampleShop());
  const [mail, ...more] = await db.select().from(mailOutbox);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(`Order ${order.number} is packed: `);
  expect(mail?.text.replace(/\s+/g, " ")).toContain(
    "Its delivery details have changed, as shown below.",
  );
  expect(mail?.text.replace(/\s+/g, " ")).toContain(`Delivery: ${dateInWords(dayIn(14))}, `);
});

it("emails no day for a run that left without the order until the order is loaded", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(15) });
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  const order = await booked();
  await db.delete(mailOutbox);
  expect(await add(run.id, order.number)).toMatchObject({
    asks: {
      facts: expect.arrayContaining([
        "It is not packed yet, and the truck has left without it. Once it is packed and on the truck, add it here again.",
      ]),
    },
  });
  await addAnyway(run.id, order.number);
  expect(await db.select().from(mailOutbox)).toEqual([]);
  await invoicedOrder(db, admin, order.id, sampleShop());
  const text = ({ text: written }: { text: string }) => written.replace(/\s+/g, " ");
  const [packed, ...others] = await db.select().from(mailOutbox);
  expect(others).toEqual([]);
  expect(packed?.subject).toMatch(`Order ${order.number} is packed: `);
  expect(packed && text(packed)).toContain("Delivery: The truck has left without it.");
  await db.delete(mailOutbox);
  await add(run.id, order.number);
  // The truck left before its day, so the order comes today.
  const today = `today, ${dateInWords(dayIn(0))}`;
  const [onItsWay, ...more] = await db.select().from(mailOutbox);
  expect(more).toEqual([]);
  expect(onItsWay?.subject).toMatch(`Order ${order.number} is on the way: today, `);
  expect(onItsWay && text(onItsWay)).toContain(`expected at your door ${today}. Please`);
  for (const mail of [packed, onItsWay]) {
    expect(mail && text(mail)).not.toContain(dateInWords(dayIn(15)));
  }
});

it("leaves an order behind without a known day if it was packed after the driver was back", async () => {
  const run = await insertRun(db, { zoneId: zone.id, date: dayIn(16) });
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  const order = await booked();
  await addAnyway(run.id, order.number);
  await db.update(runs).set({ state: "done", doneAt: new Date() }).where(eq(runs.id, run.id));
  await db.delete(mailOutbox);
  await invoicedOrder(db, admin, order.id, sampleShop());
  expect(await db.$count(orders, and(eq(orders.id, order.id), isLeftBehind))).toBe(1);
  const [mail, ...more] = await db.select().from(mailOutbox);
  expect(more).toEqual([]);
  expect(mail?.text.replace(/\s+/g, " ")).toContain(
    "Delivery: The truck has left without it. We’ll tell you the new day.",
  );
});
