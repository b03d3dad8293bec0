import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { bookTyped } from "#app/features/collecting/by-hand.server.ts";
import { takePayment } from "#app/features/collecting/pay-order.server.ts";
import { usualAtDoor } from "#app/features/runs/at-door.ts";
import { getDriversRun, getRun } from "#app/features/runs/runs.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { adjust } from "#tests/setup/booking.ts";
import {
  type AtDoorArgs,
  entriesOfAccount,
  insertAtDoor,
  openOfAccount,
} from "#tests/setup/factories/at-door.ts";
import { fullReasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cashUpOf, confirmCashUp } from "./cash-up.server.ts";
import { seenSums } from "./cash-up.ts";
import { sumByMethod, surplusInWords } from "./door-receipt.ts";

const shop = sampleShop();
const today = pacificDay(new Date());

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

const atDoor = (...what: AtDoorArgs) => insertAtDoor(db, admin, ...what);
const openOf = (customerId: string) => openOfAccount(db, customerId);
const paymentsOf = async (customerId: string) =>
  (await entriesOfAccount(db, customerId)).filter(({ kind }) => kind === "payment");

const cheque = (reference: string, more: object = {}) => ({
  method: "cheque" as const,
  reference,
  ...more,
});

describe("cheques at one stop", () => {
  it("are two payments if their numbers differ, even if the first covers everything", async () => {
    const { run, customerId, driver, paid, report } = await atDoor();
    await report(paid(cheque("101")));
    const second = { dueCents: 0, note: "For next week" };
    for (const number of ["101", "No. 0101", ""]) {
      expect(await fullReasonOf(report(paid(cheque(number, second)))), number).toMatch(
        /^taken already: \$249\.90 by cheque 101 was recorded here on /,
      );
    }
    await report(paid(cheque("102", second)));
    expect(await openOf(customerId)).toBe(-249_90);
    const seen = await getDriversRun(db, driver);
    expect(seen.receipts).toMatchObject([
      { reference: "101", overCents: 0 },
      { reference: "102", overCents: 249_90 },
    ]);
    expect(seen.stops[0]?.toCollect?.cents).toBe(0);
    const receipts = (await getRun(db, admin, run.id))?.receipts ?? [];
    expect(sumByMethod(receipts)).toEqual({ cash: 0, cheque: 499_80, terminal: 0 });
  });

  it("are one payment if their number is the same, even if more is due", async () => {
    const { customerId, paid, report } = await atDoor();
    const half = { cents: 100_00, note: "One of two" };
    await report(paid(cheque("101", half)));
    expect(await fullReasonOf(report(paid(cheque("101", half))))).toMatch(/^taken already/);
    await report(paid(cheque("102", half)));
    expect(await openOf(customerId)).toBe(49_90);
  });

  it("may be for older invoices, and a second one for the same becomes credit", async () => {
    const { order, customerId, paid, report } = await atDoor("249.90", { isPacked: false });
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
    const requestId = randomUUID();
    await adjust(db, admin, { customerId, requestId, note: "Crates", cents: 50_00 });
    const all = { cents: 50_00, dueCents: 0, note: "For the crates" };
    await report(paid(cheque("101", all)));
    await report(paid(cheque("102", all)));
    expect(await openOf(customerId)).toBe(-50_00);
  });

  it("can replace each other: when the first is taken back, the second's credit pays the invoice", async () => {
    const { run, customerId, driver, paid, unpaid, report } = await atDoor();
    const first = paid(cheque("101"));
    await report(first);
    await report(paid(cheque("102", { cents: 300_00, dueCents: 0, note: "For next week" })));
    expect(await openOf(customerId)).toBe(-300_00);
    const back = unpaid(first);
    await report(back);
    await report(back);
    // Of $300.00 the invoice takes $249.90, and the rest stays credit.
    expect(await openOf(customerId)).toBe(-50_10);
    const debts = (await entriesOfAccount(db, customerId)).filter(({ kind }) => kind === "invoice");
    expect(debts).toMatchObject([{ cents: 249_90, settled: 249_90 }]);
    const seen = await getDriversRun(db, driver);
    expect(seen.stops[0]?.toCollect?.cents).toBe(0);
    expect(seen.receipts).toMatchObject([
      { reference: "101", isTakenBack: true, overCents: 0, hereCents: 0 },
      { reference: "102", isTakenBack: false, overCents: 50_10, hereCents: 249_90 },
    ]);
    expect(seen.receipts.map(surplusInWords)).toEqual([
      [],
      ["$50.10 of it is more than was due, and is the client’s credit"],
    ]);
    const taken = { cash: 0, cheque: 300_00, terminal: 0 };
    expect(sumByMethod(seen.receipts)).toEqual(taken);
    const counted = { requestId: randomUUID(), seen: seenSums(taken), reason: "", ...taken };
    await confirmCashUp(db, admin, run.id, counted);
    expect((await cashUpOf(db, admin, run.id))?.counted).toEqual(taken);
  });

  it("can replace each other in part, for the stop’s own invoice first, and the rest is due again", async () => {
    const { customerId, driver, paid, unpaid, report } = await atDoor();
    await adjust(db, admin, { customerId, requestId: randomUUID(), note: "Crates", cents: 50_00 });
    const first = paid(cheque("101", { cents: 299_90, note: "With the crates" }));
    await report(first, true);
    await report(paid(cheque("102", { cents: 260_00, dueCents: 0, note: "More" })), true);
    await report(unpaid(first), true);
    expect(await openOf(customerId)).toBe(39_90);
    const seen = await getDriversRun(db, driver, {
      ...usualAtDoor,
      door: { ...usualAtDoor.door, takesOlder: true },
    });
    expect(seen.stops[0]).toMatchObject({ toCollect: { cents: 0 }, olderCents: 39_90 });
  });

  it("can replace cash that is taken back, with its rounding", async () => {
    const { customerId, paid, unpaid, report } = await atDoor("10.02");
    const first = paid({ cents: 10_00 });
    await report(first);
    await report(paid(cheque("102", { dueCents: 0, note: "They wanted to" })));
    await report(unpaid(first));
    expect(await openOf(customerId)).toBe(0);
    const entries = await entriesOfAccount(db, customerId);
    expect(entries.every(({ cents, settled }) => settled === Math.abs(cents))).toBe(true);
  });
});

describe("a cheque that the office booked", () => {
  it("is another payment than the driver’s if its number differs", async () => {
    const { order, customerId, driver, paid, report } = await atDoor();
    const typed = { requestId: randomUUID(), amount: 100_00, ...cheque("102") };
    await takePayment(db, admin, order.id, typed, shop);
    await report(paid(cheque("101", { cents: 100_00, note: "One of two" })));
    expect(await paymentsOf(customerId)).toHaveLength(2);
    expect((await getDriversRun(db, driver)).receipts).toMatchObject([{ isKnown: false }]);
  });

  it.each(["Cheque 0101", ""])(
    "is the driver’s cheque 101 if it was booked as “%s”",
    async (reference) => {
      const { order, customerId, driver, paid, report } = await atDoor();
      for (const one of ["102", reference]) {
        const typed = { requestId: randomUUID(), amount: 100_00, ...cheque(one) };
        await takePayment(db, admin, order.id, typed, shop);
      }
      await report(paid(cheque("101", { cents: 100_00, note: "One of two" })));
      expect(await paymentsOf(customerId)).toHaveLength(2);
      expect((await getDriversRun(db, driver)).receipts).toMatchObject([{ isKnown: true }]);
    },
  );

  it("is refused after the driver’s if it has the same number or none", async () => {
    const { order, customerId, paid, report } = await atDoor();
    await report(paid(cheque("101", { cents: 100_00, note: "One of two" })));
    const typing = (reference: string) => {
      const typed = { requestId: randomUUID(), amount: 100_00, ...cheque(reference) };
      return takePayment(db, admin, order.id, typed, shop);
    };
    for (const reference of ["", "101"]) {
      expect(await fullReasonOf(typing(reference)), reference).toMatch(
        /^taken already: Booked already: \$100\.00 by cheque 101 at the door on /,
      );
    }
    await typing("102");
    expect(await paymentsOf(customerId)).toHaveLength(2);
  });

  it("can be the driver’s even if the run was driven before its day", async () => {
    const { run, order, customerId, driver, paid, report } = await atDoor();
    await db
      .update(runs)
      .set({ date: daysAfter(today, 1) })
      .where(eq(runs.id, run.id));
    const booked = (reference: string) => {
      const typed = { requestId: randomUUID(), amount: 100_00, ...cheque(reference) };
      return takePayment(db, admin, order.id, typed, shop);
    };
    await booked("102");
    for (const number of ["101", "102"]) {
      await report(paid(cheque(number, { cents: 100_00, note: "One of three", isEarly: true })));
    }
    expect(await fullReasonOf(booked("101"))).toMatch(/^taken already: /);
    expect(await paymentsOf(customerId)).toHaveLength(2);
    const { receipts } = await getDriversRun(db, driver);
    expect(receipts).toMatchObject([
      { reference: "101", isKnown: false },
      { reference: "102", isKnown: true },
    ]);
  });

  it("is refused as a repetition unless it has another number or came on a different day", async () => {
    const { order, customerId } = await atDoor();
    const booked = (reference: string, receivedOn = today) =>
      bookTyped(
        db,
        admin,
        customerId,
        {
          intent: "payment",
          requestId: randomUUID(),
          note: "",
          receivedOn,
          chosen: [],
          settles: "none",
          amount: 50_00,
          ...cheque(reference),
        } as never,
        shop,
      );
    await booked("700");
    const again = /^taken already: Booked already: \$50\.00 by cheque 700 on .*, by the office\./;
    for (const one of ["700", "No. 0700"]) expect(await fullReasonOf(booked(one))).toMatch(again);
    expect(await fullReasonOf(booked("700", daysAfter(today, -3)))).toMatch(again);
    const typed = { requestId: randomUUID(), amount: 50_00, ...cheque("700") };
    expect(await fullReasonOf(takePayment(db, admin, order.id, typed, shop))).toMatch(again);
    await booked("701");
    await booked("700", daysAfter(today, -4));
    // Without a number, only another without one may be the same.
    await booked("");
    expect(await fullReasonOf(booked(""))).toMatch(/^taken already/);
    expect(await paymentsOf(customerId)).toHaveLength(4);
  });

  it("needs confirmation if the driver typed no number", async () => {
    const { order, customerId, paid, report } = await atDoor();
    await report(paid(cheque("", { cents: 100_00, note: "One of two" })));
    const typed = { amount: 100_00, ...cheque("102") };
    const pay = (more: object) =>
      takePayment(db, admin, order.id, { requestId: randomUUID(), ...typed, ...more }, shop);
    const onAccount = (more: object) =>
      bookTyped(
        db,
        admin,
        customerId,
        {
          intent: "payment",
          requestId: randomUUID(),
          note: "",
          receivedOn: today,
          chosen: [],
          settles: "none",
          ...typed,
          ...more,
        } as never,
        shop,
      );
    for (const booking of [pay, onAccount]) {
      await expect(booking({})).rejects.toMatchObject({
        code: "taken already",
        answer: {
          errors: {
            anotherCheque: [
              expect.stringMatching(/\$100\.00 by cheque at the door on .*, without its number\.$/),
            ],
          },
        },
      });
      await booking({ anotherCheque: "yes" });
    }
    expect(await paymentsOf(customerId)).toHaveLength(3);
  });
});
