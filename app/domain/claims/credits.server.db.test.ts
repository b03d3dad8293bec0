import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { invoiceSheet } from "#app/domain/documents/invoice-words.ts";
import { issueDebit } from "#app/domain/documents/issuing/issue-debit.server.ts";
import { balanceOf } from "#app/domain/ledger/accounts.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { askCredit, askCreditByStaff, claimableOrder } from "./ask-credit.server.ts";
import { type CreditAsk, type Decision, wholeOrder } from "./credit-form.ts";
import { billedClaims, creditsOfOwnOrder, getCredit, listCredits } from "./credits.server.ts";
import { decideCredit } from "./decide-credit.server.ts";

const terms = { creditAskHours: 24 };

let database: OpenDatabase;
let admin: Admin;
let client: Client;
let stranger: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  client = await signedInClient(database.db);
  stranger = await signedInClient(database.db);
});
afterAll(() => database.close());

const shop = sampleShop("https://shop.example");

/** Inserts an invoiced order of 10 lb at $24.99, and 10 lb at $10.00 with GST. */
async function invoiced() {
  const { db } = database;
  const order = await insertOrder(db, client.userId);
  const item = await insertOrderItem(db, order.id, {});
  const taxed = await insertOrderItem(db, order.id, {
    position: 1,
    productName: "Marinade",
    pricePerLb: "10.00",
    taxCode: "G",
  });
  const invoice = await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  return { order, item, taxed, invoice };
}

const claim = (item: string, claimed: Partial<CreditAsk> = {}): CreditAsk => ({
  requestId: randomUUID(),
  item,
  reason: "short",
  note: "",
  photoId: null,
  ...(claimed.amount ? { lb: null, amount: claimed.amount } : { lb: "2.00", amount: null }),
  ...claimed,
});

const grant = (lb: string | null, amount: string | null = null): Decision => ({
  intent: "approve",
  note: "",
  lines: [{ position: 0, lb, amount }],
});

async function openOf(invoiceId: string) {
  const [row] = await database.db
    .select()
    .from(invoiceBalances)
    .where(eq(invoiceBalances.documentId, invoiceId));
  return row?.openCents;
}

describe("a credit", () => {
  it("is requested once, approved and emailed as a printable note, and reduces what its invoice owes", async () => {
    const { db } = database;
    const { order, item, invoice } = await invoiced();
    expect(await openOf(invoice.id)).toBe(24990 + 10500);
    const ask = claim(item.id, { note: "Two steaks were missing" });
    const [id, again] = await Promise.all([
      askCredit(db, client, order.id, ask, terms),
      askCredit(db, client, order.id, ask, terms),
    ]);
    expect(again).toBe(id);
    expect(await listCredits(db, admin, { view: "open" })).toMatchObject({
      rows: [{ id, status: "open", source: "client" }],
    });
    expect(await billedClaims(db, admin, id)).toMatchObject({
      number: invoice.documentNumber,
      claims: [{ position: 0, leftLb: "10.00", leftAmount: "249.90" }],
    });
    await decideCredit(db, admin, id, grant("1.50"), shop);
    const [credit] = await creditsOfOwnOrder(db, client, order.id);
    expect(credit).toMatchObject({ status: "approved", creditNote: { total: "37.49" } });
    expect(await openOf(invoice.id)).toBe(24990 + 10500 - 3749);

    const token = credit?.creditNote?.url?.replace("/invoices/", "") ?? "";
    const note = await getInvoiceByToken(db, token);
    if (!note) throw new Error("There is no credit note");
    const sheet = invoiceSheet(note);
    expect(sheet.title).toBe(`Credit note ${credit?.creditNote?.number}`);
    expect(sheet.facts).toContainEqual(["Corrects invoice", invoice.documentNumber]);
    expect(sheet.groups[0]?.lines).toMatchObject([
      {
        item: "Ribeye Steak",
        notes: ["Two steaks were missing"],
        figures: [["10.00 lb"], ["1.50 lb"], ["$24.99"], ["$37.49"]],
      },
    ]);
    const [mail] = await db
      .select()
      .from(mailOutbox)
      .where(sql`${mailOutbox.subject} like ${`Credit note ${credit?.creditNote?.number}%`}`);
    expect(mail?.text).toContain(`$37.49 credited on invoice ${invoice.documentNumber}`);
    expect(mail?.text).toContain(`${shop.siteUrl}${credit?.creditNote?.url}`);
    await expect(decideCredit(db, admin, id, grant("1.00"), shop)).rejects.toMatchObject({
      status: 409,
    });
  });

  it("never exceeds the invoiced amount, even if two requests are decided concurrently", async () => {
    const { db } = database;
    const { order, item, invoice } = await invoiced();
    const ids = await Promise.all(
      ["6.00", "6.00"].map((lb) => askCredit(db, client, order.id, claim(item.id, { lb }), terms)),
    );
    const outcomes = await Promise.allSettled(
      ids.map((id) => decideCredit(db, admin, id, grant("6.00"), shop)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const open = ids.at(outcomes.findIndex(({ status }) => status === "rejected")) ?? "";
    await expect(decideCredit(db, admin, open, grant("4.01"), shop)).rejects.toThrow(
      "Of Ribeye Steak only 4 lb or $99.96 can still be credited.",
    );
    await expect(decideCredit(db, admin, open, grant(null, "99.97"), shop)).rejects.toThrow(
      "only 4 lb",
    );
    await decideCredit(db, admin, open, grant(null, "99.96"), shop);
    expect(await openOf(invoice.id)).toBe(10500);
    const notes = await db.select().from(documents).where(eq(documents.correctsId, invoice.id));
    const numbers = notes.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  });

  it("has its tax in proportion, and settles other debts once its invoice is paid", async () => {
    const { db } = database;
    const { order, taxed, invoice } = await invoiced();
    const before = await balanceOf(db, client.customerId);
    const ids = await Promise.all(
      ["60.00", "40.00"].map((amount) =>
        askCreditByStaff(db, admin, order.id, claim(taxed.id, { lb: null, amount })),
      ),
    );
    await decideCredit(db, admin, ids[0] ?? "", grant(null, "60.00"), shop);
    await db.execute(sql`
      with paid as (
        insert into ledger_entries (customer_id, kind, cents, occurred_on, method)
        values (${client.customerId}, 'payment', -29190, '2026-11-01', 'cheque') returning id)
      insert into allocations (customer_id, credit_id, debit_id, cents)
      select ${client.customerId}, paid.id, entry_id, 29190
      from paid, invoice_balances where document_id = ${invoice.id}`);
    expect(await openOf(invoice.id)).toBe(0);
    await decideCredit(db, admin, ids[1] ?? "", grant(null, "40.00"), shop);
    const after = await balanceOf(db, client.customerId);
    // Another invoice of the client is open, so nothing is left to refund.
    expect(after.creditCents - before.creditCents).toBe(0);
    expect(after.balanceCents - before.balanceCents).toBe(-6300 - 29190 - 4200);
  });

  it("shows what was requested and granted of each line, to the client, by email and in the history", async () => {
    const { db } = database;
    const { order, item, taxed } = await invoiced();
    const also = [{ item: taxed.id, lb: "2.00", amount: null }];
    const id = await askCredit(db, client, order.id, claim(item.id, { lb: "1.50", also }), terms);
    expect(await getCredit(db, admin, id)).toMatchObject({
      lines: [{ granted: null }, { granted: null }],
    });
    await decideCredit(db, admin, id, grant("1.00"), shop);
    const [own] = await creditsOfOwnOrder(db, client, order.id);
    expect(own?.lines).toMatchObject([
      { productName: "Ribeye Steak", lb: "1.50", granted: { lb: "1.00", amount: null } },
      { productName: "Marinade", lb: "2.00", granted: { lb: null, amount: null } },
    ]);
    const [mail] = await db
      .select()
      .from(mailOutbox)
      .where(sql`${mailOutbox.subject} like ${`Credit note ${own?.creditNote?.number}%`}`);
    expect(mail?.text).toContain("Ribeye Steak: 1.5 lb asked for, 1 lb credited");
    expect(mail?.text).toContain("Marinade: 2 lb asked for, declined");
    const [entry] = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "credit approved")));
    expect(entry?.after).toMatchObject({
      products: "Ribeye Steak: 1.5 lb asked for, 1 lb credited; Marinade: 2 lb asked for, declined",
    });
  });

  it("can be declined with a note, which credits nothing", async () => {
    const { db } = database;
    const { order, item, invoice } = await invoiced();
    const id = await askCredit(db, client, order.id, claim(item.id), terms);
    await decideCredit(db, admin, id, { intent: "decline", note: "As ordered." }, shop);
    expect(await getCredit(db, admin, id)).toMatchObject({
      status: "declined",
      decisionNote: "As ordered.",
      creditNote: null,
    });
    expect(await openOf(invoice.id)).toBe(24990 + 10500);
  });
});

describe("a request for credit", () => {
  it("is accepted only from members of the order's customer who may order, and within the period of the terms", async () => {
    const { db } = database;
    const { order, item } = await invoiced();
    const ask = claim(item.id);
    await expect(askCredit(db, stranger, order.id, ask, terms)).rejects.toMatchObject({
      status: 404,
    });
    expect(await claimableOrder(db, stranger, order.id, terms)).toBeNull();
    expect(await creditsOfOwnOrder(db, stranger, order.id)).toEqual([]);
    const bookkeeper: Client = { ...client, role: "bookkeeper" };
    await expect(askCredit(db, bookkeeper, order.id, ask, terms)).rejects.toMatchObject({
      status: 403,
    });
    const elsewhere: Client = { ...client, sites: [randomUUID()] };
    await expect(askCredit(db, elsewhere, order.id, ask, terms)).rejects.toMatchObject({
      status: 404,
    });

    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    const delivered = (deliveredAt: Date) =>
      db.update(orders).set({ status: "delivered", deliveredAt }).where(eq(orders.id, order.id));
    await delivered(hours(25));
    await expect(askCredit(db, client, order.id, ask, terms)).rejects.toMatchObject({
      status: 409,
    });
    expect(await askCreditByStaff(db, admin, order.id, claim(item.id))).toBeTruthy();
    await delivered(hours(23));
    expect(await askCredit(db, client, order.id, ask, terms)).toBeTruthy();
  });

  it("may cover several lines, with one credit note and one email, or a whole order", async () => {
    const { db } = database;
    const { order, item, taxed } = await invoiced();
    const both = claim(item.id, { also: [{ item: taxed.id, lb: null, amount: null }] });
    const id = await askCredit(db, client, order.id, both, terms);
    expect((await getCredit(db, admin, id))?.lines).toMatchObject([
      { position: 0, lb: "2.00", reason: "short" },
      { position: 1, lb: "10.00", reason: "short" },
    ]);
    await db.delete(mailOutbox);
    const lines = [
      { position: 0, lb: "2.00", amount: null },
      { position: 1, lb: "10.00", amount: null },
    ];
    await decideCredit(db, admin, id, { intent: "approve", note: "", lines }, shop);
    expect((await getCredit(db, admin, id))?.creditNote?.number).toMatch(/^CN-/);
    expect(await db.$count(mailOutbox)).toBe(1);

    const whole = await invoiced();
    const all: CreditAsk = { ...claim("all"), item: "all", lb: null, amount: null };
    const asked = await askCredit(db, client, whole.order.id, all, terms);
    expect((await getCredit(db, admin, asked))?.lines.map(({ lb }) => lb)).toEqual([
      "10.00",
      "10.00",
    ]);
  });

  it("is refused at the line that exceeds its limit, and if a line occurs twice or is unknown", async () => {
    const { db } = database;
    const { order, item, taxed } = await invoiced();
    const asked = (also: CreditAsk["also"]) =>
      askCredit(db, client, order.id, claim(item.id, { also }), terms);
    await expect(asked([{ item: taxed.id, lb: "9999.00", amount: null }])).rejects.toMatchObject({
      answer: { errors: { [`lb-${taxed.id}`]: expect.any(Array) } },
    });
    await expect(asked([{ item: item.id, lb: null, amount: null }])).rejects.toMatchObject({
      answer: { errors: { item: expect.any(Array) } },
    });
    await expect(asked([{ item: randomUUID(), lb: null, amount: null }])).rejects.toMatchObject({
      answer: { errors: { item: expect.any(Array) } },
    });
  });

  it("is offered and decided on the same invoice: a difference billed later comes after the first", async () => {
    const { db } = database;
    const { order, item, taxed, invoice } = await invoiced();
    const { issued: later } = await db.transaction((tx) =>
      issueDebit(
        tx,
        {
          invoiceId: invoice.id,
          orderId: order.id,
          reason: "Underbilled",
          requestId: randomUUID(),
          lines: [
            {
              position: 0,
              description: "Ribeye Steak",
              unit: "each",
              packed: "1.00",
              unitPrice: "20.00",
              amount: "20.00",
              taxCode: "Z",
            },
          ],
        },
        invoiceTerms(shop),
      ),
    );
    const offered = async () => (await claimableOrder(db, client, order.id, terms))?.lines[0];
    const ask = async (amount: string) => {
      const asked = claim(item.id, { amount });
      return askCredit(db, client, order.id, asked, terms);
    };
    const whole = { position: 0, lb: null };
    for (const [amount, { id, documentNumber }] of [
      ["249.90", invoice],
      ["20.00", later],
    ] as const) {
      expect(await offered()).toMatchObject({ itemId: item.id, amount });
      await expect(ask("269.90")).rejects.toThrow(amount);
      const asked = await ask(amount);
      expect(await billedClaims(db, admin, asked)).toMatchObject({
        number: documentNumber,
        claims: [{ leftAmount: amount }],
      });
      const lines = [{ ...whole, amount }];
      await decideCredit(db, admin, asked, { intent: "approve", note: "", lines }, shop);
      expect(await openOf(id)).toBe(id === later.id ? 0 : 10500);
      if (id === later.id) continue;
      // A request is credited on one invoice.
      const also = [{ item: taxed.id, lb: "2.00", amount: null }];
      const both = claim(item.id, { amount: "20.00", also });
      await expect(askCredit(db, client, order.id, both, terms)).rejects.toMatchObject({
        answer: { errors: { [`also-${taxed.id}`]: [expect.stringContaining("another invoice")] } },
      });
      const all = { ...claim(wholeOrder), lb: null, amount: null };
      const elsewhere = { ...all, also: [{ item: item.id, lb: null, amount: null }] };
      await expect(askCredit(db, client, order.id, elsewhere, terms)).rejects.toMatchObject({
        answer: { errors: { [`also-${item.id}`]: expect.any(Array) } },
      });
      const rest = await askCredit(db, client, order.id, all, terms);
      expect(await billedClaims(db, admin, rest)).toMatchObject({
        number: invoice.documentNumber,
        claims: [{ leftLb: "10.00" }],
      });
      expect((await getCredit(db, admin, rest))?.lines).toHaveLength(1);
    }
    expect(await offered()).not.toMatchObject({ itemId: item.id });
  });

  it("is limited to what was packed of this order and invoiced", async () => {
    const { db } = database;
    const { order, item } = await invoiced();
    const other = await invoiced();
    const asked = (ask: CreditAsk) => askCredit(db, client, order.id, ask, terms);
    await expect(asked(claim(item.id, { lb: "10.01" }))).rejects.toMatchObject({
      answer: { errors: { lb: expect.any(Array) } },
    });
    await expect(asked(claim(item.id, { amount: "249.91" }))).rejects.toMatchObject({
      answer: { errors: { amount: expect.any(Array) } },
    });
    await expect(asked(claim(other.item.id))).rejects.toMatchObject({
      answer: { errors: { item: expect.any(Array) } },
    });
    await expect(asked(claim(item.id, { photoId: randomUUID() }))).rejects.toMatchObject({
      answer: { errors: { photoId: expect.any(Array) } },
    });
    const open = await insertOrder(db, client.userId);
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, open.id));
    const pending = claim(line?.id ?? randomUUID());
    await expect(askCredit(db, client, open.id, pending, terms)).rejects.toMatchObject({
      status: 409,
    });
  });

  it("has no credit note link for roles that don't see invoices", async () => {
    const { db } = database;
    const { order, item } = await invoiced();
    const id = await askCredit(db, client, order.id, claim(item.id), terms);
    await decideCredit(db, admin, id, grant("1.00"), shop);
    const buyer: Client = { ...client, role: "buyer" };
    const [seen] = await creditsOfOwnOrder(db, buyer, order.id);
    expect(seen?.creditNote).toMatchObject({ total: "24.99", url: null });
  });
});

it("a request for a whole order covers what earlier credits left of it", async () => {
  const { db } = database;
  const { order, item, taxed } = await invoiced();
  const first = await askCreditByStaff(db, admin, order.id, claim(item.id, { lb: "4.00" }));
  await decideCredit(db, admin, first, grant("4.00"), shop);
  const second = claim(taxed.id, { amount: "30.00" });
  const inDollars = await askCreditByStaff(db, admin, order.id, second);
  await decideCredit(db, admin, inDollars, grant(null, "30.00"), shop);
  const left = await claimableOrder(db, client, order.id, terms);
  expect(left?.lines).toMatchObject([
    { itemId: item.id, packedLb: "6.00", amount: "149.94", isCredited: true },
    { itemId: taxed.id, amount: "70.00", isCredited: true },
  ]);
  await expect(
    askCreditByStaff(db, admin, order.id, claim(item.id, { lb: "6.01" })),
  ).rejects.toThrow("Only 6 lb of it can still be credited");
  const rest = { ...claim(wholeOrder), lb: null, amount: null };
  const whole = await askCreditByStaff(db, admin, order.id, rest);
  expect((await getCredit(db, admin, whole))?.lines).toMatchObject([
    { lb: "6.00", amount: null },
    { lb: null, amount: "70.00" },
  ]);
});

it("pounds packed above the promise are offered for a claim; those not billed don't count as credited", async () => {
  const { db } = database;
  const order = await insertOrder(db, client.userId);
  const over = { packedLb: "12.00", overDecision: "bill_promise" } as const;
  const item = await insertOrderItem(db, order.id, { ...over, packState: "packed" });
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const left = await claimableOrder(db, client, order.id, terms);
  expect(left?.lines).toMatchObject([{ packedLb: "12.00", amount: "274.89", isCredited: false }]);
  await expect(
    askCredit(db, client, order.id, claim(item.id, { lb: "12.01" }), terms),
  ).rejects.toThrow("Only 12 lb of it were packed");
  const all = await askCredit(db, client, order.id, claim(item.id, { lb: "12.00" }), terms);
  await decideCredit(db, admin, all, grant("12.00"), shop);
  expect(await getCredit(db, admin, all)).toMatchObject({
    lines: [{ lb: "12.00", granted: { lb: null, amount: "274.89" } }],
    creditNote: { total: "274.89" },
  });
  expect((await claimableOrder(db, client, order.id, terms))?.lines).toEqual([]);
});
