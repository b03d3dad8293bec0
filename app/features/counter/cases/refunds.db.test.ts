import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { askCreditByStaff } from "#app/domain/claims/ask-credit.server.ts";
import { listInvoicesForAdmin } from "#app/domain/documents/invoices.server.ts";
import { listTills } from "#app/domain/door/till/tills.server.ts";
import type { Database } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { by, openForCounter, shop } from "#tests/setup/rooms/counter-tests.ts";
import { mailRefundSlip } from "../receipt-mail.server.ts";
import { correctTender, refundSale } from "../refund.server.ts";
import type { Part, TypedRefund } from "../refund.ts";
import { totalsOf } from "../sale.ts";
import { sell } from "../sell.server.ts";
import { getSession } from "../session.server.ts";
import { findSales, getRefundSlip, readSold } from "../sold.server.ts";

let db: Database;
let admin: Admin;
let staff: Staff<"till">;
let sessionId: string;
const { line, sale, refund, openedTill, close, walkInBalance, expectedNow } = openForCounter(
  (opened) => {
    ({ db, admin, staff, sessionId } = opened);
  },
);

describe("a refund", () => {
  it("credits a line once, in rounded cash, with a credit note", async () => {
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

  it("is refused if its request id belongs to another sale's refund, as is a correction with that id", async () => {
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

  it("credits pounds of a line, to the cent with tax and cash, until nothing is left", async () => {
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

  it("goes back by the sale's payment methods, up to the amount of each, or by another with a reason", async () => {
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

  it("never adds up to more than was paid, even if several parts are rounded up", async () => {
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

  it("is found by its credit note, and listed with its sale and its drawer", async () => {
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

  it("refunds each pound once if two tills refund concurrently", async () => {
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

  it("is made at the counter: no credit can be requested for a counter sale", async () => {
    const { id } = await sell(db, staff, sale([line("1.00")]), shop);
    const ask = { requestId: randomUUID(), note: "", lines: [] };
    expect(await saidBy(askCreditByStaff(db, admin, id, ask as never))).toContain("at the counter");
  });

  it("is refused for a sale on a client's account", async () => {
    const { user } = await insertClient(db);
    const onAccount = { customerId: user.id, poNumber: "" };
    const { id } = await sell(db, staff, sale([line("1.00")], { onAccount, tenders: [] }), shop);
    expect(await saidBy(refundSale(db, staff, id, await refund(id, [0]), shop))).toContain(
      "client’s account",
    );
  });

  it("states why it used another payment method on its slip, in its email and in the day's list", async () => {
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

  it("is listed in the report of the sale's drawer, with the other drawer that paid it", async () => {
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
    await close(later.sessionId, 200_00 - 49_95);
    expect(await otherDrawers()).toEqual([null, `Z${number}-0001`]);
  });
});
