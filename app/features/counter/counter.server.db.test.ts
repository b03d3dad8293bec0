import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { askCreditByStaff } from "#app/domain/claims/ask-credit.server.ts";
import { billDifference } from "#app/domain/documents/debits/debits.server.ts";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import { listInvoicesForAdmin } from "#app/domain/documents/invoices.server.ts";
import { cashUpOf, confirmCashUp, takeBackCashUp } from "#app/domain/door/cash-up.server.ts";
import { correctionsAmong } from "#app/domain/door/till/corrections.ts";
import { proposedBack } from "#app/domain/door/till/refund-ways.ts";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { receiptsOfOrders, receiptsOfSession } from "#app/domain/door/till/till-receipts.server.ts";
import {
  addDevice,
  addTill,
  closeTill,
  listTills,
  openTill,
} from "#app/domain/door/till/tills.server.ts";
import { openItems, unsettle } from "#app/domain/ledger/allocations.server.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { ownLabelInWords } from "#app/domain/packages/sold-packages.server.ts";
import { readStock } from "#app/domain/stock/read-stock.server.ts";
import { availableOn } from "#app/domain/stock/stock.ts";
import { getStock } from "#app/domain/stock/stock-lists.server.ts";
import { bookByHand, reversePayment } from "#app/features/collecting/by-hand.server.ts";
import { queueDeliveredMails } from "#app/features/runs/messages/queue-run-messages.server.ts";
import { handOverAtTill } from "#app/features/runs/reports/report-by-staff.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { formatCents, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { cuttingOutputs, cuttings } from "#db/schema/meat/cuttings.ts";
import { primalCuts, primals } from "#db/schema/meat/primals.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { documents } from "#db/schema/money/documents.ts";
import { allocations } from "#db/schema/money/ledger.ts";
import { tillReceipts, tillSales, tillSessions, tills } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import type { products } from "#db/schema/products.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { creditFor, insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  findHandedOver,
  findOrdersElsewhere,
  getHandedOver,
  packedLines,
} from "./handed-over.server.ts";
import { getPickup, handOver, wherePickedUp } from "./pickups.server.ts";
import { mailReceipt, mailRefundSlip } from "./receipt-mail.server.ts";
import { correctTender, refundSale } from "./refund.server.ts";
import { givenParts, type Part, refundCents, type TypedRefund } from "./refund.ts";
import { type Sale, type SaleLine, settlingRows, totalsOf } from "./sale.ts";
import { accountAtTill, sell } from "./sell.server.ts";
import { closedSessions, getDrawerToCount, getSession } from "./session.server.ts";
import { findSales, getRefundSlip, readSold } from "./sold.server.ts";
import { productsAtTill, scansAtTill, supplyAtTill } from "./till-page.server.ts";

const shop = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let staff: Staff<"till">;
let ribeye: typeof products.$inferSelect;
let sessionId: string;
let tillId: string;
let slip = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  const { userId, email } = admin;
  const account = { userId, email, isAdmin: false, staffRole: "counter" as const };
  staff = capabilitiesOf({ ...account, membership: null }, "other@example.com")
    .staff as Staff<"till">;
  ribeye = await insertProduct(db, { pricePerLb: "24.99" });
});
afterAll(() => database.close());
beforeEach(async () => {
  ({ tillId, sessionId } = await openedTill());
});

async function openedTill(float = 200_00) {
  const id = randomUUID();
  await addTill(db, admin, { requestId: id, name: "By the window" });
  return {
    tillId: id,
    sessionId: await openTill(db, staff, id, { requestId: randomUUID(), float }),
  };
}

const line = (value: string, more: Partial<SaleLine> = {}): SaleLine => ({
  productId: ribeye.id,
  name: ribeye.name,
  value,
  unit: "lb",
  tareG: 0,
  pieces: null,
  source: "typed",
  rawScan: "",
  serial: null,
  lotId: null,
  pricePerLb: "24.99",
  taxCode: "Z",
  ...more,
});

function sale(lines: SaleLine[], more: Partial<Sale> = {}): Sale {
  const cents = askedAtTill(totalsOf(lines).totalCents, "cash");
  return {
    requestId: randomUUID(),
    sessionId,
    slip: ++slip,
    device: 0,
    soldAt: new Date().toISOString(),
    isOffline: false,
    lines,
    onAccount: null,
    mailTo: "",
    tenders: [{ method: "cash", cents, tenderedCents: cents, reference: "" }],
    ...more,
  };
}

const by = (method: Sale["tenders"][number]["method"], cents: number) => ({
  method,
  cents,
  tenderedCents: method === "cash" ? cents : null,
  reference: "",
});

const raise = (): never => {
  throw new Error("It is missing");
};

async function saidBy(refused: Promise<unknown>): Promise<string> {
  const error = await refused.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (isRefusal(error)) return error.message;
  if (error) throw error;
  return "accepted";
}

async function cutOf(lotId: string, productId: string | null, lb: string): Promise<void> {
  const [cutting] = await db
    .insert(cuttings)
    .values({ requestId: randomUUID(), kind: "Side", cutBy: admin.userId, costBy: "weight" })
    .returning();
  if (!cutting) throw new Error("Nothing was inserted");
  const of = { cuttingId: cutting.id, position: 0, lotId, productId, lb };
  await db.insert(cuttingOutputs).values({ ...of, productName: "Chuck" });
}

/** Returns the balance of the tills' customers, which is always zero. */
async function walkInBalance(): Promise<number> {
  const { rows } = await db.execute<{ cents: string }>(sql`
    select coalesce(sum(abs(entry.cents) - entry.allocated_cents), 0) as cents
    from ledger_entries entry join tills on tills.customer_id = entry.customer_id`);
  return Number(rows[0]?.cents);
}

const expectedNow = async (id = sessionId) => {
  const refused = await saidBy(
    closeTill(db, staff, { sessionId: id, seen: "?", counted: 0, reason: "" }),
  );
  expect(refused).toContain("count again");
  const money = await receiptsOfSession(db, id);
  return money
    .filter(({ method, isTakenBack }) => method === "cash" && !isTakenBack)
    .reduce((sum, { cents }) => sum + cents, 0);
};

describe("a counter sale", () => {
  it("is an order, packages, a receipt of its own series and a payment in one", async () => {
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

  it("gets numbers without gaps, and none if it is refused", async () => {
    const first = await sell(db, staff, sale([line("1.00")]), shop);
    const short = sale([line("1.00")], { tenders: [by("cash", 20_00)] });
    expect(await saidBy(sell(db, staff, short, shop))).toContain("In cash it comes to $25.00");
    const second = await sell(db, staff, sale([line("1.00")]), shop);
    const number = ({ documentNumber }: { documentNumber: string }) =>
      Number(documentNumber.slice(2));
    expect(number(second)).toBe(number(first) + 1);
  });

  it("is sold once, however often and simultaneously it is sent", async () => {
    const once = sale([line("1.50")]);
    const answers = await Promise.all([1, 2, 3].map(() => sell(db, staff, once, shop)));
    expect(new Set(answers.map(({ documentNumber }) => documentNumber)).size).toBe(1);
    expect(await db.$count(tillSales, eq(tillSales.requestId, once.requestId))).toBe(1);
    expect(await db.$count(tillReceipts, eq(tillReceipts.requestId, once.requestId))).toBe(1);
  });

  it("is paid once from two tabs with the same basket: the second gets the receipt", async () => {
    const once = sale([line("1.50")]);
    const { id, documentNumber } = await sell(db, staff, once, shop);
    const again = await sell(db, staff, { ...once, slip: once.slip + 1 }, shop).catch(
      (error: unknown) => error,
    );
    expect(isRefusal(again, "paid before") && again.answer).toEqual({
      message: `This sale is already paid: ${documentNumber}.`,
      paid: { id, documentNumber },
    });
    expect(await db.$count(tillReceipts, eq(tillReceipts.requestId, once.requestId))).toBe(1);
  });

  it("takes several ways of paying, of which only cash is rounded", async () => {
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
  ])("refuses what is %s", async (_, tenders, message) => {
    expect(await saidBy(sell(db, staff, sale([line("1.00")], { tenders }), shop))).toContain(
      message,
    );
  });

  it("refuses another price than today's; a sale paid offline is stored", async () => {
    const old = { pricePerLb: "20.00" };
    expect(await saidBy(sell(db, staff, sale([line("1.00", old)]), shop))).toContain(
      "Ribeye Steak is $24.99/lb now, not $20.00/lb.",
    );
    const stored = await sell(db, staff, sale([line("1.00", old)], { isOffline: true }), shop);
    expect(stored.remarks).toEqual(["Ribeye Steak is $24.99/lb now, not $20.00/lb."]);
    expect((await readSold(db, stored.id))?.sheet.totals.totalCents).toBe(20_00);
    expect(await walkInBalance()).toBe(0);
  });

  it("refuses another tax than today's by its name; a sale paid offline is stored", async () => {
    const rub = await insertProduct(db, { name: "Dry rub", pricePerLb: "10.00", taxCode: "G" });
    const old = line("1.00", { productId: rub.id, name: rub.name, pricePerLb: "10.00" });
    expect(await saidBy(sell(db, staff, sale([old]), shop))).toBe(
      "Dry rub has GST 5% now. Nothing was sold.",
    );
    const { remarks } = await sell(db, staff, sale([old], { isOffline: true }), shop);
    expect(remarks).toEqual(["The till asked for $10.00, the receipt is over $10.50."]);
    expect(await walkInBalance()).toBe(0);
  });

  it("is taxed like any order", async () => {
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

  it("refuses a lot of another product's meat, also of a primal that this is no cut of", async () => {
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

  it("asks about more of a lot than is left, over all lines, and sells what is confirmed", async () => {
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

  it("without a known lot never leaves more on hold than there is", async () => {
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

  it("belongs to no client: neither the till's customer nor an unknown one", async () => {
    const [till] = await db.select().from(tills).where(eq(tills.id, tillId));
    for (const customerId of [randomUUID(), till?.customerId ?? ""]) {
      const onAccount = { customerId, poNumber: "" };
      expect(
        await saidBy(sell(db, staff, sale([line("1.00")], { onAccount, tenders: [] }), shop)),
      ).toContain("no such client");
    }
  });
});

async function refund(
  id: string,
  lines: (number | Part)[],
  more: Partial<TypedRefund> = {},
): Promise<TypedRefund> {
  const whole = lines.map((one) => (typeof one === "number" ? { position: one, lb: null } : one));
  const sold = await readSold(db, id);
  const { given } = givenParts(sold?.creditable ?? [], whole);
  const cents = sold ? refundCents(sold, given) : 0;
  return {
    requestId: randomUUID(),
    sessionId,
    lines: whole,
    reference: "",
    meat: "customer",
    reason: "Not as expected",
    otherwise: "",
    parts: sold ? proposedBack(cents, sold.paidBy) : [],
    ...more,
  };
}

describe("a refund", () => {
  it("refunds a line once, in rounded cash, with a credit note", async () => {
    const { id } = await sell(db, staff, sale([line("2.03"), line("1.00")]), shop);
    const once = await refund(id, [0]);
    await Promise.all([1, 2].map(() => refundSale(db, staff, id, once, shop)));
    const given = (await readSold(db, id))?.receipts.filter(({ cents }) => cents < 0);
    // $50.73 credited, $50.75 given.
    expect(given).toMatchObject([{ cents: -50_75, roundingCents: -2 }]);
    expect(given?.[0]?.documentNumber).toMatch(/^CN-/);
    expect(await walkInBalance()).toBe(0);
    expect(await saidBy(refundSale(db, staff, id, once, shop))).toBe("accepted");
    const again = { ...once, requestId: randomUUID() };
    expect(await saidBy(refundSale(db, staff, id, again, shop))).toContain("already");
    await refundSale(db, staff, id, await refund(id, [1]), shop);
    expect(await walkInBalance()).toBe(0);
  });

  it("is not taken as done with the form of another sale, or of another action", async () => {
    const [one, other] = [
      await sell(db, staff, sale([line("1.00")]), shop),
      await sell(db, staff, sale([line("1.00")]), shop),
    ];
    const once = await refund(one.id, [0]);
    await refundSale(db, staff, one.id, once, shop);
    const { requestId } = once;
    const usedBefore = "This form was already used for something else.";
    const ofOther = await refund(other.id, [0], { requestId });
    expect(await saidBy(refundSale(db, staff, other.id, ofOther, shop))).toContain(usedBefore);
    const [paid] = (await readSold(db, other.id))?.receipts ?? [];
    const wrong = { requestId, receiptId: paid?.id ?? "", method: "terminal" as const };
    expect(
      await saidBy(correctTender(db, staff, other.id, { ...wrong, reason: "By card" })),
    ).toContain(usedBefore);
    expect((await readSold(db, other.id))?.receipts).toHaveLength(1);
  });

  it("refunds pounds of a line, to the cent with tax and cash, until nothing is left", async () => {
    const rub = await insertProduct(db, { name: "Rub", pricePerLb: "1.07", taxCode: "GP" });
    const of = { productId: rub.id, name: rub.name, pricePerLb: "1.07", taxCode: "GP" } as const;
    // $26.74 of steak is 1.07 lb, and $1.61 of rub 1.50 lb, with $0.19 of tax: $28.54.
    const lines = [line("1.07"), line("1.50", of)];
    const paid = [by("terminal", totalsOf(lines).totalCents)];
    const { id } = await sell(db, staff, sale(lines, { tenders: paid }), shop);
    const given = async (parts: Part[], more: Partial<TypedRefund> = {}) => {
      await refundSale(db, staff, id, await refund(id, parts, more), shop);
      return (await readSold(db, id))?.receipts.at(-1);
    };
    const inCash = {
      parts: [{ method: "cash" as const, cents: 12_50 }],
      otherwise: "Card is lost",
    };
    // 0.50 lb × $24.99 is $12.50 twice; the last 0.07 lb ($1.75) takes the remainder.
    const asPaid = { otherwise: "It is not asked for" };
    expect(await given([{ position: 0, lb: "0.50" }], asPaid)).toMatchObject({
      cents: -12_50,
      otherwise: "",
    });
    expect(
      await saidBy(
        refundSale(db, staff, id, await refund(id, [{ position: 0, lb: "0.58" }]), shop),
      ),
    ).toContain("There is 0.57 lb of Ribeye Steak to give back.");
    expect(await given([{ position: 0, lb: "0.50" }], inCash)).toMatchObject({
      cents: -12_50,
      otherwise: "Card is lost",
    });
    expect((await readSold(db, id))?.creditable).toMatchObject([
      { leftLb: "0.07", leftAmount: "1.74" },
      { leftLb: "1.50", leftAmount: "1.61" },
    ]);
    // Three times 0.50 lb: twice $0.54 with $0.06 tax, then $0.53 with the rest of the tax.
    for (const cents of [-60, -60]) {
      expect((await given([{ position: 1, lb: "0.50" }]))?.cents).toBe(cents);
    }
    const last = await given([
      { position: 0, lb: null },
      { position: 1, lb: null },
    ]);
    expect(last?.cents).toBe(-(28_54 - 25_00 - 1_20));
    expect(await readSold(db, id)).toMatchObject({ leftCents: 0 });
    expect(await walkInBalance()).toBe(0);
    expect(
      await getRefundSlip(db, staff, { receipts: [last as never] }, last?.requestId ?? ""),
    ).toMatchObject({
      lines: [
        { name: "Ribeye Steak", detail: "0.07 lb", cents: 1_74 },
        { name: "Rub", detail: "0.50 lb", cents: 53 },
        { name: "Rounding of tax", detail: "", cents: 1 },
      ],
      parts: [{ method: "terminal", cents: 2_34 }],
    });
  });

  it("uses the ways it was paid, at most what each took, and never comes to more", async () => {
    // $123.95 by $50.00 of card and $73.95 in cash, of $123.96.
    const exact = await insertProduct(db, { pricePerLb: "123.96" });
    const of = { productId: exact.id, name: exact.name, pricePerLb: "123.96" };
    const tenders = [by("terminal", 50_00), by("cash", 73_95)];
    const { id } = await sell(db, staff, sale([line("1.00", of)], { tenders }), shop);
    const said = async (more: Partial<TypedRefund>, lines: (number | Part)[] = [0]) =>
      saidBy(refundSale(db, staff, id, await refund(id, lines, more), shop));
    const card = (cents: number) => ({ parts: [{ method: "terminal" as const, cents }] });
    expect(await said(card(123_96))).toContain("$123.95 is to be given back. This is more.");
    expect(await said({ ...card(123_96), otherwise: "Wants it so" })).toContain("This is more.");
    expect(await said(card(123_95))).toBe(
      "Only $50.00 of what was paid by card can go back to it.",
    );
    const part = [{ position: 0, lb: "0.50" }];
    expect(await said({}, part)).toBe("accepted");
    expect((await readSold(db, id))?.paidBy).toMatchObject({ terminal: 0, cash: 61_95 });
    expect(await said({ parts: [{ method: "etransfer", cents: 61_97 }] })).toContain(
      "This is more",
    );
    expect(await said({ parts: [{ method: "etransfer", cents: 61_95 }] })).toBe(
      "Nothing is left of what was paid by e-transfer. Say why it goes back so",
    );
    expect(await said({})).toBe("accepted");
    const sold = await readSold(db, id);
    expect(sold?.receipts.map(({ method, cents }) => [method, cents])).toEqual([
      ["terminal", 50_00],
      ["cash", 73_95],
      ["terminal", -50_00],
      ["cash", -12_00],
      ["cash", -61_95],
    ]);
    expect(await walkInBalance()).toBe(0);
  });

  it("needs a reason if the drawer doesn't hold that much", async () => {
    const { id } = await sell(db, staff, sale([line("4.00")]), shop);
    const other = (await openedTill(50_00)).sessionId;
    const once = await refund(id, [0], { sessionId: other });
    expect(await saidBy(refundSale(db, staff, id, once, shop))).toBe(
      "There is not so much in the drawer by the books. Say why it goes back so",
    );
    await refundSale(db, staff, id, { ...once, otherwise: "Change came from the safe" }, shop);
    expect(await expectedNow(other)).toBe(-99_95);
    expect(await walkInBalance()).toBe(0);
  });

  it("never comes to more than was paid, however often a part is rounded up", async () => {
    const cheap = await insertProduct(db, { pricePerLb: "3.33" });
    const of = { productId: cheap.id, name: cheap.name, pricePerLb: "3.33" };
    const lines = [1, 2, 3].map(() => line("1.00", of));
    const { id } = await sell(db, staff, sale(lines), shop);
    for (const position of [0, 1, 2]) {
      await refundSale(db, staff, id, await refund(id, [position]), shop);
    }
    const sold = await readSold(db, id);
    expect(sold?.receipts.map(({ cents }) => cents)).toEqual([10_00, -3_35, -3_35, -3_30]);
    expect(await walkInBalance()).toBe(0);
  });

  it("says on its receipt that a price label's meat was charged by weight", async () => {
    const labelled = line("0.99", { source: "derived", rawScan: "2000042024994" });
    const { id } = await sell(db, staff, sale([labelled]), shop);
    expect((await readSold(db, id))?.sheet.lines[0]?.detail).toBe(
      "0.99 lb × $24.99/lb. Label $24.99, charged by weight",
    );
  });

  it("is found by its credit note, and in the lists of sales and of the drawer", async () => {
    const { id, documentNumber } = await sell(db, staff, sale([line("2.00")]), shop);
    const asked = await refund(id, [{ position: 0, lb: "1.00" }]);
    await refundSale(db, staff, id, asked, shop);
    const note = (await readSold(db, id))?.receipts.at(-1)?.documentNumber ?? "";
    expect(note).toMatch(/^CN-/);
    const alone = String(Number(documentNumber.slice(2)));
    for (const typed of [note, note.toLowerCase().replace("-0", ""), documentNumber, alone]) {
      expect(await findSales(db, staff, typed)).toMatchObject([
        {
          id,
          documentNumber,
          refunds: [
            { documentNumber: note, requestId: asked.requestId, cents: -25_00, method: "cash" },
          ],
        },
      ]);
    }
    expect(await findSales(db, staff, "CN-999999")).toEqual([]);
    const { rows } = await listInvoicesForAdmin(db, admin, { search: documentNumber });
    expect(rows).toMatchObject([{ creditNotes: [{ number: note, cents: 24_99 }] }]);
    const report = await getSession(db, staff, sessionId);
    expect(report?.receipts.at(-1)).toMatchObject({
      documentNumber: note,
      correctsNumber: documentNumber,
      cents: -25_00,
    });
  });

  it("refunds each pound once if two tills refund at once", async () => {
    const { id } = await sell(db, staff, sale([line("5.00")]), shop);
    const said = await Promise.all(
      ["3.00", "3.00"].map(async (lb) =>
        saidBy(refundSale(db, staff, id, await refund(id, [{ position: 0, lb }]), shop)),
      ),
    );
    expect(said.sort()[1]).toBe("accepted");
    expect(said.sort()[0]).toContain("There are 2.00 lb of Ribeye Steak to give back.");
    expect(await walkInBalance()).toBe(0);
  });

  it("is the counter's: no credit, which nobody would be owed, can be requested", async () => {
    const { id } = await sell(db, staff, sale([line("1.00")]), shop);
    const ask = { requestId: randomUUID(), note: "", lines: [] };
    expect(await saidBy(askCreditByStaff(db, admin, id, ask as never))).toContain("at the counter");
  });

  it("is not possible for what a client owes on account", async () => {
    const { user } = await insertClient(db);
    const onAccount = { customerId: user.id, poNumber: "" };
    const { id } = await sell(db, staff, sale([line("1.00")], { onAccount, tenders: [] }), shop);
    expect(await saidBy(refundSale(db, staff, id, await refund(id, [0]), shop))).toContain(
      "client’s account",
    );
  });
});

it("states the reason for another way of paying on its slip, in its mail and in the day's list", async () => {
  const paid = { tenders: [by("terminal", 24_99)] };
  const { id } = await sell(db, staff, sale([line("1.00")], paid), shop);
  const otherwise = "The card is lost";
  const wanted = await refund(id, [0], {
    parts: [{ method: "etransfer", cents: 24_99 }],
    otherwise,
  });
  await refundSale(db, staff, id, wanted, shop);
  const sold = await readSold(db, id);
  expect(sold?.sheet).toMatchObject({
    isCreditedWhole: true,
    refunds: [{ method: "etransfer", cents: 24_99 }],
  });
  const { requestId } = wanted;
  expect(
    await getRefundSlip(db, staff, { receipts: sold?.receipts ?? [] }, requestId),
  ).toMatchObject({ otherwise });
  const listed = (await getSession(db, staff, sessionId))?.sales.find((one) => one.id === id);
  expect(listed?.refunds).toMatchObject([{ requestId, otherwise }]);
  await mailRefundSlip(db, staff, { orderId: id, requestId }, "back@example.com", shop);
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, "back@example.com"));
  expect(mail?.text).toContain(otherwise);
  expect(mail?.subject).toMatch(/^Your refund CN-\d{6}$/);
  const none = { orderId: id, requestId: randomUUID() };
  expect(await saidBy(mailRefundSlip(db, staff, none, "back@example.com", shop))).toContain(
    "There is no such refund.",
  );
});

it("names the other drawer that paid it in the report of the sale's drawer", async () => {
  const { id } = await sell(db, staff, sale([line("1.00"), line("2.00")]), shop);
  await refundSale(db, staff, id, await refund(id, [0]), shop);
  const later = await openedTill();
  const elsewhere = await refund(id, [1], { sessionId: later.sessionId });
  await refundSale(db, staff, id, elsewhere, shop);
  const otherDrawers = async () => {
    const report = await getSession(db, staff, sessionId);
    expect(report?.totals.creditedCents).toBe(24_99);
    return report?.sales.flatMap(({ refunds }) => refunds.map(({ otherDrawer }) => otherDrawer));
  };
  const number = (await listTills(db, staff)).find((one) => one.id === later.tillId)?.number;
  expect(await otherDrawers()).toEqual([
    null,
    expect.stringMatching(`^till ${number} \\(.+\\), opened on `),
  ]);
  const seen = (await getDrawerToCount(db, staff, later.sessionId))?.version ?? "";
  const counted = { sessionId: later.sessionId, seen, counted: 200_00 - 49_95, reason: "" };
  await closeTill(db, staff, counted);
  expect(await otherDrawers()).toEqual([null, `Z${number}-0001`]);
});

it("follows the correction of a wrong way of paying, without the rounding", async () => {
  const { id } = await sell(db, staff, sale([line("2.03")]), shop);
  const receiptId = (await readSold(db, id))?.receipts[0]?.id ?? "";
  const wrong = { requestId: randomUUID(), receiptId, method: "terminal" as const, reason: "Card" };
  await Promise.all([1, 2].map(() => correctTender(db, staff, id, wrong)));
  const sold = await readSold(db, id);
  expect(
    sold?.receipts.map(({ method, cents, isTakenBack }) => [method, cents, isTakenBack]),
  ).toEqual([
    ["cash", 50_75, true],
    ["terminal", 50_73, false],
  ]);
  expect(await expectedNow()).toBe(0);
  expect(await walkInBalance()).toBe(0);
});

it("can follow a correction after the count by staff who keep the books", async () => {
  const { id } = await sell(db, staff, sale([line("2.03")]), shop);
  const receiptId = (await readSold(db, id))?.receipts[0]?.id ?? "";
  const seen = (await getDrawerToCount(db, staff, sessionId))?.version ?? "";
  const counted = (await getSession(db, staff, sessionId))?.expectedCents ?? 0;
  await closeTill(db, staff, { sessionId, seen, counted, reason: "" });
  const signed = await getSession(db, staff, sessionId);
  const wrong = { requestId: randomUUID(), receiptId, method: "terminal" as const, reason: "Card" };
  expect(await saidBy(correctTender(db, staff, id, wrong))).toContain("was closed on");
  await expect(correctTender(db, admin, id, wrong)).rejects.toMatchObject({
    answer: { errors: { cash: [expect.any(String)] } },
  });
  const never = { ...wrong, cash: "never received" };
  await Promise.all([1, 2].map(() => correctTender(db, admin, id, never)));
  const sold = await readSold(db, id);
  expect(
    sold?.receipts.map(({ method, cents, isTakenBack }) => [method, cents, isTakenBack]),
  ).toEqual([
    ["cash", 50_75, true],
    ["terminal", 50_73, false],
  ]);
  expect(await walkInBalance()).toBe(0);
  const { since, ...figures } = (await getSession(db, staff, sessionId)) ?? {};
  expect(figures).toEqual({ ...signed, since: undefined });
  expect(since).toMatchObject({
    late: [],
    expectedCents: counted - 50_75,
    terminalCents: (signed?.ways.terminal.netCents ?? 0) + 50_73,
    takenBack: [{ was: { cents: 50_75 }, now: [{ method: "terminal", cents: 50_73 }] }],
  });
});

describe("a till", () => {
  it("tells its browsers apart and finds their slips by their own numbers", async () => {
    const devices = await Promise.all([1, 2, 3].map(() => addDevice(db, staff, tillId)));
    expect(devices.sort()).toEqual([0, 1, 2]);
    expect(await addDevice(db, staff, randomUUID())).toBeNull();
    const lines = [line("1.00")];
    const first = await sell(db, staff, sale(lines, { slip: 11 }), shop);
    const second = await sell(
      db,
      staff,
      sale(lines, { slip: 11, device: 1, isOffline: true }),
      shop,
    );
    const number = (await listTills(db, staff)).find(({ id }) => id === tillId)?.number;
    expect(await findSales(db, staff, `T${number}-0011`)).toMatchObject([{ id: first.id }]);
    expect(await findSales(db, staff, `t${number}a-11`)).toMatchObject([
      { id: second.id, slip: `T${number}A-0011` },
    ]);
  });

  it("is opened once for two people and two presses", async () => {
    const id = randomUUID();
    await addTill(db, admin, { requestId: id, name: "Second" });
    const said = await Promise.all(
      [1, 2].map(() => saidBy(openTill(db, staff, id, { requestId: randomUUID(), float: 0 }))),
    );
    expect(said.sort()[1]).toBe("accepted");
    expect(said.sort()[0]).toContain("One drawer can’t be opened twice.");
    const requestId = (await db.select().from(tillSessions).where(eq(tillSessions.tillId, id)))[0]
      ?.requestId;
    await openTill(db, staff, id, { requestId: requestId ?? "", float: 0 });
    expect(await db.$count(tillSessions, eq(tillSessions.tillId, id))).toBe(1);
  });

  it("is closed by its contents: a difference needs a reason, and is all that is booked", async () => {
    await sell(db, staff, sale([line("2.03")]), shop);
    const move = (kind: "in" | "out" | "drop", amount: number) =>
      moveCash(db, staff, { requestId: randomUUID(), sessionId, kind, amount, reason: "Change" });
    await move("in", 20_00);
    await move("out", 5_00);
    await move("drop", 100_00);
    const refused = await saidBy(move("drop", 500_00));
    expect(refused).toContain("There is not so much in the drawer by the books.");
    expect(refused).not.toMatch(/\d/);
    const toCount = await getDrawerToCount(db, staff, sessionId);
    expect(toCount).not.toHaveProperty("expectedCents");
    // The page gets no data that contains or reveals the expected sum.
    expect(JSON.stringify(toCount)).not.toMatch(/:16575\b/);
    expect(toCount?.ways).not.toHaveProperty("cash");
    expect(toCount?.sales[0]?.payments).toEqual([]);
    const counted = { sessionId, seen: toCount?.version ?? "", counted: 165_00 };
    const first = { ...counted, counted: 160_00 };
    expect(await saidBy(closeTill(db, staff, { ...first, reason: "" }))).toContain("say why");
    expect(await saidBy(closeTill(db, staff, { ...counted, reason: "" }))).toContain("say why");
    await closeTill(db, staff, { ...counted, reason: "Gave too much change" });
    await closeTill(db, staff, { ...counted, reason: "Gave too much change" });
    const [closed] = await db.select().from(tillSessions).where(eq(tillSessions.id, sessionId));
    expect(closed).toMatchObject({ expectedCents: 165_75, countedCents: 165_00 });
    const report = await getSession(db, staff, sessionId);
    expect(report?.closed?.report).toMatch(/^Z\d+-0001$/);
    // The first refusal revealed the expected sum, so the first count stays on the report.
    expect(report?.closed?.first).toEqual({ cents: 160_00, difference: "$5.75 short" });
    expect(report?.sales[0]?.payments).toEqual([{ method: "cash", cents: 50_75 }]);
    expect(await saidBy(sell(db, staff, sale([line("1.00")]), shop))).toContain("closed meanwhile");
    const open = (await listTills(db, staff)).find(({ id }) => id === tillId)?.open;
    expect(open).toBeNull();
    const next = await openTill(db, staff, tillId, { requestId: randomUUID(), float: 0 });
    const seen = (await getDrawerToCount(db, staff, next))?.version ?? "";
    await closeTill(db, staff, { sessionId: next, seen, counted: 0, reason: "" });
    expect((await getSession(db, staff, next))?.closed).toMatchObject({ first: null });
    expect((await getSession(db, staff, next))?.closed?.report).toMatch(/-0002$/);
    expect((await getSession(db, staff, sessionId))?.closed?.report).toMatch(/-0001$/);
  });

  it("counts or is told of what came: a sale during closing, and late ones from offline", async () => {
    for (let round = 0; round < 5; round += 1) {
      const opened = await openedTill(0);
      const [sold, closed] = await Promise.all([
        saidBy(sell(db, staff, sale([line("1.00")], { sessionId: opened.sessionId }), shop)),
        saidBy(
          closeTill(db, staff, {
            sessionId: opened.sessionId,
            seen: "0-0-0",
            counted: 0,
            reason: "",
          }),
        ),
      ]);
      expect([sold === "accepted", closed === "accepted"].filter(Boolean)).toHaveLength(1);
      if (closed !== "accepted") continue;
      const late = sale([line("1.00")], { sessionId: opened.sessionId, isOffline: true });
      await sell(db, staff, late, shop);
      expect(await receiptsOfSession(db, opened.sessionId)).toMatchObject([{ isLate: true }]);
    }
  });
});

it("reports the drivers' cash handed in while it was open, but leaves it out of its sums", async () => {
  const cashUp = async (cash: number) => {
    const { id } = await insertRun(db);
    const counted = { cash, cheque: 50_00, terminal: 0, seen: "0 0 0", reason: "Typed later" };
    await confirmCashUp(db, admin, id, { requestId: randomUUID(), ...counted });
    return id;
  };
  const before = await openedTill();
  await closeTill(db, staff, {
    sessionId: before.sessionId,
    seen: "0-0-0",
    counted: 200_00,
    reason: "",
  });
  const opened = await openedTill();
  await cashUp(249_90);
  await cashUp(0);
  const undone = await cashUp(10_00);
  const { id = "" } = (await cashUpOf(db, admin, undone)) ?? {};
  await takeBackCashUp(db, admin, undone, { id, why: "Counted twice" });
  const told = { cents: 249_90, runs: 1 };
  expect(await getDrawerToCount(db, staff, opened.sessionId)).toMatchObject({ driversCash: told });
  await moveCash(db, staff, {
    requestId: randomUUID(),
    sessionId: opened.sessionId,
    kind: "in",
    amount: 249_90,
    reason: "From the driver",
  });
  // It is in the drawer only as the cash in that somebody recorded.
  expect(await getSession(db, staff, opened.sessionId)).toMatchObject({
    driversCash: told,
    expectedCents: 449_90,
  });
  expect(await getSession(db, staff, before.sessionId)).toMatchObject({
    driversCash: { cents: 0, runs: 0 },
    expectedCents: 200_00,
  });
});

it("reports the effect of late sales on a counted drawer, also in the list", async () => {
  await sell(db, staff, sale([line("1.00")]), shop);
  const seen = (await getDrawerToCount(db, staff, sessionId))?.version ?? "";
  await closeTill(db, staff, { sessionId, seen, counted: 225_00, reason: "" });
  expect(await getDrawerToCount(db, staff, sessionId)).toBeNull();
  const late = { isOffline: true, tenders: [by("terminal", 24_99)] };
  await sell(db, staff, sale([line("1.00")], late), shop);
  const listed = async () =>
    (await closedSessions(db, staff)).find(({ id }) => id === sessionId)?.difference;
  expect(await listed()).toBe("Exactly right");
  // The list shows each report's own number.
  const [counted] = await closedSessions(db, staff);
  expect(counted?.report).toBe((await getSession(db, staff, counted?.id ?? ""))?.closed?.report);
  await sell(db, staff, sale([line("1.00")], { isOffline: true }), shop);
  const report = await getSession(db, staff, sessionId);
  // The signed figures stay.
  expect(report).toMatchObject({
    expectedCents: 225_00,
    closed: { expectedCents: 225_00, countedCents: 225_00 },
    totals: { soldCents: 24_99, roundingCents: 1, takenCents: 25_00, otherwiseCents: 0 },
    since: { expectedCents: 250_00, takenBack: [] },
  });
  expect(report?.sales).toHaveLength(1);
  expect(report?.since?.sales).toHaveLength(2);
  expect(report?.since?.late).toHaveLength(2);
  expect(await listed()).toBe("$25.00 short (when counted: exactly right)");
});

describe("a pickup", () => {
  async function pickup(total = "86.40") {
    const { user } = await insertClient(db);
    const order = await insertFilledOrder(db, user.id, { status: "fulfilled", totalPrice: total });
    await issueFor(db, order);
    const [invoice] = await db
      .select()
      .from(documents)
      .where(sql`id in (select document_id from document_orders where order_id = ${order.id})`);
    return { id: order.id, cents: toCents(invoice?.total ?? "0") };
  }
  const take = (id: string, cents: number, more: object = {}) =>
    handOver(
      db,
      staff,
      id,
      {
        requestId: randomUUID(),
        sessionId,
        seen: String(cents),
        rest: "",
        reason: "",
        tenders: [by("cash", askedAtTill(cents, "cash"))],
        ...more,
      },
      shop,
      handOverAtTill,
    );

  it("is paid and handed over once by two tills", async () => {
    const { id, cents } = await pickup();
    const other = await openedTill();
    const said = await Promise.all([
      saidBy(take(id, cents)),
      saidBy(take(id, cents, { sessionId: other.sessionId })),
    ]);
    expect(said.filter((one) => one === "accepted")).toHaveLength(1);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order?.status).toBe("delivered");
    expect(await db.$count(tillReceipts, eq(tillReceipts.orderId, id))).toBe(1);
  });

  it("gets its change, receipt and mail once it is handed over, and a wrong tender is corrected", async () => {
    const { id, cents } = await pickup();
    expect(await getHandedOver(db, staff, id)).toBeNull();
    const [line] = await packedLines(db, staff, id);
    expect(line).toMatchObject({ name: "Ribeye Steak" });
    const asked = askedAtTill(cents, "cash");
    await take(id, cents, { tenders: [{ ...by("cash", asked), tenderedCents: 400_00 }] });
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({
      slip: null,
      openCents: 0,
      otherwisePaidCents: 0,
      roundingCents: asked - cents,
      order: { number: handed?.number, name: handed?.name },
      tenders: [{ method: "cash", cents: asked, tenderedCents: 400_00 }],
      totals: { totalCents: cents },
    });
    await mailReceipt(db, staff, id, "pickup@example.com", shop);
    expect(await db.$count(mailOutbox, eq(mailOutbox.recipient, "pickup@example.com"))).toBe(1);
    await correctTender(db, staff, id, {
      requestId: randomUUID(),
      receiptId: handed?.receipts[0]?.id ?? "",
      method: "terminal",
      reason: "It was the card",
    });
    // The customer sees how it was paid; who corrected it and why is only on the staff's page.
    const corrected = await getHandedOver(db, staff, id);
    expect(corrected?.sheet).toMatchObject({
      openCents: 0,
      roundingCents: 0,
      tenders: [{ method: "terminal", cents, isCorrected: true }],
    });
    expect(correctionsAmong(corrected?.receipts ?? [])).toMatchObject([
      {
        was: { method: "cash", cents: asked },
        now: [{ method: "terminal", cents }],
        by: staff.email,
        why: "It was the card",
      },
    ]);
    await mailReceipt(db, staff, id, "corrected@example.com", shop);
    const [mailed] = await db
      .select({ text: mailOutbox.text })
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, "corrected@example.com"));
    expect(mailed?.text).toContain("Paid by card terminal (corrected)");
    expect(mailed?.text).not.toContain("It was the card");
    expect(mailed?.text).not.toContain(staff.email);
    expect(await expectedNow()).toBe(0);
    const [noted] = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "handed over at the till")));
    expect(noted?.after).toMatchObject({ method: `${formatCents(asked)} in cash` });
  });

  it("settles what was due for it by a corrected payment, though more of its invoice is open now", async () => {
    const { id, cents } = await pickup();
    const tenders = [by("etransfer", 10_03), by("terminal", cents - 10_03)];
    await take(id, cents, { tenders });
    const { receipts = [] } = (await getHandedOver(db, staff, id)) ?? {};
    const entryOf = (method: string) => receipts.find((one) => one.method === method)?.entryId;
    const creditId = entryOf("terminal") ?? "";
    const [settled] = await db.select().from(allocations).where(eq(allocations.creditId, creditId));
    const { customerId = "", debitId = "" } = settled ?? {};
    await db.transaction((tx) => unsettle(tx, staff, { customerId, creditId, debitId }));
    await correctTender(db, staff, id, {
      requestId: randomUUID(),
      method: "cash",
      reason: "It was cash",
      receiptId: receipts.find(({ method }) => method === "etransfer")?.id ?? "",
    });
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({ openCents: cents - 10_03, roundingCents: 2 });
  });

  it("states in its email what stays open", async () => {
    const { id, cents } = await pickup("86.42");
    const paid = { tenders: [by("cash", 50_00)], rest: "account", reason: "Brings it on Monday" };
    await take(id, cents, paid);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    await db.execute(sql`update users set is_vouched = true where id in (
      select user_id from members where customer_id = ${order?.customerId})`);
    await db.delete(mailOutbox);
    const facts = { at: new Date(), receivedBy: "", temperatureC: null, leftWith: null } as const;
    await db.transaction(async (tx) => {
      const told = order ? [{ ...order, stopId: null }] : [];
      const by = { ...facts, elsewhere: [], kind: "pickup" } as const;
      await queueDeliveredMails(tx, told, by, shop);
    });
    const [mail] = await db.select({ text: mailOutbox.text }).from(mailOutbox);
    expect(mail?.text).toMatch(/Still open:?\s+\$36\.42/);
  });

  it("is paid in part if the client's terms leave the rest on their account, otherwise with a reason", async () => {
    const { id, cents } = await pickup("86.42");
    const part = { tenders: [by("terminal", 20_00), by("cash", 30_00)] };
    const inCents = { tenders: [by("cash", 30_02)], rest: "account" };
    const [{ customerId } = { customerId: "" }] = await db
      .select({ customerId: orders.customerId })
      .from(orders)
      .where(eq(orders.id, id));
    for (const termsKind of ["prepay", "on_delivery"] as const) {
      await db.update(customers).set({ termsKind }).where(eq(customers.id, customerId));
      expect((await getPickup(db, staff, id))?.paysLater).toBe(false);
      expect(await saidBy(take(id, cents, { ...part, rest: "account" }))).toMatch(
        /^Please say why \$36\.42 is left open$/,
      );
    }
    const terms = { termsKind: "net", termsDays: 14 } as const;
    await db.update(customers).set(terms).where(eq(customers.id, customerId));
    expect((await getPickup(db, staff, id))?.paysLater).toBe(true);
    // Refused unless confirmed, and in coins that exist.
    expect(await saidBy(take(id, cents, part))).toContain("In cash it comes to $66.40");
    expect(await saidBy(take(id, cents, inCents))).toContain("In cash it comes to $30.00");
    expect(await db.$count(tillReceipts, eq(tillReceipts.orderId, id))).toBe(0);
    await take(id, cents, { ...part, rest: "account" });
    expect((await getHandedOver(db, staff, id))?.sheet).toMatchObject({
      openCents: 36_42,
      otherwisePaidCents: 0,
      roundingCents: 0,
      tenders: [
        { method: "terminal", cents: 20_00 },
        { method: "cash", cents: 30_00 },
      ],
    });
    const [said] = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "handed over at the till")));
    expect(said?.after).toMatchObject({ amount: "50.00", note: "$36.42 stays on the account" });
    const { id: onDelivery, cents: due } = await pickup("86.42");
    await db
      .update(customers)
      .set({ termsKind: "on_delivery" })
      .where(sql`id = (select customer_id from orders where id = ${onDelivery})`);
    await take(onDelivery, due, { ...part, rest: "account", reason: "Brings the rest on Monday" });
    const [kept] = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(
        and(eq(auditLog.entityId, onDelivery), eq(auditLog.action, "handed over at the till")),
      );
    expect(kept?.after).toMatchObject({
      amount: "50.00",
      note: "$36.42 is left open",
      reason: "Brings the rest on Monday",
    });
    expect((await getHandedOver(db, staff, onDelivery))?.sheet?.openCents).toBe(36_42);
  });

  it("is paid in full where a rest was to stay open, if the coins add up to all of it", async () => {
    const { id, cents } = await pickup("86.42");
    await take(id, cents, { rest: "account" });
    expect((await getHandedOver(db, staff, id))?.sheet).toMatchObject({
      openCents: 0,
      roundingCents: -2,
    });
  });

  it("says what of it is on hold, and asks to be reopened rather than take another sum", async () => {
    const { user } = await insertClient(db);
    const { id } = await insertFilledOrder(db, user.id, { status: "fulfilled" });
    expect((await getPickup(db, staff, id))?.held).toEqual([]);
    const lot = await insertLot(db);
    const [item] = await db
      .execute<{ id: string }>(sql`
      select id from order_items where order_id = ${id}`)
      .then(({ rows }) => rows);
    await insertPackage(db, item?.id ?? "", { value: "4.00", unit: "lb" }, { lotId: lot.id });
    await holdLot(db, admin, lot.id, "Doubtful");
    expect((await getPickup(db, staff, id))?.held).toEqual([`Ribeye Steak of lot ${lot.code}`]);
    const [labelled] = await db.select().from(packages).where(eq(packages.lotId, lot.id));
    expect(await ownLabelInWords(db, staff, labelled?.id ?? "")).toContain(
      `Its lot ${lot.code} is on hold: set it aside and tell the owner.`,
    );
    await db.update(orders).set({ status: "pending" }).where(eq(orders.id, id));
    const said = await saidBy(take(id, 86_40));
    expect(said).toContain("was opened again and isn’t packed");
    expect(said).not.toContain("$");
  });

  it("says before packing that its order is on hold, and why", async () => {
    const { user } = await insertClient(db);
    const order = await insertFilledOrder(db, user.id, { status: "pending" });
    await putOnRun(db, await insertRun(db), order, { deliveryKind: "pickup" });
    const { id } = order;
    expect(await getPickup(db, staff, id)).toMatchObject({ isPacked: false, holds: [] });
    await insertHold(db, id, { reason: "credit" });
    expect(await getPickup(db, staff, id)).toMatchObject({ isPacked: false, holds: ["credit"] });
  });

  it("is found by its order's and its invoice's number, once it is paid at a till", async () => {
    const { id, cents } = await pickup();
    const [{ number = 0 } = {}] = await db.select().from(orders).where(eq(orders.id, id));
    expect(await findHandedOver(db, staff, String(number))).toEqual([]);
    // Until then the number leads to the order itself.
    expect(await findOrdersElsewhere(db, staff, String(number))).toEqual([{ id, number }]);
    const [paper] = await db
      .select({ number: documents.documentNumber })
      .from(documents)
      .where(sql`id in (select document_id from document_orders where order_id = ${id})`);
    expect(await findOrdersElsewhere(db, staff, paper?.number ?? "")).toEqual([{ id, number }]);
    await take(id, cents);
    expect(await findOrdersElsewhere(db, staff, String(number))).toEqual([]);
    expect(await findOrdersElsewhere(db, staff, paper?.number ?? "")).toEqual([]);
    expect(await findOrdersElsewhere(db, staff, "R-000001")).toEqual([]);
    for (const typed of [String(number), `order ${number}`, paper?.number ?? ""]) {
      expect(await findHandedOver(db, staff, typed)).toMatchObject([{ orderId: id, tillId }]);
    }
    expect(await findHandedOver(db, staff, "R-000001")).toEqual([]);
  });

  it("leads from its order to the till that one opened, or to all of them", async () => {
    const { id } = await pickup();
    await db.update(orders).set({ deliveryDay: null }).where(eq(orders.id, id));
    const path = await wherePickedUp(db, staff, id);
    expect(path).toMatch(new RegExp(`^/admin/counter/[0-9a-f-]{36}/pickups/${id}$`));
    const till = path?.split("/")[3];
    expect((await listTills(db, staff)).find((one) => one.id === till)?.open?.openedBy).toBe(
      staff.email,
    );
    await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, id));
    expect(await wherePickedUp(db, staff, id)).toBeNull();
    expect(await wherePickedUp(db, staff, "x")).toBeNull();
  });

  it("is owed to the cent again if its cash is taken back at the client's account", async () => {
    const { id, cents } = await pickup("86.42");
    const asked = askedAtTill(cents, "cash");
    expect(asked).not.toBe(cents);
    await take(id, cents);
    const [receipt] = await receiptsOfOrders(db, id);
    const { customerId = "", entryId: paymentId = "" } = receipt ?? {};
    await reversePayment(db, admin, { customerId, paymentId, note: "A false note" }, shop);
    const open = await openItems(db, customerId);
    expect(open.map(({ openCents }) => openCents)).toEqual([cents]);
    expect(await openItems(db, customerId, "credits")).toEqual([]);
  });

  it("tells on its receipt what was paid for its invoice from what paid another invoice", async () => {
    const { id, cents } = await pickup("86.40");
    const [invoice] = await db
      .select()
      .from(documents)
      .where(sql`id in (select document_id from document_orders where order_id = ${id})`);
    const { customerId = "", id: documentId = "" } = invoice ?? {};
    await bookByHand(db, admin, {
      customerId,
      kind: "payment",
      cents: -cents,
      method: "etransfer",
      settles: { documents: [documentId], rest: "nothing yet" },
    });
    const bill = { id: documentId, number: invoice?.documentNumber ?? "", orderId: id };
    const what = { position: null, description: "Second delivery", unit: "each" as const };
    const sum = { packed: "1.00", unitPrice: "12.00", amount: "12.00", taxCode: "Z" as const };
    const typed = { requestId: randomUUID(), reason: "Came again", lines: [{ ...what, ...sum }] };
    await billDifference(db, admin, bill, typed, shop);
    await take(id, 12_00, { tenders: [by("terminal", 12_00)] });
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({
      documentNumber: invoice?.documentNumber,
      openCents: 0,
      forOthersCents: 12_00,
      otherwisePaidCents: cents,
      tenders: [{ method: "terminal", cents: 12_00 }],
    });
  });

  it("tells on its receipt what was credited since from what was paid elsewhere", async () => {
    const { id, cents } = await pickup("86.40");
    const [invoice] = await db
      .select()
      .from(documents)
      .where(sql`id in (select document_id from document_orders where order_id = ${id})`);
    const { customerId = "", id: invoiceId = "" } = invoice ?? {};
    await db
      .update(customers)
      .set({ termsKind: "net", termsDays: 14 })
      .where(eq(customers.id, customerId));
    await bookByHand(db, admin, {
      customerId,
      kind: "payment",
      cents: -20_00,
      method: "etransfer",
      settles: { documents: [invoiceId], rest: "nothing yet" },
    });
    await take(id, cents - 20_00, { tenders: [by("cash", 30_00)], rest: "account" });
    const before = await getHandedOver(db, staff, id);
    expect(before?.sheet).toMatchObject({ otherwisePaidCents: 20_00, creditedCents: 0 });
    await creditFor(db, invoiceId, toDollars(cents));
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({
      otherwisePaidCents: 20_00,
      creditedCents: cents - 50_00,
      openCents: 0,
      tenders: [{ method: "cash", cents: 30_00 }],
    });
    await mailReceipt(db, staff, id, "settled@example.com", shop);
    const [mailed] = await db
      .select({ text: mailOutbox.text })
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, "settled@example.com"));
    for (const { label, cents: part } of settlingRows(handed?.sheet ?? raise())) {
      expect(mailed?.text).toMatch(new RegExp(`${label}.*\\${formatCents(part)}`, "s"));
    }
    expect(mailed?.text).toContain("Paid elsewhere");
    expect(mailed?.text).toContain("Settled by credit");
  });

  it("lists on its receipt as credited only what a credit settled", async () => {
    const sheetOf = async (orderId: string) =>
      (await getHandedOver(db, staff, orderId))?.sheet ?? raise();
    const invoiceOf = async (orderId: string) => {
      const [one] = await db
        .select({ id: documents.id, customerId: documents.customerId })
        .from(documents)
        .where(
          sql`kind = 'invoice' and id in (select document_id from document_orders where order_id = ${orderId})`,
        );
      return one ?? raise();
    };
    // Credited before payment: the credit settles a part, the payment the rest.
    const before = await pickup("86.40");
    await creditFor(db, (await invoiceOf(before.id)).id, "20.00");
    const rest = before.cents - 20_00;
    await take(before.id, rest, { tenders: [by("terminal", rest)] });
    const settled = { creditedCents: 20_00, otherwisePaidCents: 0, openCents: 0, keptCents: 0 };
    expect(await sheetOf(before.id)).toMatchObject(settled);
    // Credited after payment: the credit is the client's, also once it was paid back in cash.
    const after = await pickup("86.40");
    await take(after.id, after.cents, { tenders: [by("terminal", after.cents)] });
    const { id: invoiceId, customerId } = await invoiceOf(after.id);
    await creditFor(db, invoiceId, "20.00");
    const paid = { creditedCents: 0, otherwisePaidCents: 0, openCents: 0, forOthersCents: 0 };
    expect(await sheetOf(after.id)).toMatchObject(paid);
    const refund = { customerId, kind: "refund", cents: 20_00, method: "cash" } as const;
    await bookByHand(db, admin, { ...refund, settles: "oldest first" });
    expect(await sheetOf(after.id)).toMatchObject(paid);
    // Partly paid: the open part isn't credited.
    const part = await pickup("86.40");
    const { customerId: client } = await invoiceOf(part.id);
    await db
      .update(customers)
      .set({ termsKind: "net", termsDays: 14 })
      .where(eq(customers.id, client));
    await take(part.id, part.cents, { tenders: [by("cash", 30_00)], rest: "account" });
    expect(await sheetOf(part.id)).toMatchObject({
      creditedCents: 0,
      otherwisePaidCents: 0,
      openCents: part.cents - 30_00,
    });
  });

  it("goes unpaid only with a reason", async () => {
    const { id, cents } = await pickup();
    expect(await saidBy(take(id, cents, { tenders: [] }))).toBe(
      `Please say why ${formatCents(cents)} is left open`,
    );
    await take(id, cents, { tenders: [], reason: "Pays by their terms" });
    const [{ number = 0 } = {}] = await db.select().from(orders).where(eq(orders.id, id));
    expect(await findHandedOver(db, staff, String(number))).toMatchObject([{ orderId: id }]);
    expect((await getHandedOver(db, staff, id))?.receipts).toEqual([]);
    expect(await saidBy(take(id, cents, { tenders: [], reason: "Again" }))).toContain("already");
  });
});

describe("what comes with a till's page", () => {
  it("has the median package weight of each product, from the counter if it was sold there", async () => {
    const { id, name, pricePerLb } = await insertProduct(db, { pricePerLb: "4.99" });
    const of = { productId: id, name, pricePerLb };
    const usual = async () =>
      (await productsAtTill(db, staff, tillId)).find((one) => one.id === id)?.usualLb;
    expect(await usual()).toBeNull();
    await sell(db, staff, sale(["2.40", "2.60", "3.00"].map((lb) => line(lb, of))), shop);
    expect(await usual()).toBe("2.60");
    const isHere = async () =>
      (await productsAtTill(db, staff, tillId)).find((one) => one.id === id)?.isUsualHere;
    expect(await isHere()).toBe(true);
    await db.update(orders).set({ channel: "wholesale" }).where(isOfProduct(id));
    expect(await usual()).toBe("2.60");
    expect(await isHere()).toBe(false);
    await sell(db, staff, sale([line("1.10", of)]), shop);
    expect(await usual()).toBe("1.10");
  });

  it("has what is left of a product and its lots now, and which are on hold", async () => {
    const product = await insertProduct(db, { pricePerLb: "4.99" });
    await db.insert(productStock).values({ productId: product.id, tracking: "closed" });
    const lot = await insertLot(db);
    await sell(db, staff, sale([line("1.00", { lotId: lot.id })]), shop);
    expect(await supplyAtTill(db, staff, product.id)).toMatchObject({
      left: { unit: "lb", from: [{ most: 0 }] },
    });
    const listed = await productsAtTill(db, staff, tillId);
    expect(listed.find(({ id }) => id === product.id)?.left?.from[0]?.most).toBe(0);
    expect(listed.find(({ id }) => id === ribeye.id)).not.toHaveProperty("left");
    await holdLot(db, admin, lot.id, "Doubtful");
    const { left, lots } = await supplyAtTill(db, staff, ribeye.id);
    expect(left).toBeNull();
    expect(lots.find(({ id }) => id === lot.id)).toMatchObject({ isHeld: true });
    const other = await insertLot(db);
    await cutOf(other.id, product.id, "5.00");
    const isListed = async (id: string) =>
      (await supplyAtTill(db, staff, id)).lots.some((one) => one.id === other.id);
    expect(await isListed(product.id)).toBe(true);
    expect(await isListed(ribeye.id)).toBe(false);
  });

  it("names what a lot's meat is", async () => {
    const lot = await insertLot(db);
    await sell(db, staff, sale([line("1.00", { lotId: lot.id })]), shop);
    const { lots } = await scansAtTill(db, staff);
    expect(lots.find(({ id }) => id === lot.id)).toMatchObject({ meat: ribeye.name });
  });
});

const isOfProduct = (productId: string) =>
  sql`${orders.id} in (select order_id from order_items where product_id = ${productId})`;
