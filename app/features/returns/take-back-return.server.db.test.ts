import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { claimableOrderForAdmin } from "#app/domain/claims/ask-credit.server.ts";
import {
  billedAgainInWords,
  statusInWords,
  stillCreditedInWords,
} from "#app/domain/claims/credit.ts";
import { creditsOfOrder } from "#app/domain/claims/credits.server.ts";
import { creditTogether, decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import { creditableLines } from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { balanceOf } from "#app/domain/ledger/accounts.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { traceLots } from "#app/domain/lots/lot-trace.server.ts";
import { marginsOfOrder } from "#app/domain/margins/margins.server.ts";
import { ordersByWeek } from "#app/domain/orders/lists/order-statistics.server.ts";
import { takeBackEntry } from "#app/domain/stock/take-back.server.ts";
import { getClient } from "#app/features/clients/clients-admin.server.ts";
import { deliverByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { undoDelivery } from "#app/features/runs/reports/take-back.server.ts";
import { undoObstacleOf } from "#app/features/runs/reports/undo-obstacles.server.ts";
import { sales, salesMargins } from "#app/features/sales/sales.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documents } from "#db/schema/money/documents.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { lots } from "#db/schema/packages.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRefused } from "#tests/setup/factories/returns.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  awaitedReturns,
  lastReturns,
  returnableOrder,
  returnsOfOrder,
  weighReturns,
} from "./returns.server.ts";
import { takeBackReturn } from "./take-back-return.server.ts";

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

const why = "9.90 was typed instead of 0.90";

/** Takes back the latest weighing of an order, or the named one. */
async function takeBack(orderId: string, more: { requestId?: string; weighing?: string } = {}) {
  const [latest] = (await returnsOfOrder(db, admin, orderId)).filter((row) => !row.takenBack);
  const asked = { requestId: randomUUID(), weighing: latest?.id ?? randomUUID(), why, ...more };
  return takeBackReturn(db, admin, orderId, asked, shop);
}

const debitsOf = (customerId: string) =>
  db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.customerId, customerId),
        eq(documents.kind, "invoice"),
        isNotNull(documents.correctsId),
      ),
    )
    .orderBy(documents.number);

async function sumsOf({ order, item, lot, product }: Awaited<ReturnType<typeof insertRefused>>) {
  const today = pacificDay(new Date());
  const range = { from: today, to: today };
  const name = `Order ${order.number}`;
  const [onHand] = await db
    .select({ lb: sql<string>`sum(lb)::text`, pieces: sql<number>`sum(pieces)::int` })
    .from(stockEntries)
    .where(eq(stockEntries.productId, product.id));
  const lots = await sumsOfLots(db, [lot.id]);
  const [invoice] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.customerId, order.customerId), eq(documents.kind, "invoice")))
    .orderBy(documents.number);
  return {
    onHand,
    lot: lots.get(lot.id),
    returnable: await returnableOrder(db, admin, order.id),
    awaited: (await awaitedReturns(db, admin)).filter(({ orderId }) => orderId === order.id),
    traced: await traceLots(db, admin, [lot.id]),
    margin: (await marginsOfOrder(db, admin, order.id))[item.id],
    sold: (await sales(db, admin, "order", range)).find((row) => row.name === name),
    earned: { ...(await salesMargins(db, admin, "order", range)).get(name), lines: null },
    spent: (await getClient(db, admin, order.customerId))?.totalSpent,
    weeks: (await ordersByWeek(db, admin, new Date())).map(({ revenue }) => revenue),
    owed: await balanceOf(db, order.customerId),
    creditable: invoice && (await creditableLines(db, invoice.id)),
    claimable: (await claimableOrderForAdmin(db, admin, order.id, { creditAskHours: 24 }))?.lines,
  };
}

it.each([
  ["to its lot", {}],
  ["to the waste", { temperatureC: "9" }],
])(
  "restores all sums from before goods were weighed back %s, and lets them be weighed again",
  async (_, more) => {
    const refused = await insertRefused({ db, admin }, "4.00", { taxCode: "G" });
    const { order, lot, typed } = refused;
    await db.update(lots).set({ costCents: 250_00 }).where(eq(lots.id, lot.id));
    const before = await sumsOf(refused);
    await weighReturns(db, admin, order.id, [typed({ lb: "3.9", ...more })], shop);
    const weighed = await sumsOf(refused);
    expect(weighed.owed).not.toEqual(before.owed);
    expect(weighed.creditable).not.toEqual(before.creditable);
    expect(Number(before.spent) - Number(weighed.spent)).toBe(42);
    const said = await takeBack(order.id);
    const [debit] = await debitsOf(order.customerId);
    expect(said).toEqual({ productName: "Ribeye Steak", lb: "3.90", debit: debit?.documentNumber });
    // Goods lost on the way were credited as billed, so they are billed again, with GST.
    expect(debit).toMatchObject({ total: "42.00", reason: why });
    expect(await sumsOf(refused)).toEqual(before);
    // Weighed again, it is credited again as if it had never been weighed before.
    await weighReturns(db, admin, order.id, [typed({ lb: "3.9", ...more })], shop);
    const { returnable, ...others } = weighed;
    expect(await sumsOf(refused)).toMatchObject(others);
    expect(returnable?.lines).toMatchObject([{ truckLb: "3.90" }]);
    expect(await returnsOfOrder(db, admin, order.id)).toMatchObject([
      { lb: "3.90", takenBack: null },
      { lb: "3.90", takenBack: { reason: why, by: admin.email, debit: debit?.documentNumber } },
    ]);
    expect(
      (await lastReturns(db, admin)).filter(({ orderId }) => orderId === order.id),
    ).toHaveLength(2);
  },
);

it("emails the client which credit note is taken back, and why", async () => {
  const { order, typed } = await insertRefused({ db, admin });
  await weighReturns(db, admin, order.id, [typed()], shop);
  await takeBack(order.id);
  const [row] = await returnsOfOrder(db, admin, order.id);
  const mails = await db
    .select({ subject: mailOutbox.subject, text: mailOutbox.text })
    .from(mailOutbox)
    .where(sql`subject like ${`%${row?.creditNote}%`} and subject like 'Invoice%'`);
  expect(mails).toMatchObject([
    {
      subject: `Invoice ${row?.takenBack?.debit} takes back $40.00 of credit note ${row?.creditNote}`,
    },
  ]);
  expect(mails[0]?.text).toContain(why);
  const [debit] = await debitsOf(order.customerId);
  const token = debit?.url?.replace("/invoices/", "") ?? "";
  expect(await getInvoiceByToken(db, token)).toMatchObject({
    corrects: row?.creditNote,
    takesBackCredit: true,
    reason: why,
  });
});

it("takes a weighing back once, even if it is requested again or by two people", async () => {
  const { order, product, typed } = await insertRefused({ db, admin });
  await weighReturns(db, admin, order.id, [typed()], shop);
  const [row] = await returnsOfOrder(db, admin, order.id);
  const asked = { requestId: randomUUID(), weighing: row?.id ?? "" };
  const same = await Promise.all([1, 2, 3].map(() => takeBack(order.id, asked)));
  expect(new Set(same.map(({ debit }) => debit)).size).toBe(1);
  expect(await debitsOf(order.customerId)).toHaveLength(1);
  expect(await saidBy(takeBack(order.id, { weighing: row?.id ?? "" }))).toMatch(
    /^This weighing was taken back on .*m\. Nothing was changed\.$/,
  );
  await weighReturns(db, admin, order.id, [typed()], shop);
  const [again] = await returnsOfOrder(db, admin, order.id);
  const both = await Promise.all(
    [1, 2].map(() => saidBy(takeBack(order.id, { weighing: again?.id ?? "" }))),
  );
  expect(both.filter((said) => said === "accepted")).toHaveLength(1);
  expect(await debitsOf(order.customerId)).toHaveLength(2);
  const entries = await db
    .select({ lb: sql<string>`sum(lb)::text` })
    .from(stockEntries)
    .where(eq(stockEntries.productId, product.id));
  expect(entries).toEqual([{ lb: "-10.00" }]);
});

it("finds no weighing of another order, and none that itself takes one back", async () => {
  const { order, typed } = await insertRefused({ db, admin });
  const other = await insertRefused({ db, admin });
  await weighReturns(db, admin, order.id, [typed()], shop);
  const [row] = await returnsOfOrder(db, admin, order.id);
  const weighing = row?.id ?? "";
  const gone = "There is no such weighing.";
  expect(await saidBy(takeBack(other.order.id, { weighing }))).toBe(gone);
  expect(await saidBy(takeBack(order.id, { weighing: "x" }))).toBe(gone);
  await takeBack(order.id);
  const [taking] = await db
    .select({ id: returnedGoods.id })
    .from(returnedGoods)
    .where(eq(returnedGoods.reversesId, weighing));
  expect(await saidBy(takeBack(order.id, { weighing: taking?.id ?? "" }))).toBe(gone);
});

it("taking back a weighing is refused once its goods were packed, cut or counted, but not if they were thrown away", async () => {
  const { order, product, lot, typed } = await insertRefused({ db, admin });
  await weighReturns(db, admin, order.id, [typed()], shop);
  const next = await insertOrderItem(db, (await insertOrder(db, order.customerId)).id);
  // 44 lb are left, of which 4 lb came back.
  const { id: packed } = await insertPackage(
    db,
    next.id,
    { value: "41.00", unit: "lb" },
    { lotId: lot.id },
  );
  const said = await saidBy(takeBack(order.id));
  expect(said).toMatch(
    new RegExp(`^Only 3 lb of lot ${lot.code} are left: what came back was packed, cut or thrown`),
  );
  expect(await debitsOf(order.customerId)).toEqual([]);
  await db.execute(sql`update packages set voided_at = now(), voided_by = ${admin.userId},
    void_reason = 'Wrong' where id = ${packed}`);
  const count = { productId: product.id, lotId: lot.id, kind: "count", lb: "0.10" } as const;
  await db.insert(stockEntries).values({ ...count, requestId: randomUUID() });
  expect(await saidBy(takeBack(order.id))).toBe(
    "It was counted since, which has set the stock right. Take that count back first.",
  );
  // What was thrown away was never sold again.
  const wasted = await insertRefused({ db, admin });
  const warm = wasted.typed({ temperatureC: "9" });
  await weighReturns(db, admin, wasted.order.id, [warm], shop);
  await db.insert(stockEntries).values({
    productId: wasted.product.id,
    lotId: wasted.lot.id,
    kind: "count",
    lb: "-40.00",
    requestId: randomUUID(),
  });
  const [thrown] = await db
    .select({ id: stockEntries.id })
    .from(stockEntries)
    .where(and(eq(stockEntries.requestId, warm.requestId), eq(stockEntries.kind, "waste")));
  // Nor does taking back only that waste put it back for sale.
  expect(
    await saidBy(takeBackEntry(db, admin, { id: thrown?.id ?? "", reason: "A slip" })),
  ).toMatch(/belongs to a receipt/);
  expect(await saidBy(takeBack(wasted.order.id))).toBe("accepted");
});

it("taking back a weighing bills the credited amount again", async () => {
  const { order, typed } = await insertRefused({ db, admin });
  await weighReturns(db, admin, order.id, [typed()], shop);
  const before = await balanceOf(db, order.customerId);
  await takeBack(order.id);
  const [debit] = await debitsOf(order.customerId);
  expect(debit).toMatchObject({ total: "40.00" });
  const after = await balanceOf(db, order.customerId);
  expect(after.balanceCents - before.balanceCents).toBe(40_00);
});

it("takes back single lines of a note, which add up to the cent", async () => {
  const { order, second, item, report, typed } = await insertRefused({ db, admin }, "10.00", {
    otherLb: "4.00",
    secondLb: "5.00",
    taxCode: "G",
  });
  await report({ kind: "refused", orderItemId: second?.id, lb: "3.00", reason: "late" });
  const lines = (await returnableOrder(db, admin, order.id))?.lines;
  const other = lines
    ?.find(({ itemId }) => itemId === item.id)
    ?.lots.find(({ lotId }) => lotId !== typed().lot);
  await db
    .update(lots)
    .set({ receivedLb: "50.00" })
    .where(eq(lots.id, other?.lotId ?? ""));
  const all = [
    typed({ lb: "5.93" }),
    typed({ lb: "3.91", lot: other?.lotId ?? "" }),
    typed({ lb: "2.95", item: second?.id ?? "", reason: "late" }),
  ];
  await weighReturns(db, admin, order.id, all, shop);
  const rows = await returnsOfOrder(db, admin, order.id);
  const [note] = await db
    .select({ total: documents.total })
    .from(documents)
    .where(and(eq(documents.customerId, order.customerId), eq(documents.kind, "credit_note")));
  expect(new Set(rows.map(({ creditNote }) => creditNote)).size).toBe(1);
  const ofLb = (lb: string) => rows.find((row) => row.lb === lb)?.id ?? "";
  for (const lb of ["5.93", "2.95", "3.91"]) {
    await takeBack(order.id, { weighing: ofLb(lb) });
  }
  const totals = (await debitsOf(order.customerId)).map(({ total }) => Number(total));
  expect(totals).toHaveLength(3);
  expect(totals.reduce((sum, one) => sum + one, 0)).toBeCloseTo(Number(note?.total), 4);
});

it("taking back a weighing reduces a claim that waits for its invoice, and bills nothing", async () => {
  const { order, item, typed } = await insertRefused({ db, admin }, "4.00", { isInvoiced: false });
  const claimed = () =>
    db
      .select({ lb: creditRequestLines.lb, status: creditRequests.status })
      .from(creditRequestLines)
      .innerJoin(creditRequests, eq(creditRequests.id, creditRequestLines.creditRequestId))
      .where(eq(creditRequestLines.orderItemId, item.id))
      .orderBy(creditRequests.createdAt);
  await weighReturns(db, admin, order.id, [typed({ lb: "2.5" })], shop);
  await weighReturns(db, admin, order.id, [typed({ lb: "1" })], shop);
  expect(await claimed()).toEqual([{ lb: "3.50", status: "open" }]);
  expect(await takeBack(order.id)).toMatchObject({ lb: "1.00", debit: null });
  expect(await claimed()).toEqual([{ lb: "2.50", status: "open" }]);
  // Without any weighing, it is what the driver reported.
  await takeBack(order.id);
  expect(await claimed()).toEqual([{ lb: "4.00", status: "open" }]);
  await issueFor(db, order);
  await weighReturns(db, admin, order.id, [typed({ lb: "4" })], shop);
  expect(await claimed()).toEqual([{ lb: "4.00", status: "approved" }]);
  expect(await debitsOf(order.customerId)).toEqual([]);
});

it("taking back a weighing declines the claim that the weighing alone made", async () => {
  const { order, run, typed } = await insertRefused({ db, admin }, null, { isInvoiced: false });
  await deliverByStaff(db, admin, order.id, shop, run.date);
  await weighReturns(db, admin, order.id, [typed({ place: "client" })], shop);
  await takeBack(order.id);
  const asked = await db
    .select({ status: creditRequests.status, note: creditRequests.decisionNote })
    .from(creditRequests)
    .where(eq(creditRequests.orderId, order.id));
  expect(asked).toEqual([{ status: "declined", note: "Taken back with what was weighed." }]);
});

it("taking back a weighing bills nothing if the office had credited the goods before", async () => {
  const { order, item, report, typed } = await insertRefused({ db, admin }, "4.00");
  await report({ kind: "refused", orderItemId: item.id, lb: "6.00", reason: "late" });
  const [asked] = await db
    .select({ id: creditRequests.id })
    .from(creditRequests)
    .where(eq(creditRequests.orderId, order.id));
  await creditTogether(db, admin, asked?.id ?? "", shop);
  await weighReturns(db, admin, order.id, [typed({ lb: "6" })], shop);
  expect(await takeBack(order.id)).toMatchObject({ debit: null });
  const [again] = await weighReturns(db, admin, order.id, [typed({ lb: "6" })], shop);
  expect(again).toMatchObject({ wasCredited: true });
  expect(await debitsOf(order.customerId)).toEqual([]);
});

it("taking back a weighing bills the dollars that the office granted for a waiting claim", async () => {
  const { order, typed } = await insertRefused({ db, admin }, "4.00", { isInvoiced: false });
  await weighReturns(db, admin, order.id, [typed()], shop);
  await issueFor(db, order);
  const [asked] = await db
    .select({ id: creditRequests.id })
    .from(creditRequests)
    .where(eq(creditRequests.orderId, order.id));
  const granted = { position: 0, lb: null, amount: "12.34" };
  const decision = { intent: "approve" as const, lines: [granted], note: "" };
  await decideCredit(db, admin, asked?.id ?? "", decision, shop);
  await takeBack(order.id);
  expect(await debitsOf(order.customerId)).toMatchObject([{ total: "12.34" }]);
  const [credit] = await creditsOfOrder(db, admin, order.id);
  expect(credit?.creditNote).toMatchObject({
    isBilledAgain: true,
    billedAgain: [{ total: "12.34" }],
  });
  expect(credit && statusInWords(credit)).toBe("Billed again");
  expect(credit?.creditNote && billedAgainInWords(credit.creditNote)).toMatch(
    /^\$12\.34 of it billed again with invoice \S+$/,
  );
  expect(credit?.creditNote && stillCreditedInWords(credit.creditNote)).toBe(
    "$12.34, all of it billed again",
  );
  const [again] = await weighReturns(db, admin, order.id, [typed()], shop);
  expect(again).toMatchObject({ wasCredited: false, isCredited: true });
});

it("taking back a weighing lets the stop's report be undone again, and the order be delivered", async () => {
  const refused = await insertRefused({ db, admin }, "4.00");
  const { order, report, typed } = refused;
  await report({ kind: "delivered", receivedBy: "Kim Sample" });
  await weighReturns(db, admin, order.id, [typed()], shop);
  expect(await undoObstacleOf(db, admin, order.id)).toMatch(/take the weighing back first/);
  await takeBack(order.id);
  expect(await undoObstacleOf(db, admin, order.id)).toBe("");
  await undoDelivery(db, admin, order.id, shop);

  const whole = await insertRefused({ db, admin }, null);
  await whole.report({ kind: "not_home" });
  await weighReturns(db, admin, whole.order.id, [whole.typed({ lb: "9.8" })], shop);
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, whole.run.id));
  const deliver = () => saidBy(deliverByStaff(db, admin, whole.order.id, shop, whole.run.date));
  expect(await deliver()).toMatch(/came back undelivered/);
  await takeBack(whole.order.id);
  expect(await deliver()).toBe("accepted");
});

it("the database accepts only reversals with the opposite sign and a reason, once", async () => {
  const { order, typed } = await insertRefused({ db, admin });
  await weighReturns(db, admin, order.id, [typed()], shop);
  const [row] = await db.select().from(returnedGoods).where(eq(returnedGoods.orderId, order.id));
  if (!row) throw new Error("Nothing was weighed");
  const { id: reversesId, weighedAt: _, ...rest } = row;
  const { id: __, ...own } = { ...rest, id: randomUUID() };
  const stored = (more: object) =>
    db
      .insert(returnedGoods)
      .values({ ...own, creditedLb: "0.00", requestId: randomUUID(), ...more });
  await expect(stored({ lb: "-4.00", note: why })).rejects.toThrow();
  await expect(stored({ reversesId, note: why })).rejects.toThrow();
  await expect(stored({ lb: "-4.00", reversesId, note: " " })).rejects.toThrow();
  await expect(stored({ lb: "-4.00", reversesId, note: why, creditedLb: "1" })).rejects.toThrow();
  await stored({ lb: "-4.00", reversesId, note: why });
  await expect(stored({ lb: "-4.00", reversesId, note: why })).rejects.toThrow();
});

it("taking back a weighing without a lot is refused if less is left of the product", async () => {
  const other = await insertProduct(db);
  const plenty = { productId: other.id, kind: "received", lb: "900.00" } as const;
  await db.insert(stockEntries).values({ ...plenty, requestId: randomUUID() });
  const { order, product, typed } = await insertRefused({ db, admin }, "4.00", { isTraced: false });
  await weighReturns(db, admin, order.id, [typed()], shop);
  await db.insert(stockEntries).values({
    productId: product.id,
    kind: "packed",
    requestId: randomUUID(),
    lb: sql`0.5 - (select sum(lb) from stock_entries where product_id = ${product.id})`,
  });
  expect(await saidBy(takeBack(order.id))).toMatch(/^Only 0\.5 lb of Ribeye Steak is left/);
});
