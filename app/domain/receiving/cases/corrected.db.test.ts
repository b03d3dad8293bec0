import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { getStock } from "#app/domain/stock/stock-lists.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { lots } from "#db/schema/packages.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { openForReceiving } from "#tests/setup/rooms/receiving-tests.ts";
import { voidReceipt } from "../correct/correct-receipt.server.ts";
import type { LineCorrection, ReceiptCorrection } from "../correct/correction-form.ts";
import type { Receipt } from "../receiving.ts";

const supplierName = () => `Supplier ${randomUUID().slice(0, 8)}`;
let database: OpenDatabase;
let admin: Admin;
let packer: Staff<"pack">;
let bookkeeper: Staff<"money">;
const { receive, received, stored, lotOf, entriesOf, correctReceipt } = openForReceiving(
  (opened) => {
    ({ database, admin, packer, bookkeeper } = opened);
  },
);

describe("a correction of used goods", () => {
  it("carries the new cost to lots cut from it if pounds are corrected under a total price", async () => {
    const beef = await insertProduct(database.db, { name: "Ground", pricePerLb: "10.00" });
    const side = { productId: beef.id, lb: "100.00", pricedBy: "total" as const };
    const receipt = await received(newReceipt([{ ...side, priceCents: 800_00 }]));
    const lot = await lotOf(receipt);
    const id = await cutLots(
      database.db,
      admin,
      {
        requestId: randomUUID(),
        kind: "Side",
        differenceReason: "",
        confirmed: [],
        inputs: [{ row: 1, name: `${lot.code}, ${lot.supplier}`, lb: "50.00" }],
        outputs: [{ row: 1, productId: beef.id, code: "", lb: "50.00" }],
        wastes: [],
      },
      "Sample Beef",
    );
    const made = async () => {
      const [output] = (await getCutting(database.db, admin, id))?.outputs ?? [];
      const [found] = await database.db
        .select({ costCents: lots.costCents })
        .from(lots)
        .where(eq(lots.id, output?.lotId ?? ""));
      return found?.costCents;
    };
    expect(await made()).toBe(400_00);
    const [line] = receipt.lines;
    await correctReceipt(database.db, admin, receipt, {
      invoiceNumber: "",
      note: "",
      freightCents: 0,
      reason: "Weighed again",
      lines: [
        {
          id: line?.id ?? "",
          boxes: 0,
          lb: "80.00",
          pricedBy: "total",
          priceCents: 800_00,
          invoicedLb: null,
          invoicedCents: null,
          isRemoved: false,
        },
      ],
    });
    expect(await made()).toBe(500_00);
  });

  it("asks before received pounds fall below the used ones", async () => {
    const receipt = await received(newReceipt([{ lb: "200.00" }]));
    const lot = await lotOf(receipt);
    await cutLots(
      database.db,
      admin,
      {
        requestId: randomUUID(),
        kind: "Side",
        differenceReason: "",
        confirmed: [],
        inputs: [{ row: 1, name: `${lot.code}, ${lot.supplier}`, lb: "184.50" }],
        outputs: [],
        wastes: [{ row: 1, reason: "Bone", lb: "184.50" }],
      },
      "Sample Beef",
    );
    const [line] = receipt.lines;
    const correct = (lb: string, confirmed: ReceiptCorrection["confirmed"] = []) =>
      correctReceipt(database.db, admin, receipt, {
        invoiceNumber: "",
        note: "",
        freightCents: 0,
        reason: "Weighed again",
        confirmed,
        lines: [
          {
            id: line?.id ?? "",
            boxes: 0,
            lb,
            pricedBy: null,
            priceCents: null,
            invoicedLb: null,
            invoicedCents: null,
            isRemoved: false,
          },
        ],
      });
    const asked = await refusal(correct("150.00"));
    expect([asked.code, asked.answer.errors]).toEqual([
      "asked",
      { isMeant: [expect.stringContaining("184.5 lb were cut")] },
    ]);
    expect((await lotOf(receipt)).receivedLb).toBe("200.00");
    await correct("150.00", ["isMeant"]);
    expect((await lotOf(receipt)).receivedLb).toBe("150.00");
  });

  it("asks for the pieces of a product kept in pieces, and doesn't derive them from pounds", async () => {
    const steak = await insertProduct(database.db, { soldBy: "piece", typicalPieceLb: "1.25" });
    await database.db.insert(productStock).values({ productId: steak.id, tracking: "pieces" });
    const line = { productId: steak.id, lb: "50.00" };
    const asked = await refusal(receive(newReceipt([line])));
    expect(asked.answer.errors?.pieces1).toEqual([
      "It is kept in pieces. Please enter how many came",
    ]);
    const receipt = await received(newReceipt([{ ...line, pieces: 38 }]));
    expect(receipt.lines[0]?.pieces).toBe(38);
    const correct = async (lb: string, pieces: number, reason = "Counted again") => {
      const now = await stored(receipt.id);
      await correctReceipt(database.db, admin, now, {
        invoiceNumber: "",
        note: "",
        freightCents: 0,
        reason,
        lines: [
          {
            id: now.lines[0]?.id ?? "",
            boxes: 0,
            lb,
            pieces,
            pricedBy: null,
            priceCents: null,
            invoicedLb: null,
            invoicedCents: null,
            isRemoved: false,
          },
        ],
      });
    };
    await correct("40.00", 38);
    expect((await refusal(correct("40.00", 36, ""))).answer.errors?.reason).toEqual([
      "Please say why the pieces are corrected",
    ]);
    await correct("40.00", 36);
    const entries = () =>
      database.db
        .select({ lb: stockEntries.lb, pieces: stockEntries.pieces })
        .from(stockEntries)
        .where(eq(stockEntries.productId, steak.id))
        .orderBy(asc(stockEntries.lb));
    expect(await entries()).toEqual([
      { lb: "-10.00", pieces: 0 },
      { lb: "0.00", pieces: -2 },
      { lb: "50.00", pieces: 38 },
    ]);
    // On the product's page, a change of pounds alone changes no count of pieces.
    const shown = await getStock(database.db, admin, steak.id);
    expect(shown?.movements.rows.map(({ amount }) => amount)).toEqual([-2, 38]);
    const { version } = await stored(receipt.id);
    await voidReceipt(database.db, admin, { id: receipt.id, version }, "Twice");
    const left = (await entries()).reduce((sum, { pieces }) => sum + pieces, 0);
    expect(left).toBe(0);
  });
});

describe("a correction", () => {
  const as = (receipt: Receipt, over: Partial<ReceiptCorrection> = {}): ReceiptCorrection => ({
    invoiceNumber: receipt.invoiceNumber,
    note: receipt.note,
    freightCents: 0,
    reason: "",
    lines: receipt.lines.map(({ id, boxes, lb, invoicedLb, money }) => ({
      id,
      boxes,
      lb,
      invoicedLb,
      pricedBy: money?.pricedBy ?? null,
      isRemoved: false,
      priceCents: money?.priceCents ?? null,
      invoicedCents: money?.invoicedCents ?? null,
    })),
    ...over,
  });
  const withLine = (receipt: Receipt, over: object, more: Partial<ReceiptCorrection> = {}) => {
    const whole = as(receipt, more);
    return { ...whole, lines: whole.lines.map((line) => ({ ...line, ...over })) };
  };

  it("of a cost changes the lot's cost, and is logged; a packer's form changes none", async () => {
    const receipt = await received(newReceipt([{}]));
    expect(receipt.money).toMatchObject({ costCents: 0, unknownLb: 100_00 });
    expect((await lotOf(receipt)).costCents).toBeNull();
    const price = { pricedBy: "lb" as const, priceCents: 4_00 };
    const form = withLine(receipt, price, { freightCents: 5_00 });
    await correctReceipt(database.db, packer, receipt, form);
    expect((await lotOf(receipt)).costCents).toBeNull();
    await correctReceipt(database.db, bookkeeper, receipt, form);
    expect((await lotOf(receipt)).costCents).toBe(405_00);
    expect(await auditEntries(database.db, "receipt", receipt.id)).toMatchObject([
      {},
      {
        action: "corrected",
        before: { freightCents: 0, "Line 1: price": null },
        after: { freightCents: 5_00, "Line 1: price": "$4.00 per lb" },
      },
    ]);
    const late = correctReceipt(database.db, admin, receipt, form);
    expect((await refusal(late)).code).toBe("changed");
  });

  it("of pounds goes to the lot, the stock and the cost, for a reason", async () => {
    const product = await insertProduct(database.db);
    const priced = { pricedBy: "lb", priceCents: 2_00, productId: product.id } as const;
    const receipt = await received(newReceipt([priced]));
    const form = withLine(receipt, { lb: "90.00" });
    const unsaid = await refusal(correctReceipt(database.db, admin, receipt, form));
    expect(unsaid.answer.errors).toHaveProperty("reason");
    const { id: lot } = await lotOf(receipt);
    const countTo = (receivedLb: string) =>
      database.db.update(lots).set({ receivedLb }).where(eq(lots.id, lot));
    await countTo("10.00");
    const none = correctReceipt(database.db, admin, receipt, { ...form, reason: "Weighed again" });
    expect((await refusal(none)).answer.errors).toHaveProperty("lb1");
    await countTo("100.00");
    await correctReceipt(database.db, admin, receipt, { ...form, reason: "Weighed again" });
    expect(await lotOf(receipt)).toMatchObject({ receivedLb: "90.00", costCents: 180_00 });
    const { lotId } = receipt.lines[0] ?? {};
    expect(await entriesOf(product.id)).toEqual([
      { kind: "received", lb: "100.00", lotId },
      { kind: "received", lb: "-10.00", lotId },
    ]);
    const again = await stored(receipt.id);
    const byBook = withLine(again, { lb: "80.00" }, { reason: "I think so" });
    await correctReceipt(database.db, bookkeeper, again, byBook);
    expect((await lotOf(receipt)).receivedLb).toBe("90.00");
  });

  it("asks the same questions as receiving: odd pieces, a known invoice, fewer pieces than were used", async () => {
    const roast = await insertProduct(database.db, {
      name: "Blade Roast",
      soldBy: "piece",
      typicalPieceLb: "2.50",
    });
    await database.db.insert(productStock).values({ productId: roast.id, tracking: "pieces" });
    const supplier = { name: supplierName() };
    await received(newReceipt([{}], { supplier, invoiceNumber: "INV-7" }));
    const line = { productId: roast.id, lb: "26.00", pieces: 10 };
    const receipt = await received(newReceipt([line], { supplier, invoiceNumber: "INV-8" }));
    const reason = "Counted again";
    const correct = (over: Partial<LineCorrection>, more: Partial<ReceiptCorrection> = {}) =>
      correctReceipt(database.db, admin, receipt, withLine(receipt, over, { reason, ...more }));
    const asked = await refusal(correct({ pieces: 100 }, { invoiceNumber: "inv-7" }));
    expect(asked.code).toBe("asked");
    expect(asked.answer).toMatchObject({
      errors: {
        confirmPieces: [expect.stringMatching("would be 0.26 lb a piece")],
        confirmInvoice: [expect.stringMatching("was entered before")],
      },
    });
    expect((await stored(receipt.id)).version).toBe(receipt.version);
    const { lotId } = receipt.lines[0] ?? {};
    await database.db.insert(stockEntries).values({
      productId: roast.id,
      lotId,
      kind: "waste",
      lb: "-22.50",
      pieces: -9,
    });
    const less = await refusal(correct({ pieces: 8 }));
    expect(less).toMatchObject({
      code: "asked",
      answer: {
        errors: { isMeant: [expect.stringMatching("9 pieces were cut.*8 pieces would have come")] },
      },
    });
    // An unchanged odd line is not asked about again.
    const confirmed = ["confirmInvoice", "isMeant"] as const;
    await correct({ pieces: 8 }, { confirmed, invoiceNumber: "INV-7" });
    expect((await stored(receipt.id)).lines[0]?.pieces).toBe(8);
  });

  it("asks about a price or a box weight far from the last ones, as receiving does", async () => {
    const { id: productId } = await insertProduct(database.db, { name: "Chuck Roll" });
    const supplier = { name: supplierName() };
    const line = { productId, lb: "200.00", boxes: 4, pricedBy: "lb", priceCents: 5_20 } as const;
    await receive(newReceipt([line], { supplier }));
    const slip = { ...line, lb: "2000.00", priceCents: 52_00 };
    const asked = await refusal(receive(newReceipt([slip], { supplier })));
    expect(asked.answer.errors).toEqual({
      confirmBoxes: [
        "2,000 lb of Chuck Roll in 4 boxes would be 500 lb a box, and theirs usually weigh 50 lb. Is that right?",
      ],
      confirmPrice: [
        "Chuck Roll would cost $52.00/lb, and cost $5.20/lb the last time. Is that right?",
      ],
    });
    const receipt = await received(newReceipt([line], { supplier }));
    const correct = (over: Partial<LineCorrection>, more: Partial<ReceiptCorrection> = {}) =>
      correctReceipt(database.db, admin, receipt, withLine(receipt, over, more));
    expect((await refusal(correct({ priceCents: 52 }))).answer.errors).toHaveProperty(
      "confirmPrice",
    );
    await correct({ priceCents: 52 }, { confirmed: ["confirmPrice"] });
    await receive(newReceipt([slip], { supplier, confirmed: ["confirmBoxes", "confirmPrice"] }));
  });

  it("writes nothing if nothing differs", async () => {
    const receipt = await received(newReceipt([{}]));
    await correctReceipt(database.db, admin, receipt, as(receipt));
    expect((await stored(receipt.id)).version).toBe(receipt.version);
    const gone = correctReceipt(database.db, admin, { id: randomUUID(), version: 0 }, as(receipt));
    expect((await refusal(gone)).code).toBe("gone");
  });
});
