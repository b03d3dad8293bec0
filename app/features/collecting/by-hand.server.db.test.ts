import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { bookCapture } from "#app/domain/payments/book-card.server.ts";
import {
  bookTyped,
  reversePayment,
  settleWithCredit,
  takeBack,
} from "#app/features/collecting/by-hand.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { balancesOn, ledgerEntries } from "#db/schema/money/ledger.ts";
import { adjust, bookPayment, type PaymentToBook, refund, writeOff } from "#tests/setup/booking.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});

beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
});

afterAll(() => database.close());

const today = pacificDay(new Date());

async function invoice(totalPrice: string, daysAgo: number): Promise<string> {
  const order = await insertFilledOrder(db, customerId, { status: "fulfilled", totalPrice });
  const issued = await issueFor(db, order, new Date(Date.now() - daysAgo * 86_400_000));
  const [entry] = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.documentId, issued.id));
  return entry?.id ?? "";
}

/** Books a debt without a document and returns its entry's id. */
async function debt(cents: number, occurredOn: string, dueOn: string): Promise<string> {
  const entry = {
    customerId,
    kind: "adjustment" as const,
    cents,
    occurredOn,
    dueOn,
    note: "Crate",
  };
  const [booked] = await db.insert(ledgerEntries).values(entry).returning({ id: ledgerEntries.id });
  return booked?.id ?? "";
}

const payment = (cents: number, more: Partial<PaymentToBook> = {}): PaymentToBook => ({
  customerId,
  requestId: randomUUID(),
  cents,
  method: "cheque",
  receivedOn: today,
  reference: "",
  note: "",
  settles: "oldest first",
  ...more,
});

const pay = (cents: number, more?: Partial<PaymentToBook>) =>
  bookPayment(db, admin, payment(cents, more));

async function balance() {
  const { rows } = await db.execute(sql`
    select balance_cents::int as balance, open_cents::int as open, credit_cents::int as credit
    from ${balancesOn(today)} where customer_id = ${customerId}`);
  return rows[0];
}

const open = async () => (await openItems(db, customerId)).map(({ openCents }) => openCents);

describe("the items that a payment settles", () => {
  const left = async (...ids: string[]) => {
    const items = new Map((await openItems(db, customerId)).map((one) => [one.entryId, one]));
    return ids.map((id) => items.get(id)?.openCents ?? 0);
  };

  it.each([
    ["by hand", () => bookPayment(db, admin, payment(150_00))],
    [
      "by card",
      () =>
        db.transaction((tx) => {
          const card = { cardBrand: "visa", cardLast4: "4242" };
          const what = { id: randomUUID(), customerId, orderId: null, documentId: null };
          return bookCapture(tx, { ...what, ...card }, 150_00);
        }),
    ],
  ])("%s are those due first, whenever they were booked", async (_, pay) => {
    const later = await debt(100_00, daysAfter(today, -60), daysAfter(today, 30));
    const sooner = await debt(100_00, daysAfter(today, -3), daysAfter(today, -2));
    await pay();
    expect(await left(sooner, later)).toEqual([0, 50_00]);
  });

  it("are sorted by number if due on one day, with unnumbered entries last", async () => {
    const second = await invoice("20.00", 3);
    const third = await invoice("30.00", 3);
    const { rows } = await db.execute<{ due: string }>(
      sql`select due_on::text as due from ledger_entries where id = ${second}`,
    );
    const crate = await debt(10_00, daysAfter(today, -90), rows[0]?.due ?? "");
    // Backdates it to before the other.
    await db.execute(sql`alter table ledger_entries disable trigger user`);
    await db
      .update(ledgerEntries)
      .set({ createdAt: sql`created_at - interval '1 hour'` })
      .where(eq(ledgerEntries.id, third));
    await db.execute(sql`alter table ledger_entries enable trigger user`);
    const order = (await openItems(db, customerId)).map(({ entryId }) => entryId);
    expect(order).toEqual([second, third, crate]);
  });
});

describe("a payment", () => {
  it("settles the oldest invoices first, several if needed, and the rest stays as credit", async () => {
    await invoice("50.00", 10);
    await invoice("100.00", 40);
    expect(await pay(12_000)).toEqual({ entryId: expect.any(String) });
    expect(await open()).toEqual([3_000]);
    await pay(5_000, { method: "cash" });
    expect(await balance()).toEqual({ balance: -2_000, open: 0, credit: 2_000 });
  });

  it("may be made in parts by different methods", async () => {
    await invoice("100.00", 40);
    await pay(3_333, { method: "etransfer", reference: "CA123" });
    await pay(3_333, { method: "cheque" });
    await pay(3_334, { method: "cash" });
    expect(await balance()).toEqual({ balance: 0, open: 0, credit: 0 });
  });

  it("settles only the chosen items, or nothing if so chosen", async () => {
    const [first, second] = [await invoice("50.00", 40), await invoice("100.00", 10)];
    await pay(7_000, { settles: [{ entryId: second, cents: 6_000 }] });
    expect(await openItems(db, customerId)).toMatchObject([
      { entryId: first, openCents: 5_000 },
      { entryId: second, openCents: 4_000 },
    ]);
    await pay(100, { settles: "nothing yet" });
    expect(await balance()).toEqual({ balance: 7_900, open: 9_000, credit: 1_100 });
  });

  it("is booked once even if it is submitted again", async () => {
    await invoice("50.00", 40);
    const sent = payment(2_000);
    const answers = await Promise.all([1, 2, 3].map(() => bookPayment(db, admin, sent)));
    expect(new Set(answers.map(({ entryId }) => entryId)).size).toBe(1);
    expect(await balance()).toEqual({ balance: 3_000, open: 3_000, credit: 0 });
    const logged = await db
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entityId, customerId));
    expect(logged).toEqual([
      { action: "payment booked", after: { amount: "20.00", method: "cheque" } },
    ]);
  });

  it("is refused above the open or paid amount, for another customer, or for a future day", async () => {
    const entryId = await invoice("50.00", 40);
    const more = { settles: [{ entryId, cents: 5_001 }] };
    expect(await pay(6_000, more)).toEqual({ refused: "changed meanwhile" });
    expect(await pay(5_000, more)).toEqual({ refused: "more than the amount" });
    expect(await pay(1, { receivedOn: daysAfter(today, 1) })).toEqual({
      refused: "date in the future",
    });
    expect(await pay(1, { customerId: randomUUID() })).toEqual({ refused: "unknown customer" });
    expect(await pay(1, { customerId: "nobody" })).toEqual({ refused: "unknown customer" });
    expect(await pay(1, { settles: [{ entryId: "x", cents: 1 }] })).toEqual({
      refused: "changed meanwhile",
    });
    const { user } = await insertClient(db);
    const foreign = { customerId: user.id, settles: [{ entryId, cents: 1 }] };
    expect(await pay(1, foreign)).toEqual({ refused: "changed meanwhile" });
    expect(await balance()).toEqual({ balance: 5_000, open: 5_000, credit: 0 });
  });

  it("settles an invoice once if two people book concurrently", async () => {
    const entryId = await invoice("50.00", 40);
    const settles = [{ entryId, cents: 5_000 }];
    const both = await Promise.all([pay(5_000, { settles }), pay(5_000, { settles })]);
    expect(both.filter(({ refused }) => refused)).toEqual([{ refused: "changed meanwhile" }]);
    const oldest = await Promise.all([pay(5_000), pay(5_000)]);
    expect(oldest.filter(({ refused }) => refused)).toEqual([]);
    expect(await balance()).toEqual({ balance: -10_000, open: 0, credit: 10_000 });
  });

  it("kept as credit is used once if two people use it concurrently", async () => {
    await invoice("50.00", 40);
    const { entryId: creditId = "" } = await pay(5_000, { settles: "nothing yet" });
    const use = () =>
      settleWithCredit(db, admin, { customerId, creditId, settles: "oldest first" });
    const both = await Promise.all([use(), use()]);
    expect(both.filter(({ refused }) => refused)).toEqual([{ refused: "changed meanwhile" }]);
    expect(await balance()).toEqual({ balance: 0, open: 0, credit: 0 });
  });
});

describe("a settlement", () => {
  it("can be taken back once, and its payment used for another invoice", async () => {
    const [first, second] = [await invoice("50.00", 40), await invoice("60.00", 10)];
    const { entryId: creditId = "" } = await pay(5_000);
    const undo = () => takeBack(db, admin, { customerId, creditId, debitId: first });
    expect(await Promise.all([undo(), undo()])).toContainEqual({ refused: "changed meanwhile" });
    expect(await balance()).toEqual({ balance: 6_000, open: 11_000, credit: 5_000 });
    const settles = [{ entryId: second, cents: 5_000 }];
    expect(await settleWithCredit(db, admin, { customerId, creditId, settles })).toEqual({
      entryId: creditId,
    });
    expect(await open()).toEqual([5_000, 1_000]);
  });

  it("is undone once when the payment is taken back as a whole", async () => {
    await invoice("50.00", 40);
    const { entryId: paymentId = "" } = await pay(8_000);
    const bounce = () =>
      reversePayment(db, admin, { customerId, paymentId, note: "The cheque bounced." }, shop);
    const both = await Promise.all([bounce(), bounce()]);
    expect(both.filter(({ refused }) => refused)).toEqual([{ refused: "changed meanwhile" }]);
    expect(await balance()).toEqual({ balance: 5_000, open: 5_000, credit: 0 });
    const debitId = both.find(({ entryId }) => entryId)?.entryId ?? "";
    // The offsetting entry remains.
    const undo = await takeBack(db, admin, { customerId, creditId: paymentId, debitId });
    expect(undo).toEqual({ refused: "changed meanwhile" });
  });
});

describe("corrections of an account", () => {
  const correction = (note = "As agreed.") => ({ customerId, requestId: randomUUID(), note });

  it("write off at most the open amount", async () => {
    const debitId = await invoice("50.00", 40);
    await pay(4_800);
    const wanted = { ...correction(), debitId };
    expect(await writeOff(db, admin, { ...wanted, cents: 201 })).toEqual({
      refused: "changed meanwhile",
    });
    const { entryId } = await writeOff(db, admin, { ...wanted, cents: 200 });
    expect(await writeOff(db, admin, { ...wanted, cents: 200 })).toEqual({ entryId });
    expect(await balance()).toEqual({ balance: 0, open: 0, credit: 0 });
  });

  it("include charges and credits without a document", async () => {
    await adjust(db, admin, { ...correction(), cents: 1_000 });
    expect(await balance()).toEqual({ balance: 1_000, open: 1_000, credit: 0 });
    await adjust(db, admin, { ...correction(), cents: -300 });
    expect(await balance()).toEqual({ balance: 700, open: 1_000, credit: 300 });
  });

  it("pay back at most the available credit", async () => {
    await pay(3_000);
    await pay(2_000);
    const back = {
      customerId,
      method: "etransfer",
      paidOn: today,
      reference: "",
      note: "",
    } as const;
    const wanted = { ...back, requestId: randomUUID() };
    expect(await refund(db, admin, { ...wanted, cents: 5_001 })).toEqual({
      refused: "more than the amount",
    });
    await refund(db, admin, { ...wanted, cents: 4_000 });
    await refund(db, admin, { ...wanted, cents: 4_000 });
    expect(await balance()).toEqual({ balance: -1_000, open: 0, credit: 1_000 });
  });

  it("for a bounced cheque reopen the debts that it settled, and charge the part that was paid back", async () => {
    await debt(30_00, today, today);
    const { entryId: paymentId = "" } = await pay(50_00);
    const back = { customerId, method: "cheque", paidOn: today, reference: "", note: "" } as const;
    await refund(db, admin, { ...back, requestId: randomUUID(), cents: 5_72 });
    expect(await open()).toEqual([]);
    await reversePayment(db, admin, { customerId, paymentId, note: "It bounced." }, shop);
    expect(await open()).toEqual([30_00, 5_72]);
  });
});

it("emails the client once which credit was paid back, and how", async () => {
  const { customerId: theirs, email } = await signedInClient(db);
  customerId = theirs;
  await pay(30_00, { method: "cheque" });
  await db.delete(mailOutbox);
  const typed = {
    intent: "refund",
    requestId: randomUUID(),
    amount: 20_00,
    method: "etransfer",
    paidOn: today,
    reference: "CAxyz",
    note: "",
  } as const;
  await bookTyped(db, admin, customerId, typed, shop);
  await bookTyped(db, admin, customerId, typed, shop);
  const mails = await db.select().from(mailOutbox);
  expect(mails.map(({ recipient }) => recipient)).toEqual([email]);
  const text = mails[0]?.text.replaceAll(/\s+/g, " ");
  expect(text).toContain("We have paid $20.00 of your credit back to you by e-transfer on");
  expect(text).toMatch(/Payment by cheque, .+ \$20\.00/);
  expect(text).toContain("CAxyz");
});
