import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { leaveStop } from "#app/domain/delivery/remove-empty-stop.server.ts";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import { lookedAtFor } from "#app/domain/documents/open-invoices.server.ts";
import { openOnRun } from "#app/domain/ledger/allocations.server.ts";
import { bookTyped, reversePayment } from "#app/features/collecting/by-hand.server.ts";
import { takePayment } from "#app/features/collecting/pay-order.server.ts";
import { usualAtDoor } from "#app/features/runs/at-door.ts";
import { endRun } from "#app/features/runs/run-changes.server.ts";
import { getDriversRun, getRun } from "#app/features/runs/runs.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { doorReceipts } from "#db/schema/money/door.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { adjust } from "#tests/setup/booking.ts";
import {
  type AtDoorArgs,
  entriesOfAccount,
  insertAtDoor,
  openOfAccount,
} from "#tests/setup/factories/at-door.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { fullReasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cashUpOf, confirmCashUp, takeBackCashUp } from "./cash-up.server.ts";
import { type CashUp, seenSums } from "./cash-up.ts";
import { askedFor } from "./door-receipt.ts";

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
const entriesOf = (customerId: string) => entriesOfAccount(db, customerId);
const paymentsOf = async (customerId: string) =>
  (await entriesOf(customerId)).filter(({ kind }) => kind === "payment");
const openOf = (customerId: string) => openOfAccount(db, customerId);

describe("money at the door", () => {
  it.each([
    // 137.44 is 137.45 in cash, and 141.19 is 141.20; for 4.33 lb, 108.21, 141.69 is left.
    ["4.5", 137_45],
    ["4.35", 141_20],
    ["4.33", 141_70],
    ["9.9", 2_50],
  ])(
    "is reduced by %s lb refused there, and settles the invoice to the cent once they are credited",
    async (lb, cents) => {
      const { run, stopId, order, customerId, driver, paid, report } = await atDoor();
      const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
      const refused = { kind: "refused", orderItemId: item?.id, lb, reason: "quality" };
      const at = { stopId, requestId: randomUUID(), at: new Date().toISOString() };
      await report(reportSchema.parse({ ...refused, ...at }));
      const due = (await getDriversRun(db, driver)).stops[0]?.toCollect;
      const worth = Math.round(24.99 * Number(lb) * 100 + 1e-6);
      expect(due).toEqual({ cents: 249_90 - worth, refusedCents: worth, isFinal: true });
      expect(askedFor(due?.cents ?? 0, "cash")).toBe(cents);
      // The client sees that it is under review, until it is decided.
      expect(await lookedAtFor(db, customerId)).toBe(worth);
      await report(paid({ cents, dueCents: due?.cents }));
      expect((await getRun(db, admin, run.id))?.stops[0]?.toCollect?.cents).toBe(0);
      expect(await lookedAtFor(db, customerId)).toBe(worth);
      const [request] = await db
        .select()
        .from(creditRequests)
        .where(eq(creditRequests.orderId, order.id));
      const granted = {
        intent: "approve" as const,
        lines: [{ position: 0, lb, amount: null }],
        note: "",
      };
      await decideCredit(db, admin, request?.id ?? "", granted, shop);
      expect(await openOf(customerId)).toBe(0);
      expect(await lookedAtFor(db, customerId)).toBe(0);
      expect(
        (await entriesOf(customerId)).every(({ cents, settled }) => settled === Math.abs(cents)),
      ).toBe(true);
    },
  );

  it("is rounded from the due amount that the phone showed if another of the stop's invoices is on terms", async () => {
    const { customerId, paid, report } = await atDoor("115.39");
    await report(paid({ cents: 95_75, dueCents: 95_76 }));
    expect(await openOf(customerId)).toBe(19_63);
  });

  it("is booked once and settles the stop's invoice, even if its report is sent several times", async () => {
    const { run, stopId, customerId, driver, paid, report } = await atDoor();
    const once = paid({ method: "cheque", reference: "0042" });
    await Promise.all([1, 2, 3].map(() => report(once)));
    await report(once);
    expect(await paymentsOf(customerId)).toEqual([
      {
        kind: "payment",
        cents: -249_90,
        settled: 249_90,
        method: "cheque",
        note: "At the door, by Sam Sample",
      },
    ]);
    const seen = await getDriversRun(db, driver);
    expect(seen.stops[0]).toMatchObject({ toCollect: { cents: 0 } });
    expect(seen.receipts).toMatchObject([
      { stopId, customerId, cents: 249_90, method: "cheque", reference: "0042", isKnown: false },
    ]);
    expect((await getRun(db, admin, run.id))?.receipts).toHaveLength(1);
  });

  it("is rounded to five cents in cash, in an entry of its own", async () => {
    const vectors = [
      ["10.02", 10_00],
      ["10.03", 10_05],
      ["10.07", 10_05],
      ["10.08", 10_10],
    ] as const;
    for (const [total, cents] of vectors) {
      const { customerId, paid, report } = await atDoor(total);
      await report(paid({ cents }));
      expect(await openOf(customerId), total).toBe(0);
      const entries = await entriesOf(customerId);
      expect(entries.filter(({ note }) => note === "Cash rounding")).toMatchObject([
        { kind: "adjustment", cents: cents - toCents(total) },
      ]);
      expect(entries.every((one) => one.settled === Math.abs(one.cents))).toBe(true);
    }
  });

  it("requires a reason for less than is due, and leaves the rest open", async () => {
    const { customerId, paid, report } = await atDoor();
    expect(await fullReasonOf(report(paid({ cents: 100_00 })))).toBe(
      "amount: It is not what is due. Say why, and record it again.",
    );
    await report(paid({ cents: 100_00, note: "Till was locked" }));
    expect(await openOf(customerId)).toBe(149_90);
    await report(paid({ cents: 149_90, dueCents: 149_90 }));
    expect(await openOf(customerId)).toBe(0);
  });

  it("is refused with a reason if it is too much, negative, absurd, in pennies or repeated", async () => {
    const { customerId, paid, report } = await atDoor();
    const why = { note: "For something" };
    const said = async (more: object) => fullReasonOf(report(paid({ ...why, ...more })));
    expect(await said({ cents: 249_95 })).toMatch(/too much: Only \$249\.90 is due at this stop/);
    expect(await said({ cents: -5 })).toMatch(/amount: .*more than \$0\.00/);
    expect(await said({ cents: 0 })).toMatch(/amount: .*more than \$0\.00/);
    expect(await said({ cents: 2 ** 50, method: "cheque" })).toMatch(/amount: No more than/);
    expect(await said({ cents: 249_89 })).toMatch(/no pennies/);
    await report(paid());
    expect(await said({})).toMatch(/taken already: \$249\.90 in cash was recorded here/);
    expect(await said({ cents: 20_00 })).toMatch(/too much: Nothing is due at this stop any more/);
    expect(await paymentsOf(customerId)).toHaveLength(1);
  });

  it("may exceed what is due if it is a cheque with a reason, and the rest is the client's credit", async () => {
    const { customerId, driver, paid, report } = await atDoor();
    const requestId = randomUUID();
    await adjust(db, admin, { customerId, requestId, note: "Crates", cents: 50_03 });
    const cheque = { method: "cheque", cents: 300_00 };
    expect(await fullReasonOf(report(paid(cheque)))).toMatch(
      /amount: It is not what is due\. Say why/,
    );
    await report(paid({ ...cheque, note: "A round sum" }));
    expect((await getDriversRun(db, driver)).receipts).toMatchObject([{ overCents: 50_10 }]);
    // The office settles older invoices if drivers may not.
    expect(await openOf(customerId)).toBe(-7);
    const debts = (await entriesOf(customerId)).filter((one) => one.cents > 1_00);
    expect(debts.map(({ settled }) => settled)).toEqual([249_90, 0]);
    expect(await fullReasonOf(report(paid({ ...cheque, note: "A round sum" })))).toMatch(
      /taken already/,
    );
  });

  it("is accepted for older invoices alone only by cheque, if drivers may not collect for them", async () => {
    const { order, customerId, paid, report } = await atDoor("249.90", { isPacked: false });
    const why = { dueCents: 0, note: "For the crates" };
    const cheque = paid({ method: "cheque", cents: 60_00, ...why });
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
    expect(await fullReasonOf(report(cheque))).toMatch(/^gone: Nothing is due at this stop/);
    const requestId = randomUUID();
    await adjust(db, admin, { customerId, requestId, note: "Crates", cents: 50_03 });
    expect(await fullReasonOf(report(paid({ cents: 50_05, ...why })))).toMatch(/^gone/);
    await report(cheque);
    expect((await entriesOf(customerId)).map(({ cents, settled }) => [cents, settled])).toEqual([
      [50_03, 50_03],
      [-60_00, 50_03],
    ]);
  });

  it("pays, by cheque, the invoices that the client named, or else the oldest", async () => {
    const terms = { termsKind: "net", termsDays: 14 } as const;
    const { run, customerId, driver, paid, report } = await atDoor("249.90", { terms });
    const later = await insertOrder(db, customerId, { totalPrice: "100.00" });
    await insertOrderItem(db, later.id, { quantity: "1.00", pricePerLb: "100.00" });
    await issueFor(db, later);
    const [stop] = (await getDriversRun(db, driver)).stops;
    const numbers = stop?.openInvoices.map(({ number }) => number) ?? [];
    expect(stop).toMatchObject({
      toCollect: null,
      accountCents: 349_90,
      overdueCents: 0,
      openInvoices: [
        { cents: 249_90, isHere: true, issuedOn: today, dueOn: daysAfter(today, 14) },
        { cents: 100_00, isHere: false },
      ],
    });
    // Fourteen days of terms, so that both are late on the fifteenth.
    for (const [days, overdueCents] of [
      [14, 0],
      [15, 349_90],
    ] as const) {
      const sums = { openCents: 349_90, overdueCents };
      const open = await openOnRun(db, run.id, daysAfter(today, days));
      expect(open.get(customerId)).toEqual(sums);
    }
    const cheque = { method: "cheque", dueCents: 0 };
    await report(paid({ ...cheque, cents: 120_00, invoices: numbers.slice(1) }));
    const settles = async () =>
      (await getRun(db, admin, run.id))?.receipts.map((one) => one.settles);
    const said = [
      { name: numbers[0], cents: 20_00 },
      { name: numbers[1], cents: 100_00 },
    ];
    expect(await settles()).toEqual([said]);
    expect((await paymentsOf(customerId))[0]?.note).toBe(
      `At the door, by Sam Sample, for ${numbers[1]}`,
    );
    await report(paid({ ...cheque, cents: 50_00, reference: "9", note: "A part" }));
    expect(await settles()).toEqual([said, [{ name: numbers[0], cents: 50_00 }]]);
  });

  it("is accepted in cash and by terminal from a client on terms, up to the open amount", async () => {
    const terms = { termsKind: "net", termsDays: 14 } as const;
    for (const method of ["cash", "terminal"] as const) {
      const { customerId, driver, paid, report } = await atDoor("249.90", { terms });
      const requestId = randomUUID();
      await adjust(db, admin, { customerId, requestId, note: "Crates", cents: 80_00 });
      const [stop] = (await getDriversRun(db, driver)).stops;
      expect(stop).toMatchObject({ toCollect: null, accountCents: 329_90 });
      const number = stop?.openInvoices.find(({ isHere }) => isHere)?.number ?? "";
      const taken = { method, dueCents: 0, cents: 200_00, invoices: [number] };
      const tooMuch = paid({ ...taken, cents: 400_00 });
      expect(await fullReasonOf(report(tooMuch))).toMatch(/^too much: Only \$329\.90 is due/);
      await report(paid(taken));
      expect(await openOf(customerId)).toBe(129_90);
      const [after] = (await getDriversRun(db, driver)).stops;
      expect(after?.openInvoices.find((one) => one.number === number)?.cents).toBe(49_90);
      // The same amount again may be the same money.
      expect(await fullReasonOf(report(paid(taken)))).toMatch(/^taken already/);
    }
  });

  it("pays named invoices in cash, rounded to five cents, and older ones only if drivers may collect", async () => {
    const { customerId, driver, paid, report } = await atDoor("249.90");
    const later = await insertOrder(db, customerId, { totalPrice: "100.03" });
    await insertOrderItem(db, later.id, { quantity: "1.00", pricePerLb: "100.03" });
    await issueFor(db, later);
    const [stop] = (await getDriversRun(db, driver)).stops;
    const other = stop?.openInvoices.find(({ isHere }) => !isHere)?.number;
    const settled = async () =>
      (await entriesOf(customerId))
        .filter(({ kind }) => kind === "invoice")
        .map(({ settled: part }) => part)
        .sort((one, another) => one - another);
    const cash = { cents: 100_05, invoices: [other] };
    await report(paid({ ...cash, note: "A part" }));
    expect(await settled()).toEqual([0, 100_05]);
    await report(paid({ ...cash, dueCents: 149_85 }), true);
    expect(await settled()).toEqual([100_03, 100_05]);
    expect(await openOf(customerId)).toBe(149_85);
  });

  it("isn't due for an invoice that was issued on terms, even if the client's terms have changed since", async () => {
    const terms = { termsKind: "net", termsDays: 14 } as const;
    const { customerId, driver, paid, report } = await atDoor("249.90", { terms });
    await adjust(db, admin, { customerId, requestId: randomUUID(), note: "Crates", cents: 50_03 });
    const changed = { termsKind: "on_delivery" } as const;
    await db.update(customers).set(changed).where(eq(customers.id, customerId));
    expect((await getDriversRun(db, driver)).stops[0]?.toCollect).toBeNull();
    await report(paid({ method: "cheque", cents: 50_03, dueCents: 0, note: "For the crates" }));
    const debts = (await entriesOf(customerId)).filter((one) => one.cents > 1_00);
    expect(debts.map(({ cents, settled }) => [cents, settled])).toEqual([
      [249_90, 0],
      [50_03, 50_03],
    ]);
  });

  it("is booked even if the office moved the order off the run and the run is over", async () => {
    const { run, stopId, order, customerId, paid, report } = await atDoor();
    await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
    await endRun(db, admin, run.id);
    await putOnRun(db, await insertRun(db), order);
    await db.transaction((tx) => leaveStop(tx, { ...order, runId: run.id, stopId }));
    // A round sum for $249.90, given as it was.
    const once = paid({ cents: 300_00, note: "Keep it for the next one" });
    await report(once);
    await report(once);
    const entries = await entriesOf(customerId);
    expect(entries.map(({ cents, settled }) => [cents, settled])).toEqual([
      [249_90, 249_90],
      [-300_00, 249_90],
    ]);
    const seen = await getRun(db, admin, run.id);
    expect(seen?.stops).toEqual([]);
    expect(seen?.receipts).toMatchObject([
      { cents: 300_00, offRunOf: expect.stringMatching(/./), overCents: 50_10 },
    ]);
  });

  it("becomes the client's credit if the order was cancelled, and is refused at another run's stop", async () => {
    const here = await atDoor("249.90", { isPacked: false });
    const other = await atDoor();
    const away = here.paid({ stopId: other.stopId });
    expect(await fullReasonOf(here.report(away))).toMatch(
      /^gone: This stop is no longer on your run/,
    );
    await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, here.order.id));
    await here.report(here.paid());
    expect(await paymentsOf(here.customerId)).toMatchObject([{ cents: -249_90, settled: 0 }]);
  });

  it("that the office booked earlier is booked once, and the driver sees that it was booked", async () => {
    const { order, customerId, driver, paid, report } = await atDoor();
    const typed = { requestId: randomUUID(), amount: 249_90, reference: "" };
    await takePayment(db, admin, order.id, { ...typed, method: "cash" }, shop);
    await report(paid());
    expect(await paymentsOf(customerId)).toHaveLength(1);
    expect((await getDriversRun(db, driver)).receipts).toMatchObject([
      { cents: 249_90, isKnown: true },
    ]);
    expect(await fullReasonOf(report(paid()))).toMatch(/taken already/);
  });

  it("that the office booked settles what the client named, unless the office chose what it settles", async () => {
    const terms = { termsKind: "net", termsDays: 14 } as const;
    const { run, customerId, driver, paid, report } = await atDoor("249.90", { terms });
    const later = await insertOrder(db, customerId, { totalPrice: "100.00" });
    await insertOrderItem(db, later.id, { quantity: "1.00", pricePerLb: "100.00" });
    await issueFor(db, later);
    const numbers = (await getDriversRun(db, driver)).stops[0]?.openInvoices ?? [];
    const [first, second] = numbers.map(({ number }) => number);
    const booked = {
      intent: "payment",
      amount: 100_00,
      method: "cheque",
      note: "",
      receivedOn: today,
    } as const;
    const typed = (more: object) =>
      bookTyped(
        db,
        admin,
        customerId,
        { ...booked, requestId: randomUUID(), ...more } as never,
        shop,
      );
    await typed({ reference: "101", settles: "none", chosen: [] });
    await typed({ reference: "102", settles: "oldest", chosen: [] });
    const cheque = { method: "cheque", cents: 100_00, dueCents: 0, invoices: [second] };
    for (const reference of ["101", "102"]) await report(paid({ ...cheque, reference }));
    const receipts = (await getRun(db, admin, run.id))?.receipts ?? [];
    expect(receipts.map(({ isKnown, reason, settles }) => ({ isKnown, reason, settles }))).toEqual(
      [second, first].map((name) => ({
        isKnown: true,
        reason: `For ${second}, as the client said`,
        settles: [{ name, cents: 100_00 }],
      })),
    );
    expect(await paymentsOf(customerId)).toHaveLength(2);
  });

  it.each([
    ["where drivers may take it", { termsKind: "on_delivery" }, true],
    ["where the delivery is due on another day", { termsKind: "net", termsDays: 14 }, false],
    ["where drivers may not", { termsKind: "on_delivery" }, false],
  ] as const)(
    "that the office booked on an older debt %s is booked once, and names that debt",
    async (_, terms, takesOlder) => {
      const { run, customerId, paid, report } = await atDoor("249.90", { terms });
      const requestId = randomUUID();
      await adjust(db, admin, { customerId, requestId, note: "Crates", cents: 300_00 });
      const [crates] = await db
        .select({ id: ledgerEntries.id })
        .from(ledgerEntries)
        .where(eq(ledgerEntries.requestId, requestId));
      const onAccount = {
        intent: "payment",
        requestId: randomUUID(),
        amount: 249_90,
        method: "cash",
        note: "",
        receivedOn: today,
        settles: "chosen",
        reference: "",
        chosen: [{ entryId: crates?.id, cents: 249_90 }],
      };
      await bookTyped(db, admin, customerId, onAccount as never, shop);
      await report(paid(), takesOlder);
      expect(await paymentsOf(customerId)).toHaveLength(1);
      expect((await getRun(db, admin, run.id))?.receipts).toMatchObject([
        { cents: 249_90, isKnown: true, settles: [{ name: "Crates", cents: 249_90 }] },
      ]);
    },
  );

  it("is refused as already booked when the office books the same, unless its reference differs", async () => {
    const { order, customerId, paid, report } = await atDoor();
    await report(paid({ cents: 100_00, note: "The rest by e-transfer" }));
    const typed = { requestId: randomUUID(), amount: 100_00, method: "cash" as const };
    const again = takePayment(db, admin, order.id, { ...typed, reference: "" }, shop);
    expect(await fullReasonOf(again)).toMatch(
      /taken already: Booked already: \$100\.00 in cash at the door on .*, by Sam Sample/,
    );
    const onAccount = {
      intent: "payment",
      requestId: randomUUID(),
      amount: 100_00,
      method: "cash",
      note: "",
      receivedOn: today,
      settles: "oldest",
      chosen: [],
      reference: "",
    } as const;
    expect(await fullReasonOf(bookTyped(db, admin, customerId, onAccount as never, shop))).toMatch(
      /taken already/,
    );
    await takePayment(db, admin, order.id, { ...typed, reference: "Second envelope" }, shop);
    expect(await paymentsOf(customerId)).toHaveLength(2);
  });

  it("is booked once if driver and office book it concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      const { order, customerId, paid, report } = await atDoor();
      const typed = { requestId: randomUUID(), amount: 249_90, reference: "" };
      const said = await Promise.all([
        fullReasonOf(report(paid())),
        fullReasonOf(takePayment(db, admin, order.id, { ...typed, method: "cash" }, shop)),
      ]);
      expect(said[0]).toBe("accepted");
      expect(await paymentsOf(customerId)).toHaveLength(1);
    }
  });

  it("is booked even if less is open by then, and the rest is shown as credit", async () => {
    const { order, customerId, driver, paid, report } = await atDoor();
    const typed = { requestId: randomUUID(), amount: 100_00, reference: "" };
    await takePayment(db, admin, order.id, { ...typed, method: "etransfer" }, shop);
    await report(paid());
    expect(await openOf(customerId)).toBe(-100_00);
    expect((await getDriversRun(db, driver)).receipts).toMatchObject([{ overCents: 100_00 }]);
  });

  it("pays older invoices only if the owner allows drivers to collect for them", async () => {
    const { customerId, driver, paid, report } = await atDoor();
    const requestId = randomUUID();
    await adjust(db, admin, { customerId, requestId, note: "Crates", cents: 50_03 });
    const all = { cents: 299_95, note: "With the crates" };
    // The driver sees that there is more, but not how much.
    expect((await getDriversRun(db, driver)).stops[0]).toMatchObject({
      olderCents: 0,
      owesOlder: true,
    });
    expect(await fullReasonOf(report(paid(all)))).toMatch(/too much/);
    const olderToo = { ...usualAtDoor, door: { ...usualAtDoor.door, takesOlder: true } };
    const seen = await getDriversRun(db, driver, olderToo);
    expect(seen.stops[0]).toMatchObject({
      olderCents: 50_03,
      owesOlder: false,
      toCollect: { cents: 249_90 },
    });
    await report(paid(all), true);
    expect(await openOf(customerId)).toBe(0);
    // What it settled is sent by invoice: the phone shows it as open once the payment is taken
    // back.
    const [may] = (await getDriversRun(db, driver, olderToo)).receipts;
    expect(may).toMatchObject({ hereCents: 249_90, olderCents: 50_03, isForOlder: false });
    const [mayNot] = (await getDriversRun(db, driver)).receipts;
    expect(mayNot).toMatchObject({ hereCents: 249_90, olderCents: 0, isForOlder: true });
  });

  it.each([
    ["cheque", 30_00, [30_00, 0]],
    ["cheque", 60_00, [50_03, 9_97]],
    // $50.03 is $50.05 in cash.
    ["cash", 50_05, [50_03, 0]],
    ["cash", 299_95, [50_03, 249_90]],
  ] as const)(
    "by %s of %i settles the oldest debt first if the delivery is not due yet",
    async (method, cents, [older, todays]) => {
      const terms = { termsKind: "net", termsDays: 14 } as const;
      const { customerId, paid, report } = await atDoor("249.90", { terms });
      await adjust(db, admin, {
        customerId,
        requestId: randomUUID(),
        note: "Crates",
        cents: 50_03,
      });
      await report(paid({ method, cents, dueCents: 0, note: "For the crates" }), true);
      const debts = (await entriesOf(customerId)).filter((one) => one.cents > 1_00);
      expect(debts.map((one) => [one.cents, one.settled])).toEqual([
        [249_90, todays],
        [50_03, older],
      ]);
    },
  );

  it("that was taken back in the account no longer counts, and can be recorded again", async () => {
    const { customerId, driver, paid, report } = await atDoor();
    await report(paid());
    const [entry] = await db
      .select({ id: doorReceipts.entryId })
      .from(doorReceipts)
      .where(eq(doorReceipts.runId, driver.runId));
    const what = { customerId, paymentId: entry?.id ?? "", note: "Bounced" };
    await reversePayment(db, admin, what, shop);
    const seen = await getDriversRun(db, driver);
    expect(seen.receipts).toMatchObject([{ isTakenBack: true }]);
    expect(seen.stops[0]?.toCollect?.cents).toBe(249_90);
    await report(paid());
    expect(await openOf(customerId)).toBe(0);
  });

  it("that was recorded wrongly can be taken back by its driver, once, until the run is cashed up", async () => {
    const { run, customerId, driver, paid, report } = await atDoor("10.03");
    const wrong = paid({ cents: 10_05 });
    await report(wrong);
    const unpaid = (one: Report) =>
      reportSchema.parse({
        kind: "unpaid",
        stopId: one.stopId,
        paymentId: one.requestId,
        requestId: randomUUID(),
        at: new Date().toISOString(),
      });
    const back = unpaid(wrong);
    await Promise.all([report(back), report(back)]);
    // With its rounding, without which the invoice is owed.
    expect(await openOf(customerId)).toBe(10_03);
    const seen = await getDriversRun(db, driver);
    expect(seen.receipts).toMatchObject([{ isTakenBack: true }]);
    expect(seen.stops[0]?.toCollect?.cents).toBe(10_03);
    const right = paid({ method: "cheque", cents: 10_03 });
    await report(right);
    expect(await openOf(customerId)).toBe(0);
    const taken = { cash: 0, cheque: 10_03, terminal: 0 };
    const counted = { requestId: randomUUID(), seen: seenSums(taken), reason: "", ...taken };
    await confirmCashUp(db, admin, run.id, counted);
    expect(await fullReasonOf(report(unpaid(right)))).toMatch(
      /^counted: \$10\.03 by cheque was counted in the cash-up of .*m\. An owner has to take the cash-up back first\./,
    );
    expect(await fullReasonOf(report(unpaid(paid())))).toMatch(
      /^gone: This payment is not recorded/,
    );
    expect(await openOf(customerId)).toBe(0);
  });

  it("that a cash-up counted can't be taken back in the account either, unless it is a cheque", async () => {
    const counting = async (method: "cash" | "cheque") => {
      const { run, customerId, paid, report } = await atDoor();
      const payment = paid({ method });
      await report(payment);
      const [receipt] = await db
        .select({ entryId: doorReceipts.entryId })
        .from(doorReceipts)
        .where(eq(doorReceipts.requestId, payment.requestId));
      const taken = { cash: 0, cheque: 0, terminal: 0, [method]: 249_90 };
      const counted = { requestId: randomUUID(), seen: seenSums(taken), reason: "", ...taken };
      await confirmCashUp(db, admin, run.id, counted);
      const what = { customerId, paymentId: receipt?.entryId ?? "", note: "Came back" };
      return { runId: run.id, customerId, takeBack: () => reversePayment(db, admin, what, shop) };
    };
    const cash = await counting("cash");
    expect(await fullReasonOf(cash.takeBack())).toMatch(
      /^counted: \$249\.90 in cash was counted in the cash-up of .*m\. An owner has to take the cash-up back first\. Nothing was changed\.$/,
    );
    expect(await openOf(cash.customerId)).toBe(0);
    const { id } = (await cashUpOf(db, admin, cash.runId)) as CashUp;
    await takeBackCashUp(db, admin, cash.runId, { id, why: "Counted for another" });
    const cheque = await counting("cheque");
    for (const { customerId, takeBack } of [cash, cheque]) {
      expect((await takeBack()).refused).toBeUndefined();
      expect(await openOf(customerId)).toBe(249_90);
    }
  });

  it("that the office booked can't be taken back by the driver", async () => {
    const { order, customerId, paid, report } = await atDoor();
    const typed = { requestId: randomUUID(), amount: 249_90, reference: "" };
    await takePayment(db, admin, order.id, { ...typed, method: "cash" }, shop);
    const known = paid();
    await report(known);
    const back = { kind: "unpaid", stopId: known.stopId, paymentId: known.requestId };
    const at = { requestId: randomUUID(), at: new Date().toISOString() };
    expect(await fullReasonOf(report(reportSchema.parse({ ...back, ...at })))).toMatch(
      /^by the office: The office had recorded \$249\.90 in cash itself\. Call them/,
    );
    expect(await openOf(customerId)).toBe(0);
  });

  it("is taken back in cash with its rounding, so that the invoice is owed exactly", async () => {
    for (const [total, cents] of [
      ["10.02", 10_00],
      ["10.03", 10_05],
    ] as const) {
      const { customerId, paid, report } = await atDoor(total);
      await report(paid({ cents }));
      const [receipt] = await db
        .select()
        .from(doorReceipts)
        .where(eq(doorReceipts.cents, cents))
        .orderBy(desc(doorReceipts.recordedAt));
      const what = { customerId, paymentId: receipt?.entryId ?? "", note: "Another client's" };
      await reversePayment(db, admin, what, shop);
      expect(await openOf(customerId), total).toBe(toCents(total));
    }
  });

  it("can't be changed or deleted in the table", async () => {
    const { driver, paid, report } = await atDoor();
    await report(paid());
    const own = eq(doorReceipts.runId, driver.runId);
    await expect(db.update(doorReceipts).set({ cents: 1 }).where(own)).rejects.toThrow();
    await expect(db.delete(doorReceipts).where(own)).rejects.toThrow();
  });
});
