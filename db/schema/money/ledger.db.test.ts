import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { allocations, balancesOn, invoiceBalances, ledgerEntries } from "./ledger.ts";

let database: OpenDatabase;
let db: Database;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
});

afterAll(() => database.close());

async function invoice(dollars: string, issuedAt = new Date("2026-10-01T19:00:00Z")) {
  const order = await insertFilledOrder(db, customerId, {
    status: "fulfilled",
    totalPrice: dollars,
  });
  const { id } = await issueFor(db, order, issuedAt);
  return entryOf(db.select().from(ledgerEntries).where(eq(ledgerEntries.documentId, id)));
}

const pay = (cents: number, more: Partial<typeof ledgerEntries.$inferInsert> = {}) =>
  entryOf(
    db
      .insert(ledgerEntries)
      .values({
        customerId,
        kind: "payment",
        cents: -cents,
        occurredOn: "2026-11-01",
        method: "cheque",
        ...more,
      })
      .returning(),
  );

async function entryOf(rows: PromiseLike<(typeof ledgerEntries.$inferSelect)[]>) {
  const [entry] = await rows;
  if (!entry) throw new Error("There is no entry");
  return entry;
}

const settle = (creditId: string, debitId: string, cents: number) =>
  db.insert(allocations).values({ customerId, creditId, debitId, cents });

async function balance(day = "2026-10-15") {
  const { rows } = await db.execute(sql`
    select balance_cents::int as balance, open_cents::int as open, credit_cents::int as credit,
      overdue_cents::int as overdue, due_on::text as due
    from ${balancesOn(day)} where customer_id = ${customerId}`);
  return rows[0];
}

describe("ledger entries", () => {
  it("are written for each invoice, whichever code issues it", async () => {
    expect(await invoice("250.55")).toMatchObject({
      customerId,
      kind: "invoice",
      cents: 25_055,
      allocatedCents: 0,
      occurredOn: "2026-10-01",
      dueOn: "2026-10-31",
      method: null,
    });
  });

  it("are immutable", async () => {
    const entry = await pay(1000);
    const own = eq(ledgerEntries.id, entry.id);
    const changes = [
      db.update(ledgerEntries).set({ cents: -1 }).where(own),
      db.update(ledgerEntries).set({ note: "later" }).where(own),
      db.update(ledgerEntries).set({ allocatedCents: 1 }).where(own),
      db.delete(ledgerEntries).where(own),
    ];
    for (const change of changes) expect(await refusalOf(change)).toBe("ledger_append_only");
    const emptied = db.execute(
      sql`truncate allocations, order_deposits, deposit_refunds, ledger_entries, door_receipts, till_receipts, till_take_backs, bank_rows, payments, payment_jobs, opening_balances`,
    );
    expect(await refusalOf(emptied)).toBe("ledger_append_only");
  });

  it("refuse contradictory values", async () => {
    const { dueOn, ...debit } = { cents: 500, dueOn: "2026-11-01" };
    const refused = [
      ["ledger_entries_sign", { kind: "payment", ...debit, dueOn }],
      ["ledger_entries_sign", { kind: "write_off", method: null, note: "lost", ...debit, dueOn }],
      ["ledger_entries_sign", { kind: "refund" }],
      ["ledger_entries_document", { kind: "invoice", method: null, ...debit, dueOn }],
      ["ledger_entries_method", { method: null }],
      ["ledger_entries_due", { kind: "refund", ...debit }],
      ["ledger_entries_explained", { kind: "write_off", method: null }],
      ["ledger_entries_not_ahead", { occurredOn: "2999-01-01" }],
    ] as const;
    for (const [rule, entry] of refused)
      expect(await refusalOf(pay(1, { cents: -100, ...entry }))).toBe(rule);
  });

  it("are stored once for each request", async () => {
    const requestId = "6f0e1a4e-0000-4000-8000-000000000001";
    await pay(100, { requestId });
    expect(await refusalOf(pay(100, { requestId }))).toBe("ledger_entries_request_id_unique");
  });
});

describe("allocations", () => {
  it("settle invoices in part or in full, and the rest stays as credit", async () => {
    const [first, second] = [await invoice("100.00"), await invoice("50.00")];
    expect(await balance()).toEqual({
      balance: 15_000,
      open: 15_000,
      credit: 0,
      overdue: 0,
      due: "2026-10-31",
    });
    expect(await balance("2026-11-01")).toMatchObject({ overdue: 15_000 });
    const payment = await pay(16_000);
    await settle(payment.id, first.id, 10_000);
    await settle(payment.id, second.id, 4_999);
    expect(await balance("2026-11-01")).toEqual({
      balance: -1_000,
      open: 1,
      credit: 1_001,
      overdue: 1,
      due: "2026-10-31",
    });
    await settle(payment.id, second.id, 1);
    expect(await balance("2026-11-01")).toMatchObject({ open: 0, credit: 1_000, due: null });
    const open = await db
      .select({ open: invoiceBalances.openCents })
      .from(invoiceBalances)
      .where(eq(invoiceBalances.customerId, customerId));
    expect(open).toEqual([{ open: 0 }, { open: 0 }]);
  });

  it("take no more than is available, and return no more than was taken", async () => {
    const [bill, payment] = [await invoice("100.00"), await pay(8_000)];
    const refusals = [];
    for (const cents of [8_001, 8_000, 1, -8_001, -8_000, -1]) {
      refusals.push(await refusalOf(settle(payment.id, bill.id, cents)));
    }
    const range = "ledger_entries_allocated_range";
    expect(refusals).toEqual([range, "accepted", range, range, "accepted", range]);
    const larger = await pay(10_001);
    expect(await refusalOf(settle(larger.id, bill.id, 10_001))).toBe(range);
  });

  it("link a credit and a debt of one customer", async () => {
    const [bill, payment, other] = [await invoice("100.00"), await pay(100), await pay(100)];
    expect(await refusalOf(settle(bill.id, payment.id, 1))).toBe("allocations_credit_to_debit");
    expect(await refusalOf(settle(payment.id, other.id, 1))).toBe("allocations_credit_to_debit");
    customerId = (await insertClient(db)).user.id;
    const foreign = await pay(100);
    expect(await refusalOf(settle(foreign.id, bill.id, 1))).toBe("allocations_of_account");
  });

  it("are immutable", async () => {
    const [bill, payment] = [await invoice("100.00"), await pay(100)];
    await settle(payment.id, bill.id, 100);
    const own = eq(allocations.creditId, payment.id);
    const changes = [
      db.update(allocations).set({ cents: 1 }).where(own),
      db.delete(allocations).where(own),
      db.execute(sql`truncate allocations`),
    ];
    for (const change of changes) expect(await refusalOf(change)).toBe("ledger_append_only");
  });

  it("let only one of two people use a payment", async () => {
    const bills = [await invoice("100.00"), await invoice("100.00")];
    const payment = await pay(10_000);
    const both = await Promise.all(
      bills.map((bill) => refusalOf(settle(payment.id, bill.id, 10_000))),
    );
    expect(both.sort()).toEqual(["accepted", "ledger_entries_allocated_range"]);
  });
});
