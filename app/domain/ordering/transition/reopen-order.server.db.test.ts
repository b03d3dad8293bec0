import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import { totalsOf } from "#app/domain/documents/invoice-document.ts";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { listInvoicesForAdmin } from "#app/domain/documents/invoices.server.ts";
import { issueMonthlyInvoice } from "#app/domain/documents/issuing/issue-monthly-invoice.server.ts";
import { getHistory } from "#app/domain/ledger/accounts.server.ts";
import { unsettle } from "#app/domain/ledger/allocations.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { endRun, sendOut } from "#app/features/runs/run-changes.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documentLines, documents, documentTaxes } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, insertStop, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { fulfilPackedOrder } from "./finish-order.server.ts";
import { reopenableOrder, reopenOrder } from "./reopen-order.server.ts";

const shop = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

async function orderOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error("There is no such order");
  return order;
}

/** Inserts an order of 10 lb at $10.00 on a planned run, weighed and finished. */
async function packed({ isMonthly = false, hasMore = false } = {}) {
  const run = await insertRun(db, { bookedStops: 1 });
  const { user } = await insertClient(db);
  if (isMonthly) {
    await db.update(customers).set({ invoicePer: "month" }).where(eq(customers.id, user.id));
  }
  const { order } = await insertStop(db, run, user.id, {
    totalPrice: "100.00",
    isNewClient: false,
  });
  const item = await insertOrderItem(db, order.id, { pricePerLb: "10.00" });
  if (hasMore) {
    await db.execute(sql`insert into order_charges (order_id, kind, description, amount, tax_code)
      values (${order.id}, 'delivery_fee', 'Delivery', 12.00, 'G')`);
  }
  // Weight beyond the promise isn't billed, so it adds a negative line.
  const value = hasMore ? "14.00" : "10.00";
  const weighed = await insertPackage(db, item.id, { value, unit: "lb" });
  await closeLine(db, item.id, hasMore ? { overDecision: "bill_promise" } : {});
  await finish(order.id);
  return { run, order, item, weighed, customerId: user.id, email: user.email };
}

async function finish(id: string) {
  const { version } = await orderOf(id);
  return fulfilPackedOrder(db, admin, { id, version }, shop);
}

const documentsOf = (customerId: string) =>
  db
    .select()
    .from(documents)
    .where(eq(documents.customerId, customerId))
    .orderBy(asc(documents.issuedAt), asc(documents.kind));

/** Returns a document as its link prints it; throws if it can't be printed. */
async function printedOf(document: { url: string | null } | undefined) {
  const token = document?.url?.replace("/invoices/", "") ?? "";
  const printed = await getInvoiceByToken(db, token);
  if (!printed) throw new Error("There is no such document");
  return totalsOf(printed);
}

const reopen = (id: string) => reopenOrder(db, admin, id, "A label was misread", shop);

async function weighAnew(item: string, weighed: string, lb: string) {
  await db
    .update(packages)
    .set({ voidedAt: new Date(), voidedBy: admin.userId, voidReason: "Misread" })
    .where(eq(packages.id, weighed));
  await db.update(orderItems).set({ packState: "open" }).where(eq(orderItems.id, item));
  await insertPackage(db, item, { value: lb, unit: "lb" });
  await closeLine(db, item);
}

it("cancels the whole invoice by a credit note, and issues a new one", async () => {
  const { order, item, weighed, customerId, email } = await packed();
  // Packages are frozen while the invoice is valid.
  const frozen = weighAnew(item.id, weighed.id, "9.00");
  const refusal = await frozen.catch((error: unknown) => databaseErrorOf(error)?.constraint);
  expect(refusal).toBe("packages_issued");

  expect(await reopenableOrder(db, admin, order.id)).toMatchObject({ kind: "invoice" });
  await reopen(order.id);
  expect((await orderOf(order.id)).status).toBe("pending");
  expect(await reopenableOrder(db, admin, order.id)).toBeNull();
  await weighAnew(item.id, weighed.id, "9.00");
  await finish(order.id);

  const [first, credit, second] = await documentsOf(customerId);
  expect([first?.kind, credit?.kind, second?.kind]).toEqual(["invoice", "credit_note", "invoice"]);
  expect(credit).toMatchObject({
    takesBackId: first?.id,
    correctsId: first?.id,
    reason: "A label was misread",
    subtotal: first?.subtotal,
    total: first?.total,
  });
  expect([first?.total, second?.total]).toEqual(["100.00", "90.00"]);
  expect((await orderOf(order.id)).totalPrice).toBe("90.00");
  // Each document prints as it was issued, though the order's packages changed.
  const printed = [await printedOf(first), await printedOf(credit), await printedOf(second)];
  expect(printed.map(({ lines }) => lines.map(({ weights }) => weights))).toEqual([
    [["10.00"]],
    [["10.00"]],
    [["9.00"]],
  ]);
  const balances = await db
    .select({ id: invoiceBalances.documentId, open: invoiceBalances.openCents })
    .from(invoiceBalances)
    .where(eq(invoiceBalances.customerId, customerId));
  const openOf = (id: string | undefined) => Number(balances.find((one) => one.id === id)?.open);
  expect([openOf(first?.id), openOf(second?.id)]).toEqual([0, 90_00]);
  const mails = await db
    .select({ text: mailOutbox.text })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, email), sql`text like '%replaces%'`));
  expect(mails[0]?.text.replace(/\s+/g, " ")).toContain(
    `replaces ${first?.documentNumber}, which credit note ${credit?.documentNumber} cancels in full`,
  );
  // Whoever gets the invoice's link also gets the note's.
  const [note] = await db
    .select({ url: documents.url })
    .from(documents)
    .where(eq(documents.documentNumber, credit?.documentNumber ?? ""));
  expect(mails[0]?.text).toContain(`${shop.siteUrl}${note?.url}`);
  await reopen(order.id);
  await finish(order.id);
  expect(await documentsOf(customerId)).toHaveLength(5);
});

it("cancels the invoice for good: it is listed as cancelled, and its settlement can't be undone", async () => {
  const { order, customerId } = await packed();
  const { number, takenBackBy } = await reopen(order.id);
  const { rows } = await listInvoicesForAdmin(db, admin, { search: number });
  expect(rows).toMatchObject([{ invoiceNumber: number, openCents: 0, takenBackBy }]);
  const byNote = await listInvoicesForAdmin(db, admin, { search: takenBackBy.toLowerCase() });
  expect(byNote.rows).toEqual(rows);
  const settled = (await getHistory(db, admin, { customerId })).entries.flatMap(
    ({ id: creditId, settles }) => settles.map((one) => ({ creditId, ...one })),
  );
  expect(settled).toMatchObject([{ documentNumber: number, isChosen: false }]);
  for (const { creditId, debitId } of settled) {
    const taking = db.transaction((tx) => unsettle(tx, admin, { customerId, creditId, debitId }));
    expect(await taking).toBe(0);
  }
});

it("restores the estimate of the ordered lines until the order is billed again", async () => {
  const { order } = await packed({ hasMore: true });
  const placed = await orderOf(order.id);
  const { estimate } = await costsNow(db, order.id);
  expect(placed.totalPrice).not.toBe(estimate);
  await reopen(order.id);
  const { totalPrice, estimatedTotal } = await orderOf(order.id);
  expect({ totalPrice, estimatedTotal }).toEqual({
    totalPrice: estimate,
    estimatedTotal: placed.estimatedTotal,
  });
});

it("charges the fee of the order's current stop, not of the one it was finished on", async () => {
  const { order } = await packed({ hasMore: true });
  const yard = await insertServedZone(db, { kind: "pickup", place: "Behind the barn" });
  const run = await insertRun(db, { zoneId: yard.id });
  expect(await costsNow(db, order.id)).toMatchObject({ estimate: "112.60" });
  await putOnRun(db, run, order);
  await reopen(order.id);
  expect(await costsNow(db, order.id)).toMatchObject({ estimate: "100.00" });
  expect((await orderOf(order.id)).totalPrice).toBe("100.00");
});

it("credits the invoice line by line, with charges and their taxes", async () => {
  const { order, customerId } = await packed({ hasMore: true });
  await reopen(order.id);
  const [invoice, credit] = await documentsOf(customerId);
  expect(invoice?.lineCount).toBe(3);
  const linesOf = async (id = "") =>
    (await db.select().from(documentLines).where(eq(documentLines.documentId, id))).map(
      ({ description, packed: lb, amount, taxCode }) => ({ description, lb, amount, taxCode }),
    );
  expect(await linesOf(credit?.id)).toEqual(await linesOf(invoice?.id));
  const taxesOf = async (id = "") =>
    (await db.select().from(documentTaxes).where(eq(documentTaxes.documentId, id))).map(
      ({ taxCode, rate, amount }) => `${taxCode} ${rate} ${amount}`,
    );
  expect((await taxesOf(credit?.id)).sort()).toEqual((await taxesOf(invoice?.id)).sort());
  // A reopened order can be cancelled and then owes nothing.
  await cancelOrder(db, admin, order.id, shop);
  const [open] = await db
    .select({ cents: sql<number>`sum(open_cents)::int` })
    .from(invoiceBalances)
    .where(eq(invoiceBalances.customerId, customerId));
  expect(open?.cents).toBe(0);
});

it("keeps a payment for the new invoice, and the rest as credit", async () => {
  const { order, item, weighed, customerId } = await packed();
  const today = pacificDay(new Date());
  await bookPayment(db, admin, {
    customerId,
    requestId: randomUUID(),
    cents: 100_00,
    method: "cheque",
    receivedOn: today,
    reference: "",
    note: "",
    settles: "oldest first",
  });
  await reopen(order.id);
  await weighAnew(item.id, weighed.id, "9.00");
  await finish(order.id);
  const { rows } = await db.execute<{ owed: number; open: number }>(sql`
    select sum(cents)::int as owed,
      (select sum(open_cents)::int from invoice_balances where customer_id = ${customerId}) as open
    from ledger_entries where customer_id = ${customerId}`);
  expect(rows[0]).toMatchObject({ owed: -10_00 });
});

it("takes a delivery note back by a numbered reversal, and the month bills the standing one", async () => {
  const { order, item, weighed, customerId } = await packed({ isMonthly: true });
  await reopen(order.id);
  await weighAnew(item.id, weighed.id, "8.00");
  await finish(order.id);
  const issued = await documentsOf(customerId);
  expect(issued.map(({ kind }) => kind)).toEqual([
    "delivery_note",
    "note_reversal",
    "delivery_note",
  ]);
  expect(issued[1]?.documentNumber).toMatch(/^DR-\d{6}$/);
  const invoice = await db.transaction((tx) =>
    issueMonthlyInvoice(tx, { customerId, before: "2100-01-01" }, invoiceTerms(shop)),
  );
  expect(invoice?.total).toBe("80.00");
  expect(await saidBy(reopen(order.id))).toMatch(/billed together with others/);
});

it("either reopens an order or sends its run out, never both", async () => {
  const won = { reopened: 0, sent: 0 };
  for (let round = 0; round < 12; round++) {
    const { run, order } = await packed();
    const other = await insertStop(db, run, (await insertClient(db)).user.id);
    await insertOrderItem(db, other.order.id);
    const [reopened, sent] = await Promise.allSettled([
      reopen(order.id),
      sendOut(db, admin, run.id, shop),
    ]);
    const { status } = await orderOf(order.id);
    const [after] = await db.select().from(runs).where(eq(runs.id, run.id));
    if (reopened.status === "fulfilled") {
      // No other order on the run is packed.
      expect([status, after?.state, sent.status]).toEqual(["pending", "planned", "rejected"]);
      won.reopened += 1;
    } else {
      expect(String(reopened.reason)).toMatch(/was sent out/);
      expect([status, after?.state, sent.status]).toEqual(["fulfilled", "out", "fulfilled"]);
      won.sent += 1;
    }
  }
  expect(won.reopened + won.sent).toBe(12);
});

it("reopens an order packed after the truck left, even once the run is over", async () => {
  for (const isOver of [false, true]) {
    const { run, order } = await packed();
    const { order: loaded } = await insertStop(db, run, (await insertClient(db)).user.id, {
      status: "fulfilled",
    });
    await reopen(order.id);
    await sendOut(db, admin, run.id, shop);
    await finish(order.id);
    if (isOver) await endRun(db, admin, run.id);
    expect(await reopenableOrder(db, admin, order.id)).not.toBeNull();
    expect(await saidBy(reopen(order.id))).toBe("accepted");
    expect(await orderOf(order.id)).toMatchObject({ status: "pending", runId: run.id });
    // Finished again, it is still not on the truck until somebody reports it as loaded.
    await finish(order.id);
    const seen = await getRun(db, admin, run.id);
    expect(seen?.leftBehind.map(({ id }) => id)).toEqual([order.id]);
    await db.update(orders).set({ leftBehindAt: null }).where(eq(orders.id, order.id));
    for (const { id } of [order, loaded]) {
      expect(await reopenableOrder(db, admin, id)).toBeNull();
      expect(await saidBy(reopen(id))).toMatch(/^Its run was sent out/);
    }
  }
});

it("reopens an order once for two requests, refuses one that left or doesn't exist, and credits no invoice in part", async () => {
  const { run, order } = await packed();
  const both = await Promise.all([saidBy(reopen(order.id)), saidBy(reopen(order.id))]);
  expect(both.filter((outcome) => outcome === "accepted")).toHaveLength(1);
  await finish(order.id);
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, run.id));
  expect(await saidBy(reopen(order.id))).toMatch(/was sent out/);
  expect(await saidBy(reopen("00000000-0000-4000-8000-000000000000"))).toMatch(/no such order/);
  const half = db.insert(documents).values({
    kind: "credit_note",
    series: "CN",
    number: 999_999,
    customerId: order.customerId,
    issuedOn: "2026-11-27",
    subtotal: "1.00",
    total: "1.00",
    lineCount: 1,
    takesBackId: (await documentsOf(order.customerId)).at(-1)?.id,
    correctsId: (await documentsOf(order.customerId)).at(-1)?.id,
  });
  const refusal = await half.catch((error: unknown) => databaseErrorOf(error)?.constraint);
  expect(refusal).toBe("documents_taken_back_whole");
});
