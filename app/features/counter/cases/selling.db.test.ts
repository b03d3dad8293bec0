import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { readStock } from "#app/domain/stock/read-stock.server.ts";
import { availableOn } from "#app/domain/stock/stock.ts";
import { getStock } from "#app/domain/stock/stock-lists.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { primalCuts, primals } from "#db/schema/meat/primals.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { tillReceipts, tillSales, tills } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import type { products } from "#db/schema/products.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { refusal, saidBy } from "#tests/setup/reason-of.ts";
import { by, openForCounter, shop } from "#tests/setup/rooms/counter-tests.ts";
import { refundSale } from "../refund.server.ts";
import { accountAtTill, sell } from "../sell.server.ts";
import { getSession } from "../session.server.ts";
import { readSold } from "../sold.server.ts";

let db: Database;
let admin: Admin;
let staff: Staff<"till">;
let ribeye: typeof products.$inferSelect;
let tillId: string;
let sessionId: string;
const { line, sale, refund, cutOf, walkInBalance, expectedNow } = openForCounter((opened) => {
  ({ db, admin, staff, ribeye, tillId, sessionId } = opened);
});

describe("a counter sale", () => {
  it("stores an order, a numbered receipt and a payment", async () => {
    // 2.03 lb × $24.99 = $50.73: in cash $50.75.
    const stored = await sell(db, staff, sale([line("2.03")]), shop);
    expect(stored.documentNumber).toMatch(/^R-\d{6}$/);
    const [order] = await db.select().from(orders).where(eq(orders.id, stored.id));
    expect(order).toMatchObject({ status: "delivered", channel: "counter", totalPrice: "50.73" });
    const sold = await readSold(db, stored.id);
    expect(sold?.sheet).toMatchObject({
      lines: [{ name: "Ribeye Steak", detail: "2.03 lb × $24.99/lb", cents: 50_73 }],
      totals: { totalCents: 50_73 },
      tenders: [{ method: "cash", cents: 50_75 }],
      roundingCents: 2,
    });
    expect(await walkInBalance()).toBe(0);
    expect(await expectedNow()).toBe(50_75);
  });

  it("gets consecutive receipt numbers, and none if it is refused", async () => {
    const first = await sell(db, staff, sale([line("1.00")]), shop);
    const short = sale([line("1.00")], { tenders: [by("cash", 20_00)] });
    expect(await saidBy(sell(db, staff, short, shop))).toContain("In cash it comes to $25.00");
    const second = await sell(db, staff, sale([line("1.00")]), shop);
    const number = ({ documentNumber }: { documentNumber: string }) =>
      Number(documentNumber.slice(2));
    expect(number(second)).toBe(number(first) + 1);
  });

  it("is stored once if it is sent several times concurrently", async () => {
    const once = sale([line("1.50")]);
    const answers = await Promise.all([1, 2, 3].map(() => sell(db, staff, once, shop)));
    expect(new Set(answers.map(({ documentNumber }) => documentNumber)).size).toBe(1);
    expect(await db.$count(tillSales, eq(tillSales.requestId, once.requestId))).toBe(1);
    expect(await db.$count(tillReceipts, eq(tillReceipts.requestId, once.requestId))).toBe(1);
  });

  it("is paid once from two tabs with the same basket, and the second tab gets the receipt", async () => {
    const once = sale([line("1.50")]);
    const { id, documentNumber } = await sell(db, staff, once, shop);
    const again = await refusal(sell(db, staff, { ...once, slip: once.slip + 1 }, shop));
    expect(again.code).toBe("paid before");
    expect(again.answer).toEqual({
      message: `This sale is already paid: ${documentNumber}.`,
      paid: { id, documentNumber },
    });
    expect(await db.$count(tillReceipts, eq(tillReceipts.requestId, once.requestId))).toBe(1);
  });

  it("accepts several payment methods, and rounds only cash", async () => {
    // $49.98: $20.02 by card, $10 by e-transfer, and $19.96 left, which is $19.95 in cash.
    const paid = [by("terminal", 20_02), by("etransfer", 10_00), by("cash", 19_95)];
    const { id } = await sell(db, staff, sale([line("2.00")], { tenders: paid }), shop);
    const sold = await readSold(db, id);
    expect(sold?.sheet.tenders.map(({ cents }) => cents)).toEqual([20_02, 10_00, 19_95]);
    expect(sold?.sheet.roundingCents).toBe(-1);
    expect(await walkInBalance()).toBe(0);
  });

  it.each([
    ["more than due", [by("terminal", 25_00)], "This is more"],
    ["less than due", [by("terminal", 24_98)], "$0.01 is still to be paid"],
    ["twice in cash", [by("cash", 10_00), by("cash", 15_00)], "as one amount"],
    ["less handed over", [{ ...by("cash", 25_00), tenderedCents: 20_00 }], "$5.00 is missing"],
    ["nothing", [], "$24.99 is still to be paid"],
  ])("refuses payments: %s", async (_, tenders, message) => {
    expect(await saidBy(sell(db, staff, sale([line("1.00")], { tenders }), shop))).toContain(
      message,
    );
  });

  it("is refused at another price than today's, but stored with a remark if paid offline", async () => {
    const old = { pricePerLb: "20.00" };
    expect(await saidBy(sell(db, staff, sale([line("1.00", old)]), shop))).toContain(
      "Ribeye Steak is $24.99/lb now, not $20.00/lb.",
    );
    const stored = await sell(db, staff, sale([line("1.00", old)], { isOffline: true }), shop);
    expect(stored.remarks).toEqual(["Ribeye Steak is $24.99/lb now, not $20.00/lb."]);
    expect((await readSold(db, stored.id))?.sheet.totals.totalCents).toBe(20_00);
    expect(await walkInBalance()).toBe(0);
  });

  it("is refused with another tax than today's, but stored with a remark if paid offline", async () => {
    const rub = await insertProduct(db, { name: "Dry rub", pricePerLb: "10.00", taxCode: "G" });
    const old = line("1.00", { productId: rub.id, name: rub.name, pricePerLb: "10.00" });
    expect(await saidBy(sell(db, staff, sale([old]), shop))).toBe(
      "Dry rub has GST 5% now. Nothing was sold.",
    );
    const { remarks } = await sell(db, staff, sale([old], { isOffline: true }), shop);
    expect(remarks).toEqual(["The till asked for $10.00, the receipt is over $10.50."]);
    expect(await walkInBalance()).toBe(0);
  });

  it("has its taxes on its receipt and invoice", async () => {
    const rub = await insertProduct(db, { name: "Steak rub", pricePerLb: "10.00", taxCode: "GP" });
    const of = { productId: rub.id, name: rub.name, pricePerLb: "10.00", taxCode: "GP" } as const;
    const { id } = await sell(db, staff, sale([line("1.00"), line("1.00", of)]), shop);
    expect((await readSold(db, id))?.sheet.totals).toEqual({
      subtotalCents: 34_99,
      totalCents: 36_19,
      taxes: [
        { label: "GST 5%", cents: 50 },
        { label: "PST 7%", cents: 70 },
      ],
    });
    // It is in the list of invoices too, with its slip and how it was paid.
    const sold = await readSold(db, id);
    const paper = await getInvoiceByToken(db, sold?.url?.split("/").at(-1) ?? "");
    expect(paper?.receipt).toMatchObject({
      slip: sold?.sheet.slip,
      payments: sold?.sheet.tenders.map(({ method, cents }) => ({ method, cents })) ?? [],
    });
    expect(sold?.sheet.lines).toMatchObject([{ isTaxed: false }, { isTaxed: true }]);
    // The drawer's report names each tax too, like the list of sales.
    const { taxes = [] } = (await getSession(db, staff, sessionId)) ?? {};
    expect(taxes.map(({ label }) => label)).not.toContain("GST 5% and PST 7%");
    expect(taxes.find(({ label }) => label === "PST 7%")?.soldCents).toBeGreaterThanOrEqual(70);
  });

  it("takes its weight out of stock, and a refund brings none back", async () => {
    const product = await insertProduct(db, { pricePerLb: "10.00" });
    await db.insert(productStock).values({ productId: product.id, tracking: "lb" });
    const of = { productId: product.id, pricePerLb: "10.00" };
    const { id, documentNumber } = await sell(db, staff, sale([line("3.00", of)]), shop);
    const history = await getStock(db, admin, product.id);
    expect(history?.movements.rows).toMatchObject([
      { kind: "packed", order: { id, soldAs: documentNumber } },
    ]);
    await refundSale(db, staff, id, await refund(id, [0]), shop);
    const moved = await db
      .select({ lb: stockEntries.lb, kind: stockEntries.kind })
      .from(stockEntries)
      .where(eq(stockEntries.productId, product.id));
    expect(moved).toEqual([{ lb: "-3.00", kind: "packed" }]);
  });

  it("refuses lots on hold, and labels that were sold or voided", async () => {
    const lot = await insertLot(db);
    const of = { lotId: lot.id, serial: "09506000134352:77" };
    await sell(db, staff, sale([line("1.00", of)]), shop);
    expect(await saidBy(sell(db, staff, sale([line("1.00", of)]), shop))).toContain(
      "This package was sold before, as Ribeye Steak in order",
    );
    const twice = sale([line("1.00", { serial: "1:2" }), line("1.00", { serial: "1:2" })]);
    expect(await saidBy(sell(db, staff, twice, shop))).toContain("in this sale already");
    await holdLot(db, admin, lot.id, "Doubtful");
    const held = line("1.00", { lotId: lot.id });
    expect(await saidBy(sell(db, staff, sale([held]), shop))).toContain("Doubtful");
    const offline = await sell(db, staff, sale([held], { isOffline: true }), shop);
    expect(offline.remarks.join()).toContain("Doubtful");
    const [kept] = await db
      .select({ lotId: packages.lotId })
      .from(packages)
      .where(sql`order_item_id in (select id from order_items where order_id = ${offline.id})`);
    expect(kept?.lotId).toBe(lot.id);
  });

  it("refuses a lot of another product's meat, or of a primal that the product isn't cut from", async () => {
    const [chuck, stew] = [await insertProduct(db, { name: "Chuck" }), await insertProduct(db)];
    const [of, side] = [await insertLot(db), await insertLot(db)];
    await cutOf(of.id, chuck.id, "40.00");
    await cutOf(side.id, null, "200.00");
    expect(await saidBy(sell(db, staff, sale([line("1.00", { lotId: of.id })]), shop))).toBe(
      `Lot ${of.code} is Chuck, not ${ribeye.name}. Choose another.`,
    );
    expect(await saidBy(sell(db, staff, sale([line("1.00", { lotId: side.id })]), shop))).toBe(
      "accepted",
    );
    const stewed = line("1.00", {
      productId: stew.id,
      name: stew.name,
      lotId: of.id,
      pricePerLb: stew.pricePerLb,
    });
    expect(await saidBy(sell(db, staff, sale([stewed]), shop))).toContain("is Chuck, not");
    const [primal] = await db
      .insert(primals)
      .values({ name: `Chuck roll ${of.code}`, productId: chuck.id })
      .returning();
    await db
      .insert(primalCuts)
      .values({ productId: stew.id, primalId: primal?.id ?? "", yieldPct: "80.00" });
    expect(await saidBy(sell(db, staff, sale([stewed]), shop))).toBe("accepted");
    const paid = await sell(
      ...[db, staff, sale([line("1.00", { lotId: of.id })], { isOffline: true }), shop],
    );
    expect(paid.remarks).toEqual([`Lot ${of.code} is Chuck, not ${ribeye.name}.`]);
  });

  it("needs confirmation if its lines together take more of a lot than is left", async () => {
    const lot = await insertLot(db, { receivedLb: "5.00" });
    const lines = [line("3.00", { lotId: lot.id }), line("2.50", { lotId: lot.id })];
    const refused = await saidBy(sell(db, staff, sale(lines), shop));
    expect(refused).toBe(
      `Lot ${lot.code} has 5 lb left by the books, and this sale has 5.5 lb of it.`,
    );
    expect(await saidBy(sell(db, staff, sale(lines, { isMeant: true }), shop))).toBe("accepted");
    const one = [line("1.00", { lotId: lot.id })];
    expect(await saidBy(sell(db, staff, sale(one), shop))).toContain("has 0 lb left by the books");
    const { remarks } = await sell(db, staff, sale(one, { isOffline: true }), shop);
    expect(remarks.join()).toContain("has 0 lb left by the books");
  });

  it("without a lot reduces the stock on hold to what is left", async () => {
    const product = await insertProduct(db, { pricePerLb: "24.99" });
    await db.insert(productStock).values({ productId: product.id, tracking: "lb" });
    const lot = await insertLot(db);
    await db
      .insert(stockEntries)
      .values({ productId: product.id, lotId: lot.id, kind: "received", lb: "20.00" });
    await holdLot(db, admin, lot.id, "Doubtful");
    const sold = line("2.00", { productId: product.id, name: product.name });
    await sell(db, staff, sale([sold]), shop);
    const [stock] = await readStock(db, [product.id]);
    expect(stock).toMatchObject({ onHand: 18_00, held: 18_00 });
    expect(stock && availableOn(stock, pacificDay(new Date()))).toBe(0);
  });

  it("requires a lot for traced products", async () => {
    const traced = await insertProduct(db, { isTraced: true });
    expect(
      await saidBy(sell(db, staff, sale([line("1.00", { productId: traced.id })]), shop)),
    ).toContain("Choose the lot");
  });

  it("states on its receipt that meat with a price label was charged by weight", async () => {
    const labelled = line("0.99", { source: "derived", rawScan: "2000042024994" });
    const { id } = await sell(db, staff, sale([labelled]), shop);
    expect((await readSold(db, id))?.sheet.lines[0]?.detail).toBe(
      "0.99 lb × $24.99/lb. Label $24.99, charged by weight",
    );
  });

  it("mails the receipt on request, and refuses an invalid address", async () => {
    const { documentNumber } = await sell(
      db,
      staff,
      sale([line("1.00")], { mailTo: "guest@example.com" }),
      shop,
    );
    const [mail] = await db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, "guest@example.com"));
    expect(mail?.subject).toBe(`Your receipt ${documentNumber}`);
  });

  it("goes on a client's account as their invoice, within their limits", async () => {
    const { user } = await insertClient(db);
    const onAccount = { customerId: user.id, poNumber: "" };
    const { id, documentNumber } = await sell(
      db,
      staff,
      sale([line("2.00")], { onAccount, tenders: [] }),
      shop,
    );
    expect(documentNumber).toMatch(/^INV-/);
    expect((await exposureOf(db, user.id)).owedCents).toBe(49_98);
    expect((await readSold(db, id))?.receipts).toEqual([]);
    expect(await accountAtTill(db, staff, user.id, 49_98)).toBe("");
    await db.update(customers).set({ creditLimit: "60.00" }).where(eq(customers.id, user.id));
    // Said as soon as the client is chosen, with the payment's own words.
    const said = await accountAtTill(db, staff, user.id, 49_98);
    expect(said).toContain("This can’t go on the client’s account: ");
    expect(
      await saidBy(sell(db, staff, sale([line("2.00")], { onAccount, tenders: [] }), shop)),
    ).toBe(said);
    await db.update(customers).set({ isHeld: true }).where(eq(customers.id, user.id));
    expect(await accountAtTill(db, staff, user.id, 1)).toMatch(
      /: The client is held\. Take the money now\.$/,
    );
  });

  it("can't be on the account of the till's own customer or of an unknown one", async () => {
    const [till] = await db.select().from(tills).where(eq(tills.id, tillId));
    for (const customerId of [randomUUID(), till?.customerId ?? ""]) {
      const onAccount = { customerId, poNumber: "" };
      expect(
        await saidBy(sell(db, staff, sale([line("1.00")], { onAccount, tenders: [] }), shop)),
      ).toContain("no such client");
    }
  });
});
