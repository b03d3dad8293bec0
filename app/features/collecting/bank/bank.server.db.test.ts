import { randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { depositOf } from "#app/domain/ledger/deposits.server.ts";
import { askDeposit, openDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import { reversePayment } from "#app/features/collecting/by-hand.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { bankImports, bankMappings, bankRows, senderAliases } from "#db/schema/money/accounting.ts";
import { balancesOn, ledgerEntries } from "#db/schema/money/ledger.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { Columns } from "./columns.ts";
import { bookBankDeposit, bookBankRow, unbookBankRow, withProposals } from "./decide.server.ts";
import { getBankFile, saveColumns, storeBankFile } from "./imports.server.ts";
import { countBankRows, getBankRow, ignoreBankRow, listBankRows } from "./rows.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

beforeEach(async () => {
  await db.delete(bankRows);
  await db.delete(bankImports);
  await db.delete(bankMappings);
  await db.delete(senderAliases);
  customerId = (await insertClient(db)).user.id;
});

const today = pacificDay(new Date());

const head = ["Date", "Description", "Amount", "From"];
const columns: Columns = {
  head,
  date: 0,
  dateFormat: "ymd",
  sender: 3,
  message: [1],
  amount: { kind: "signed", column: 2 },
};

type Row = [message: string, amount: string, sender?: string, day?: string];

const fileOf = (rows: Row[]) =>
  [
    head.join(","),
    ...rows.map(
      ([text, amount, sender = "", day = today]) => `${day},${text},"${amount}",${sender}`,
    ),
  ].join("\r\n");

async function upload(rows: Row[], name = "bank.csv") {
  const content = Buffer.from(fileOf(rows));
  const { id, isRead } = await storeBankFile(db, admin, { name, content });
  if (!isRead) await saveColumns(db, admin, id, columns);
  const file = await getBankFile(db, admin, id);
  if (!file) throw new Error("The file is gone");
  return file;
}

async function invoice(totalPrice: string, daysAgo = 5, of = customerId) {
  const order = await insertFilledOrder(db, of, { status: "fulfilled", totalPrice });
  const issued = await issueFor(db, order, new Date(Date.now() - daysAgo * 86_400_000));
  const [entry] = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.documentId, issued.id));
  return { number: issued.documentNumber, entryId: entry?.id ?? "" };
}

async function balance(of = customerId) {
  const { rows } = await db.execute(sql`
    select balance_cents::int as balance, open_cents::int as open, credit_cents::int as credit
    from ${balancesOn(today)} where customer_id = ${of}`);
  return rows[0];
}

async function onlyRow() {
  const rows = await db.select().from(bankRows);
  expect(rows).toHaveLength(1);
  return rows[0] ?? { id: "", state: "" };
}

describe("a bank file", () => {
  it("waits until its columns are set, which later files reuse", async () => {
    const content = Buffer.from(fileOf([["beef", "12.00"]]));
    const { id, isRead } = await storeBankFile(db, admin, { name: "a.csv", content });
    expect(isRead).toBe(false);
    expect(await getBankFile(db, admin, id)).toMatchObject({
      head,
      columns: null,
      outcome: null,
      samples: [[today, "beef", "12.00", ""]],
    });
    await saveColumns(db, admin, id, columns);
    expect(await getBankFile(db, admin, id)).toMatchObject({ columns, outcome: { added: 1 } });
    const [kept] = await db.select({ content: bankImports.content }).from(bankImports);
    expect(kept?.content).toBeNull();
    expect((await upload([["more beef", "13.00"]])).outcome).toMatchObject({ added: 1, known: 0 });
  });

  it("adds no row twice when uploaded again in any encoding, or with further rows", async () => {
    const rows: Row[] = [
      ["Café Élan", "12.00"],
      ["Café Élan", "12.00"],
      ["rent", "-900.00"],
      ["later", "5.00", "", daysAfter(today, 1)],
      ["lots", "many"],
    ];
    const first = await upload(rows);
    expect(first.outcome).toEqual({
      added: 2,
      known: 0,
      outgoing: 1,
      refused: 2,
      problems: [
        { line: 5, problem: expect.stringContaining("is in the future") },
        { line: 6, problem: "“many” is no amount such as 1,234.56." },
      ],
    });
    const again = await storeBankFile(db, admin, {
      name: "again.csv",
      content: Buffer.from(fileOf(rows), "latin1"),
    });
    const { outcome } = (await getBankFile(db, admin, again.id)) ?? {};
    expect(outcome).toMatchObject({ added: 0, known: 2, outgoing: 1 });
    // A third identical row, and a new one.
    const overlap = await upload([["Café Élan", "12.00"], ["new", "1.00"], ...rows]);
    expect(overlap.outcome).toMatchObject({ added: 2, known: 2 });
    expect(await countBankRows(db, admin)).toEqual({ open: 4, booked: 0, ignored: 0 });
  });

  it("adds its rows once if it is uploaded twice concurrently", async () => {
    await upload([["first", "1.00"]]);
    const rows: Row[] = Array.from({ length: 50 }, (_, index) => [`row ${index}`, "2.00"]);
    const both = await Promise.all([upload(rows), upload(rows)]);
    const added = both.map(({ outcome }) => outcome?.added ?? 0);
    expect((added[0] ?? 0) + (added[1] ?? 0)).toBe(50);
    expect((await countBankRows(db, admin)).open).toBe(51);
  });

  it("may have the maximum number of rows, each naming several invoices", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index): Row => {
      const numbers = Array.from({ length: 5 }, (_, other) => `INV-${5 * index + other + 1_000}`);
      return [numbers.join(" "), "2.00", `sender ${index}`];
    });
    expect((await upload(rows)).counts.open).toBe(20_000);
  }, 60_000);

  it("has its undecided rows read again when its columns are corrected", async () => {
    const rows: Row[] = [
      ["a", "10.00", "1"],
      ["b", "20.00", "-2"],
      ["c", "30.00", "3"],
    ];
    const file = await upload(rows);
    const { rows: listed } = await listBankRows(db, admin, { state: "open" });
    const decided = listed.find(({ message }) => message === "c");
    await ignoreBankRow(db, admin, decided?.id ?? "", true);
    const corrected: Columns = { ...columns, amount: { kind: "signed", column: 3 }, sender: null };
    expect(await saveColumns(db, admin, file.id, corrected)).toBe(true);
    const seen = await db
      .select({ message: bankRows.message, cents: bankRows.cents })
      .from(bankRows)
      .orderBy(bankRows.message);
    expect(seen).toEqual([
      { message: "a", cents: 100 },
      { message: "c", cents: 3_000 },
    ]);
    expect(await saveColumns(db, admin, randomUUID(), corrected)).toBe(false);
    expect(await saveColumns(db, admin, "nothing", corrected)).toBe(false);
  });
});

describe("a bank payment", () => {
  it("is booked if it names invoices and equals their open amount, otherwise proposed", async () => {
    const [paid, part] = [await invoice("120.00"), await invoice("80.00")];
    const file = await upload([
      [`Invoice ${paid.number} thanks`, "120.00"],
      [`${part.number.replace("-", " ").toLowerCase()}`, "30.00"],
    ]);
    expect(file.counts).toEqual({ open: 1, booked: 1, ignored: 0 });
    expect(await balance()).toEqual({ balance: 8_000, open: 8_000, credit: 0 });
    const { rows } = await listBankRows(db, admin, { state: "open" });
    const [row] = await withProposals(db, admin, rows);
    expect(row?.proposals).toMatchObject([
      { customerId, isExact: false, settles: [{ entryId: part.entryId, cents: 3_000 }] },
    ]);
    const [booked] = (await listBankRows(db, admin, { state: "booked" })).rows;
    expect(booked).toMatchObject({ decidedBy: admin.email, booked: { customerId } });
    // Nobody has confirmed the sender.
    expect(await db.$count(senderAliases)).toBe(0);
  });

  it("is not booked if another has already paid the named invoice", async () => {
    const { number } = await invoice("120.00");
    const file = await upload([
      [number, "120.00", "first"],
      [number, "120.00", "second"],
    ]);
    expect(file.counts).toEqual({ open: 1, booked: 1, ignored: 0 });
    expect(await balance()).toEqual({ balance: 0, open: 0, credit: 0 });
  });

  it("above the open amount leaves credit, and its sender's next payment is recognized", async () => {
    const { entryId } = await invoice("50.00");
    await upload([["beef", "80.00", "Ann Lee"]]);
    const { id } = await onlyRow();
    const settles = [{ entryId, cents: 5_000 }];
    expect(await bookBankRow(db, admin, { rowId: id, customerId, settles })).toEqual({
      entryId: expect.any(String),
    });
    expect(await balance()).toEqual({ balance: -3_000, open: 0, credit: 3_000 });
    const next = await invoice("70.00");
    await upload([["more beef", "60.00", "ANN  LEE"]]);
    const { rows } = await listBankRows(db, admin, { state: "open" });
    const [row] = await withProposals(db, admin, rows);
    expect(row?.proposals).toMatchObject([
      { customerId, reason: "sender", settles: [{ entryId: next.entryId, cents: 6_000 }] },
    ]);
    const logged = await db
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entityId, id))
      .orderBy(desc(auditLog.id));
    expect(logged).toEqual([
      {
        action: "booked",
        after: { client: expect.any(String), amount: "80.00", decided: "by hand" },
      },
    ]);
  });

  it("settles no more than its amount, and no more than the open amount", async () => {
    const { entryId } = await invoice("50.00");
    await upload([["beef", "40.00"]]);
    const { id: rowId } = await onlyRow();
    const book = (cents: number, of = customerId) =>
      bookBankRow(db, admin, { rowId, customerId: of, settles: [{ entryId, cents }] });
    expect(await book(4_001)).toEqual({ refused: "more than the amount" });
    await bookPayment(db, admin, {
      customerId,
      requestId: randomUUID(),
      cents: 2_000,
      method: "cash",
      receivedOn: today,
      reference: "",
      note: "",
      settles: "oldest first",
    });
    expect(await book(3_500)).toEqual({ refused: "changed meanwhile" });
    expect(await book(1, (await insertClient(db)).user.id)).toEqual({
      refused: "changed meanwhile",
    });
    expect(await book(1, "nobody")).toEqual({ refused: "unknown customer" });
    expect(await onlyRow()).toMatchObject({ state: "open", entryId: null });
    expect(await book(3_000)).toEqual({ entryId: expect.any(String) });
  });

  it("is booked only once if several people book it concurrently", async () => {
    await invoice("50.00");
    await upload([["beef", "50.00"]]);
    const { id: rowId } = await onlyRow();
    const book = (of: string) =>
      bookBankRow(db, admin, { rowId, customerId: of, settles: "oldest first" });
    const other = (await insertClient(db)).user.id;
    const both = await Promise.all([book(customerId), book(other), book(customerId)]);
    expect(both.filter(({ refused }) => refused)).toEqual([
      { refused: "decided meanwhile" },
      { refused: "decided meanwhile" },
    ]);
    expect(await ignoreBankRow(db, admin, rowId, true)).toBe(false);
    const [one, two] = [await balance(), await balance(other)];
    expect(Number(one?.balance) + Number(two?.balance)).toBe(0);
  });

  it("settles an invoice only once if two payments are booked for it concurrently", async () => {
    const { entryId } = await invoice("50.00");
    await upload([
      ["first", "50.00"],
      ["second", "50.00"],
    ]);
    const { rows } = await listBankRows(db, admin, { state: "open" });
    const settles = [{ entryId, cents: 5_000 }];
    const both = await Promise.all(
      rows.map(({ id: rowId }) => bookBankRow(db, admin, { rowId, customerId, settles })),
    );
    expect(both.filter(({ refused }) => refused)).toEqual([{ refused: "changed meanwhile" }]);
    expect(await countBankRows(db, admin)).toEqual({ open: 1, booked: 1, ignored: 0 });
    expect(await balance()).toEqual({ balance: 0, open: 0, credit: 0 });
  });

  it.each([
    ["in the list", (rowId: string) => unbookBankRow(db, admin, rowId, shop)],
    [
      "in the account",
      async (rowId: string) => {
        const paymentId = (await getBankRow(db, admin, rowId))?.booked?.entryId ?? "";
        return reversePayment(db, admin, { customerId, paymentId, note: "Recalled." }, shop);
      },
    ],
  ])(
    "that is taken back %s is open again; a concurrent second attempt is refused",
    async (_, takeBack) => {
      const { entryId } = await invoice("50.00");
      await upload([["beef", "50.00", "Ann Lee"]]);
      const { id: rowId } = await onlyRow();
      const wanted = { rowId, customerId, settles: [{ entryId, cents: 5_000 }] };
      await bookBankRow(db, admin, wanted);
      const both = await Promise.all([takeBack(rowId), takeBack(rowId)]);
      expect(both.filter(({ refused }) => refused)).toHaveLength(1);
      expect(await onlyRow()).toMatchObject({ state: "open", entryId: null, decidedBy: null });
      expect(await balance()).toEqual({ balance: 5_000, open: 5_000, credit: 0 });
      expect(await db.$count(senderAliases)).toBe(0);
      expect(await bookBankRow(db, admin, wanted)).toEqual({ entryId: expect.any(String) });
      expect(await balance()).toEqual({ balance: 0, open: 0, credit: 0 });
      // A known row isn't booked again.
      await takeBack(rowId);
      expect((await upload([["beef", "50.00", "Ann Lee"]])).outcome).toMatchObject({ added: 0 });
      expect(await onlyRow()).toMatchObject({ state: "open" });
    },
  );

  it("from no customer can be ignored and reopened", async () => {
    await upload([["interest", "0.12"]]);
    const { id } = await onlyRow();
    expect(await ignoreBankRow(db, admin, id, true)).toBe(true);
    expect(await ignoreBankRow(db, admin, id, true)).toBe(false);
    expect(await bookBankRow(db, admin, { rowId: id, customerId, settles: "nothing yet" })).toEqual(
      { refused: "decided meanwhile" },
    );
    expect((await upload([["interest", "0.12"]])).outcome).toMatchObject({ added: 0, known: 1 });
    expect(await ignoreBankRow(db, admin, id, false)).toBe(true);
    expect(await onlyRow()).toMatchObject({ state: "open", decidedBy: null });
    expect(await unbookBankRow(db, admin, id, shop)).toEqual({ refused: "decided meanwhile" });
  });
});

describe("a deposit paid by bank transfer", () => {
  it("is proposed, booked once, and used only by the order's invoice", async () => {
    await invoice("300.00");
    const order = await insertFilledOrder(db, customerId, { totalPrice: "500.00" });
    await askDeposit(db, admin, order.id, 100_00, shop);
    await upload([[`Deposit order ${order.number}`, "100.00", "Kim Sample"]]);
    const { rows } = await listBankRows(db, admin, { state: "open" });
    const [row] = await withProposals(db, admin, rows);
    expect(row?.proposals[0]).toMatchObject({
      customerId,
      settles: [],
      depositOf: { orderId: order.id },
    });
    const before = await db.$count(mailOutbox);
    const booking = () => bookBankDeposit(db, admin, row?.id ?? "", order.id, shop);
    const both = await Promise.all([booking(), booking()]);
    expect(both.filter(({ entryId }) => entryId)).toHaveLength(1);
    expect(await depositOf(db, order.id)).toMatchObject({ isPaid: true, isUsed: false });
    expect(await db.$count(mailOutbox)).toBe(before + 1);
    // The older invoice isn't settled by the deposit.
    expect(await balance()).toMatchObject({ open: 300_00, credit: 100_00 });
    await invoicedOrder(db, admin, order.id, shop);
    expect(await balance()).toMatchObject({ open: 700_00, credit: 0 });
  });

  it("is refused for another amount, or an unknown order", async () => {
    const order = await insertFilledOrder(db, customerId, { totalPrice: "500.00" });
    await askDeposit(db, admin, order.id, 100_00, shop);
    await upload([["A payment", "99.00"]]);
    const { id } = await onlyRow();
    const refused = { refused: "changed meanwhile" };
    expect(await bookBankDeposit(db, admin, id, order.id, shop)).toEqual(refused);
    expect(await bookBankDeposit(db, admin, id, randomUUID(), shop)).toEqual(refused);
    expect(await bookBankDeposit(db, admin, id, "x", shop)).toEqual(refused);
    expect(await getBankRow(db, admin, id)).toMatchObject({ state: "open" });
  });

  it("is open again, and the client gets an email, once its booking is taken back", async () => {
    const order = await insertFilledOrder(db, customerId, { totalPrice: "500.00" });
    await askDeposit(db, admin, order.id, 100_00, shop);
    await upload([["A payment", "100.00"]]);
    const { id } = await onlyRow();
    await bookBankDeposit(db, admin, id, order.id, shop);
    expect((await unbookBankRow(db, admin, id, shop)).refused).toBeUndefined();
    expect(await depositOf(db, order.id)).toMatchObject({ isPaid: false });
    expect(await getBankRow(db, admin, id)).toMatchObject({ state: "open" });
    // The order waits for the deposit again, and it is proposed again.
    expect(await openDeposit(db, order.id)).toBe(100_00);
    const told = await db.select({ text: mailOutbox.text }).from(mailOutbox);
    expect(told.at(-1)?.text.replaceAll(/\s+/g, " ")).toContain(
      "We have taken back the payment that we had recorded as your deposit",
    );
    expect((await bookBankDeposit(db, admin, id, order.id, shop)).refused).toBeUndefined();
    expect(await openDeposit(db, order.id)).toBeNull();
  });
});
