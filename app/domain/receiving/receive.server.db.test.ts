import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { listLots, resolveParents } from "#app/domain/lots/lots.server.ts";
import { getStock } from "#app/domain/stock/stock-lists.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { OpenDatabase } from "#db/database.ts";
import { recallLots, recalls } from "#db/schema/meat/recalls.ts";
import { receipts, suppliers } from "#db/schema/meat/receiving.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { newLine, newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { correctReceipt as correctBy, voidReceipt } from "./correct/correct-receipt.server.ts";
import type { LineCorrection, ReceiptCorrection } from "./correct/correction-form.ts";
import { getReceipt, listReceipts, receivedOfLot } from "./receipts.server.ts";
import { exportReceipts } from "./receipts-export.server.ts";
import { goodsMistakes, receiveGoods } from "./receive.server.ts";
import type { NewReceipt, Receipt } from "./receiving.ts";
import { receivingSettings } from "./receiving-settings.ts";
import { noteClaimSent, settleClaim } from "./settle-claim.server.ts";
import { previewOf } from "./settlement.ts";
import { codesOf, setSupplierCode } from "./supplier-codes.server.ts";
import { addSupplier, getSupplier, updateSupplier } from "./suppliers.server.ts";

let database: OpenDatabase;
let admin: Admin;
let packer: Staff<"pack">;
let bookkeeper: Staff<"money">;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  packer = { ...admin, staffRole: "packer" };
  bookkeeper = { ...admin, staffRole: "bookkeeper" };
});
afterAll(() => database.close());

const limits = receivingSettings.defaults;

const receive = (receipt: NewReceipt, staff: Staff<"pack"> = admin) =>
  receiveGoods(database.db, staff, receipt, limits);

const correctReceipt = (
  ...[db, staff, of, wanted]: Parameters<typeof correctBy> extends [...infer First, infer _Limits]
    ? First
    : never
) => correctBy(db, staff, of, wanted, limits);

async function received(receipt: NewReceipt): Promise<Receipt> {
  return stored(await receive(receipt));
}

async function stored(id: string): Promise<Receipt> {
  const receipt = await getReceipt(database.db, admin, id);
  if (!receipt) throw new Error("The receipt was not stored");
  return receipt;
}

async function lotOf(receipt: Receipt, position = 1) {
  const { lotId } = receipt.lines[position - 1] ?? {};
  const [lot] = await database.db
    .select()
    .from(lots)
    .where(eq(lots.id, lotId ?? ""));
  if (!lot) throw new Error("The line has no lot");
  return lot;
}

const refusal = (write: Promise<unknown>): Promise<Refusal> =>
  write.then(
    () => {
      throw new Error("accepted");
    },
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

const entriesOf = (productId: string) =>
  database.db
    .select({ kind: stockEntries.kind, lb: stockEntries.lb, lotId: stockEntries.lotId })
    .from(stockEntries)
    .where(eq(stockEntries.productId, productId))
    .orderBy(asc(stockEntries.enteredAt), asc(stockEntries.lb));

const supplierName = () => `Supplier ${randomUUID().slice(0, 8)}`;

describe("receiving", () => {
  it("carries its cost down again when pounds are corrected and its price is for all of it", async () => {
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

  it("asks before it says that less came than has gone of it", async () => {
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

  it("asks the pieces of what is kept in pieces, and none is guessed when pounds change", async () => {
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
    // On the product's page, a change of pounds alone is no change of what is counted.
    const shown = await getStock(database.db, admin, steak.id);
    expect(shown?.movements.rows.map(({ amount }) => amount)).toEqual([-2, 38]);
    const { version } = await stored(receipt.id);
    await voidReceipt(database.db, admin, { id: receipt.id, version }, "Twice");
    const left = (await entries()).reduce((sum, { pieces }) => sum + pieces, 0);
    expect(left).toBe(0);
  });

  it("asks about pieces of less than half or more than double the usual weight", async () => {
    const roast = await insertProduct(database.db, {
      name: "Blade Roast",
      soldBy: "piece",
      typicalPieceLb: "2.50",
    });
    await database.db.insert(productStock).values({ productId: roast.id, tracking: "pieces" });
    const form = (pieces: number) => newReceipt([{ productId: roast.id, lb: "26.00", pieces }]);
    // 26 lb in 20 or 6 pieces are 1.3 or 4.33 lb each; a remnant has no piece.
    for (const right of [20, 6, 0]) await receive(form(right));
    for (const [wrong, each] of [
      [1000, "0.03 lb"],
      [21, "1.24 lb"],
      [5, "5.2 lb"],
    ] as const) {
      const asked = await refusal(receive(form(wrong)));
      expect(asked.answer).toMatchObject({
        errors: {
          confirmPieces: [expect.stringMatching(`would be ${each} a piece.*usually weighs 2.5 lb`)],
        },
      });
    }
    const confirmed = ["confirmPieces" as const];
    expect((await received({ ...form(1000), confirmed })).lines[0]?.pieces).toBe(1000);
  });

  it("brings the pieces that its pounds come to of what is sold by the piece, but not counted", async () => {
    const steak = await insertProduct(database.db, { soldBy: "piece", typicalPieceLb: "1.25" });
    const receipt = await received(newReceipt([{ productId: steak.id, lb: "50.00" }]));
    const [line] = receipt.lines;
    const correction: ReceiptCorrection = {
      invoiceNumber: "",
      note: "",
      freightCents: 0,
      reason: "Weighed again",
      lines: [
        {
          id: line?.id ?? "",
          boxes: 0,
          lb: "40.00",
          pricedBy: null,
          priceCents: null,
          invoicedLb: null,
          invoicedCents: null,
          isRemoved: false,
        },
      ],
    };
    await correctReceipt(database.db, admin, receipt, correction);
    const entries = await database.db
      .select({ lb: stockEntries.lb, pieces: stockEntries.pieces })
      .from(stockEntries)
      .where(eq(stockEntries.productId, steak.id))
      .orderBy(asc(stockEntries.lb));
    expect(entries).toEqual([
      { lb: "-10.00", pieces: -8 },
      { lb: "50.00", pieces: 40 },
    ]);
  });

  it("makes a supplier, lots with their costs, and stock of what was accepted", async () => {
    const ribeye = await insertProduct(database.db, { name: "Ribeye" });
    const name = supplierName();
    const receipt = await received(
      newReceipt(
        [
          {
            productId: ribeye.id,
            lotCode: "L-1",
            lb: "100.00",
            expiresOn: "2035-01-02",
            pricedBy: "lb",
            priceCents: 5_20,
            theirLot: "THEIRS",
          },
          { lb: "50.00", pricedBy: "total", priceCents: 100_00 },
          { productId: ribeye.id, lb: "20.00", isAccepted: false, reason: "Torn box" },
        ],
        { supplier: { name }, temperatureC: "2.5", freightCents: 10_00, invoiceNumber: "A-1" },
      ),
    );
    expect(receipt).toMatchObject({
      supplier: name,
      invoiceNumber: "A-1",
      temperatureC: "2.5",
      money: { freightCents: 10_00, costCents: 620_00, claimedCents: 0, unknownLb: 0 },
    });
    const { rows } = await listReceipts(database.db, admin, {});
    expect(rows.find(({ id }) => id === receipt.id)?.money?.lotsCents).toBe(630_00);
    expect(await lotOf(receipt)).toMatchObject({
      code: "L-1",
      supplier: name,
      supplierLot: "THEIRS",
      receivedLb: "100.00",
      temperatureC: "2.5",
      expiresOn: "2035-01-02",
      costCents: 526_67,
    });
    expect(receipt.lines.map(({ expiresOn }) => expiresOn)).toEqual(["2035-01-02", null, null]);
    expect(await lotOf(receipt, 2)).toMatchObject({
      code: `IN${receipt.number}-2`,
      receivedLb: "50.00",
      costCents: 103_33,
    });
    expect(receipt.lines[2]).toMatchObject({ lotId: null, reason: "Torn box", isAccepted: false });
    const lotId = receipt.lines[0]?.lotId;
    expect(await entriesOf(ribeye.id)).toEqual([{ kind: "received", lb: "100.00", lotId }]);
    expect(await auditEntries(database.db, "receipt", receipt.id)).toMatchObject([
      { action: "received", after: { supplier: name, receivedLb: "150.00", refusedLb: "20.00" } },
    ]);
  });

  it("is one receipt when it is sent twice, also at once", async () => {
    const product = await insertProduct(database.db);
    const form = newReceipt([{ productId: product.id }]);
    const ids = await Promise.all([receive(form), receive(form), receive(form)]);
    expect(new Set(ids).size).toBe(1);
    expect(await entriesOf(product.id)).toHaveLength(1);
  });

  it("adds to the supplier's lot of the same code, at once too, and counts both costs", async () => {
    const name = supplierName();
    const line = { lotCode: "SAME", lb: "40.00", pricedBy: "lb", priceCents: 3_00 } as const;
    const forms = [1, 2, 3].map(() =>
      newReceipt([line], { supplier: { name }, confirmed: ["confirmLots"] }),
    );
    const [first] = await Promise.all(forms.map((form) => receive(form)));
    const lot = await lotOf(await stored(first ?? ""));
    expect(lot).toMatchObject({ receivedLb: "120.00", costCents: 360_00 });
    const made = await database.db.select().from(suppliers).where(eq(suppliers.name, name));
    expect(made).toHaveLength(1);
    const { receipts: brought } = await receivedOfLot(database.db, admin, lot.id);
    expect(brought.map(({ lb }) => lb)).toEqual(["40.00", "40.00", "40.00"]);
  });

  it("matches lots of before by the supplier's name, whose cost stays unknown", async () => {
    const name = supplierName();
    const old = await insertLot(database.db, {
      supplier: name.toUpperCase(),
      code: "OLD",
      receivedLb: "10.00",
    });
    const bare = await insertLot(database.db, { supplier: name, code: "BARE" });
    const price = { pricedBy: "lb", priceCents: 1_00 } as const;
    const receipt = await received(
      newReceipt(
        [
          { lotCode: "OLD", ...price },
          { lotCode: "BARE", ...price },
        ],
        { supplier: { name } },
      ),
    );
    expect(await lotOf(receipt)).toMatchObject({
      id: old.id,
      receivedLb: "110.00",
      costCents: null,
    });
    expect(await lotOf(receipt, 2)).toMatchObject({ id: bare.id, costCents: 100_00 });
  });

  it("knows a supplier's lots after it was renamed, and takes two rows of one lot together", async () => {
    const name = supplierName();
    const first = await received(newReceipt([{ lotCode: "L" }], { supplier: { name } }));
    const record = await getSupplier(database.db, admin, first.supplierId);
    if (!record) throw new Error("There is no supplier");
    const { id, version, createdAt: _, lots: count, ...facts } = record;
    expect(count).toBe(1);
    await updateSupplier(database.db, admin, { id, version }, { ...facts, name: supplierName() });
    const again = await received(
      newReceipt([{ lotCode: "L" }, { lotCode: "L", lb: "1.00" }], {
        supplier: { id },
        confirmed: ["confirmLots", "confirmBoxes"],
      }),
    );
    expect(await lotOf(again)).toMatchObject({ id: first.lines[0]?.lotId, receivedLb: "201.00" });
    expect(again.lines.map(({ lotId }) => lotId)).toEqual([
      first.lines[0]?.lotId,
      first.lines[0]?.lotId,
    ]);
  });

  it("wants what is too warm or expired refused, or a reason", async () => {
    const frozen = await insertProduct(database.db, { storage: "frozen" });
    const warm = newReceipt([{}, { productId: frozen.id, temperatureC: "-10" }], {
      temperatureC: "6.5",
    });
    expect((await refusal(receive(warm))).answer.errors).toEqual({
      reason1: ["6.5 °C is above your limit of 4 °C. Say why you accept it, or refuse it."],
      reason2: ["-10 °C is above your limit of -15 °C. Say why you accept it, or refuse it."],
    });
    const expired = newReceipt([{ expiresOn: "2020-01-31" }]);
    expect((await refusal(receive(expired))).answer.errors).toEqual({
      reason1: ["It was best before Jan 31, 2020. Say why you accept it, or refuse it."],
    });
    const reasons = { reason: "Iced at once" };
    const decided = newReceipt([reasons, { ...reasons, isAccepted: false }], {
      temperatureC: "6.5",
    });
    expect((await received(decided)).lines.map(({ isAccepted }) => isAccepted)).toEqual([
      true,
      false,
    ]);
  });

  it("asks whether the same invoice number is meant", async () => {
    const name = supplierName();
    const form = () => newReceipt([{}], { supplier: { name }, invoiceNumber: "INV 7" });
    await receive(form());
    const asked = await refusal(receive({ ...form(), invoiceNumber: "inv 7" }));
    expect([asked.code, asked.status]).toEqual(["asked", 409]);
    expect(asked.answer.errors?.confirmInvoice?.[0]).toContain("Is this another delivery on it?");
    await receive({ ...form(), confirmed: ["confirmInvoice"] });
    const other = newReceipt([{}], { invoiceNumber: "INV 7" });
    await receive(other);
  });

  it("asks about a lot that is entered twice, on one receipt or again that day without a number", async () => {
    const supplier = { name: supplierName() };
    const form = (over: Partial<NewReceipt> = {}, count = 1) =>
      newReceipt(
        Array.from({ length: count }, () => ({ lotCode: "R-1" })),
        { supplier, ...over },
      );
    const askedOf = async (sent: NewReceipt) =>
      (await refusal(receive(sent))).answer.errors?.confirmLots?.[0];
    expect(await askedOf(form({}, 2))).toBe(
      "Lot R-1 is on this receipt twice. Did more of it come?",
    );
    const first = await received(form());
    expect(await askedOf(form())).toBe(
      `Lot R-1 came that day already, on receipt ${first.number}. Did more of it come?`,
    );
    await receive(form({ invoiceNumber: "INV 2" }));
    await receive(form({ receivedAt: new Date(Date.now() - 3 * 86_400_000) }));
    await receive(form({ confirmed: ["confirmLots"] }));
  });

  it("asks about other meat of a lot, on one receipt or after another", async () => {
    const supplier = { name: supplierName() };
    const product = await insertProduct(database.db, { name: "Striploin Steak" });
    const rib = { lotCode: "M-1", description: "Rib" };
    const other = { lotCode: "M-1", productId: product.id, row: 2 };
    const askedOf = async (lines: object[]) =>
      (await refusal(receive(newReceipt(lines, { supplier, invoiceNumber: randomUUID() })))).answer
        .errors?.confirmLots?.[0];
    const [question, answer] = [
      "A lot has one cost per pound. Is it one lot?",
      "confirmLots",
    ] as const;
    expect(await askedOf([rib, other])).toBe(
      `Lot M-1 is of two kinds of meat on this receipt. ${question}`,
    );
    const first = await received(newReceipt([rib], { supplier }));
    expect(await askedOf([{ ...other, row: 1 }])).toBe(
      `Lot M-1 came as Rib, on receipt ${first.number}. ${question}`,
    );
    await receive(newReceipt([{ ...other, row: 1 }], { supplier, confirmed: [answer] }));
  });

  it("asks about prices and boxes of meat that is no product by its name", async () => {
    const supplier = { name: supplierName() };
    const description = `Hip ${randomUUID()}`;
    const line = {
      description,
      lb: "100.00",
      boxes: 2,
      pricedBy: "lb",
      priceCents: 13_85,
    } as const;
    await receive(newReceipt([line], { supplier }));
    const again = {
      ...line,
      description: description.toUpperCase(),
      lb: "1000.00",
      priceCents: 138_50,
    };
    const { errors } = (await refusal(receive(newReceipt([again], { supplier })))).answer;
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(["confirmBoxes", "confirmPrice"]);
  });

  it("asks about a carton that was scanned before, here or on an earlier receipt", async () => {
    const name = supplierName();
    const carton = { lb: "25.00", serial: `09506000134352:${randomUUID()}`, rawScan: "raw" };
    const form = (...cartons: (typeof carton)[]) =>
      newReceipt([{ cartons }], { supplier: { name } });
    expect((await refusal(receive(form(carton, carton)))).code).toBe("asked");
    await receive(form(carton));
    const asked = await refusal(receive(form(carton)));
    expect(asked.answer.errors?.confirmCartons?.[0]).toContain("Does it count again?");
    await receive({ ...form(carton), confirmed: ["confirmCartons"] });
    expect((await received(newReceipt([{ cartons: [carton] }]))).lines[0]?.cartons).toBe(1);
  });

  it("remembers what a carton's code stands for, by supplier", async () => {
    const [one, two] = [await insertProduct(database.db), await insertProduct(database.db)];
    const name = supplierName();
    const line = { code: "09506000134352", productId: one.id };
    const { supplierId } = await received(newReceipt([line], { supplier: { name } }));
    await receive(newReceipt([{ ...line, productId: two.id }], { supplier: { name } }));
    const codes = () => codesOf(database.db, admin, supplierId);
    expect(await codes()).toMatchObject([{ code: line.code, productId: one.id }]);
    await setSupplierCode(database.db, packer, supplierId, line.code, two.id);
    expect(await codes()).toMatchObject([{ productId: two.id }]);
    await setSupplierCode(database.db, packer, supplierId, line.code, null);
    expect(await codes()).toEqual([]);
    const unknown = setSupplierCode(database.db, packer, supplierId, "X", randomUUID());
    expect((await refusal(unknown)).code).toBe("invalid");
  });

  it("tells all that is wrong with the goods and the supplier at once", async () => {
    const steak = await insertProduct(database.db, { soldBy: "piece", typicalPieceLb: "1.25" });
    await database.db.insert(productStock).values({ productId: steak.id, tracking: "pieces" });
    const lines = [
      { productId: randomUUID() },
      { row: 2, productId: steak.id, lb: "10.00" },
      { row: 3, temperatureC: "12.0" },
    ];
    const sent = newReceipt(lines, {
      supplier: { id: randomUUID() },
      receivedAt: new Date(Date.now() + 7_200_000),
    });
    const goods = ["pieces2", "product1", "reason3", "receivedAt"];
    const { errors } = (await refusal(receive(sent))).answer;
    expect(Object.keys(errors ?? {}).toSorted()).toEqual([...goods, "supplier"]);
    // The form is refused for what is typed with the same errors.
    const mistakes = await goodsMistakes(database.db, admin, sent, limits);
    expect(Object.keys(mistakes).toSorted()).toEqual(goods);
  });

  it("refuses unknown products and suppliers, and what is still to come", async () => {
    const errors = async (form: NewReceipt) => (await refusal(receive(form))).answer.errors;
    expect(await errors(newReceipt([{ productId: randomUUID() }]))).toHaveProperty("product1");
    expect(await errors(newReceipt([{}], { supplier: { id: randomUUID() } }))).toHaveProperty(
      "supplier",
    );
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    expect(await errors(newReceipt([{}], { receivedAt: tomorrow }))).toHaveProperty("receivedAt");
    const gone = { supplier: { id: randomUUID() } };
    const before = await database.db.$count(receipts);
    await refusal(receive(newReceipt([newLine()], gone)));
    expect(await database.db.$count(receipts)).toBe(before);
  });

  it("takes no prices of a packer, and tells them none", async () => {
    const priced = newReceipt([{ pricedBy: "lb", priceCents: 5_00 }]);
    expect((await refusal(receive(priced, packer))).code).toBe("forbidden");
    const freight = newReceipt([{}], { freightCents: 1 });
    expect((await refusal(receive(freight, packer))).code).toBe("forbidden");
    const id = await receive(priced);
    const seen = await getReceipt(database.db, packer, id);
    expect([seen?.money, seen?.lines[0]?.money]).toEqual([null, null]);
    expect((await listReceipts(database.db, packer, {})).rows[0]?.money).toBeNull();
    const lot = await lotOf(await stored(id));
    expect((await receivedOfLot(database.db, packer, lot.id)).costCents).toBeUndefined();
    expect((await receivedOfLot(database.db, bookkeeper, lot.id)).costCents).toBe(500_00);
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

  it("of a cost changes the lot's, and is logged; a packer's form changes none", async () => {
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

  it("asks what receiving asks: odd pieces, a known invoice, fewer pieces than are gone", async () => {
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
    // What an odd line keeps is not asked again.
    const confirmed = ["confirmInvoice", "isMeant"] as const;
    await correct({ pieces: 8 }, { confirmed, invoiceNumber: "INV-7" });
    expect((await stored(receipt.id)).lines[0]?.pieces).toBe(8);
  });

  it("asks about a price or a box far from the last ones, by a correction too", async () => {
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

describe("a claim", () => {
  const short = { lb: "90.00", invoicedLb: "100.00", pricedBy: "lb", priceCents: 5_00 } as const;
  const settle = (receipt: Receipt, cents: number | number[] | null, reason = "Their scale") =>
    settleClaim(
      database.db,
      bookkeeper,
      receipt,
      cents === null
        ? null
        : {
            lines: [cents]
              .flat()
              .map((one, place) => ({ position: place + 1, cents: one, reason })),
            note: "CN-1",
          },
    );

  it("is what came short or was refused, settled for all or less, which the lots bear", async () => {
    const receipt = await received(
      newReceipt([short, { ...short, invoicedLb: "90.00", isAccepted: false, reason: "Warm" }]),
    );
    expect(receipt.money).toMatchObject({ costCents: 450_00, claimedCents: 500_00 });
    const open = async () =>
      (await listReceipts(database.db, admin, { filter: "claims", limit: 100 })).rows.some(
        ({ id }) => id === receipt.id,
      );
    expect(await open()).toBe(true);
    expect((await refusal(settle(receipt, [50_01, 450_00]))).answer.errors).toEqual({
      credited1: ["That is more than the $50.00 that is claimed. Correct what came first"],
    });
    expect((await refusal(settle(receipt, [50_00, 430_00], ""))).answer.errors).toEqual({
      creditedReason2: ["Please say why less is credited than you claim"],
    });
    await settle(receipt, [50_00, 430_00]);
    expect(await open()).toBe(false);
    expect((await lotOf(receipt)).costCents).toBe(470_00);
    const settled = await stored(receipt.id);
    expect(settled).toMatchObject({ creditedNote: "CN-1", money: { creditedCents: 480_00 } });
    expect((await refusal(settle(receipt, 1))).code).toBe("changed");
    await settle(settled, null);
    expect((await lotOf(receipt)).costCents).toBe(450_00);
    const log = await auditEntries(database.db, "receipt", receipt.id);
    expect(log.map(({ action }) => action)).toEqual([
      "received",
      "claim settled",
      "claim opened again",
    ]);
  });

  it("of refused goods is none until it is entered that the supplier billed them", async () => {
    const refused = { lb: "20.00", pricedBy: "lb", priceCents: 6_08, isAccepted: false } as const;
    const receipt = await received(newReceipt([{}, { ...refused, reason: "Torn box" }]));
    expect(receipt.money).toMatchObject({ claimedCents: 0, unbilledLb: 20_00 });
    const isOpen = async () => {
      const { rows } = await listReceipts(database.db, admin, { filter: "claims", limit: 100 });
      return rows.some(({ id }) => id === receipt.id);
    };
    expect(await isOpen()).toBe(false);
    expect((await refusal(settle(receipt, [0, 121_60]))).message).toBe(
      "Nothing is claimed of this supplier.",
    );
    const billed = async (invoicedLb: string) => {
      const now = await stored(receipt.id);
      await correctReceipt(database.db, admin, now, {
        invoiceNumber: "",
        note: "",
        freightCents: 0,
        reason: "",
        lines: now.lines.slice(1).map(({ id }) => ({
          ...refused,
          id,
          boxes: 4,
          invoicedLb,
          invoicedCents: null,
          isRemoved: false,
        })),
      });
      return (await stored(receipt.id)).money;
    };
    expect(await billed("20.00")).toMatchObject({ claimedCents: 121_60, unbilledLb: 0 });
    expect(await isOpen()).toBe(true);
    expect(await billed("0.00")).toMatchObject({ claimedCents: 0, unbilledLb: 0 });
    expect(await isOpen()).toBe(false);
  });

  it("that is not credited is borne by its own line's lot alone, and previewed so", async () => {
    const receipt = await received(
      newReceipt([short, { lb: "60.00", pricedBy: "lb", priceCents: 5_00 }, short]),
    );
    const typed = { credited1: "50", credited3: "12.50" };
    expect(previewOf(receipt, typed).map(({ before, after }) => [before, after])).toEqual([
      ["$5.00/lb", "$5.00/lb"],
      ["$5.00/lb", "$5.00/lb"],
      ["$5.00/lb", "$5.42/lb"],
    ]);
    // What can't be saved has no figure: letters, nothing, and more than is claimed.
    for (const wrong of ["twelve", "", "50.01"]) {
      expect(previewOf(receipt, { ...typed, credited3: wrong })).toEqual([]);
    }
    await settle(receipt, [50_00, 0, 12_50]);
    const settled = await stored(receipt.id);
    const costs = await Promise.all([1, 2, 3].map((at) => lotOf(settled, at)));
    expect(costs.map(({ costCents }) => costCents)).toEqual([450_00, 300_00, 487_50]);
    expect(settled.money?.creditedCents).toBe(62_50);
    expect(settled.lines.map(({ money }) => [money?.creditedCents, money?.creditedReason])).toEqual(
      [
        [50_00, ""],
        [0, ""],
        [12_50, "Their scale"],
      ],
    );
  });

  it("is noted as sent while it is open, by whom and how, for staff who see money", async () => {
    const receipt = await received(newReceipt([short]));
    const listed = async (staff: typeof packer | typeof bookkeeper) => {
      const { rows } = await listReceipts(database.db, staff, { filter: "claims", limit: 100 });
      return rows.find(({ id }) => id === receipt.id)?.claimSentAt;
    };
    expect(await listed(bookkeeper)).toBeNull();
    await noteClaimSent(database.db, bookkeeper, receipt.id, "By phone");
    await noteClaimSent(database.db, bookkeeper, receipt.id, "Emailed Kim");
    const sent = { at: expect.any(Date), by: expect.any(String), how: "Emailed Kim" };
    expect((await stored(receipt.id)).claimSent).toEqual(sent);
    // It is kept with the claim, not in the log alone.
    const [row] = await database.db.select().from(receipts).where(eq(receipts.id, receipt.id));
    expect(row).toMatchObject({
      claimSentAt: expect.any(Date),
      claimSentBy: bookkeeper.userId,
      claimSentHow: "Emailed Kim",
    });
    expect(await listed(bookkeeper)).toBeInstanceOf(Date);
    expect(await listed(packer)).toBeNull();
    await settle(receipt, 0, "They did not answer");
    expect((await stored(receipt.id)).claimSent).toEqual(sent);
    expect((await refusal(noteClaimSent(database.db, bookkeeper, receipt.id, ""))).message).toBe(
      "No claim on this supplier is open.",
    );
  });

  it("is nothing where all is right, and no less than was credited", async () => {
    expect((await refusal(settle(await received(newReceipt([{}])), 1))).code).toBe("invalid");
    const receipt = await received(newReceipt([short]));
    await settle(receipt, 50_00);
    const settled = await stored(receipt.id);
    const [line] = settled.lines;
    const correction = correctReceipt(database.db, admin, settled, {
      invoiceNumber: "",
      note: "",
      freightCents: 0,
      reason: "",
      lines: [
        {
          ...short,
          id: line?.id ?? "",
          boxes: 4,
          invoicedLb: null,
          invoicedCents: null,
          isRemoved: false,
        },
      ],
    });
    expect((await refusal(correction)).code).toBe("credited");
    expect((await stored(receipt.id)).lines[0]?.invoicedLb).toBe("100.00");
  });
});

describe("the list", () => {
  it("is searched by supplier, invoice, lot and number, and takes any text", async () => {
    const mark = randomUUID().slice(0, 8);
    const receipt = await received(
      newReceipt([{ lotCode: `L${mark}` }], {
        supplier: { name: `S ${mark}` },
        invoiceNumber: `I${mark}`,
      }),
    );
    for (const search of [`s ${mark}`, `i${mark}`, `l${mark}`, String(receipt.number)]) {
      const { rows } = await listReceipts(database.db, admin, { search });
      expect(rows.map(({ id }) => id)).toContain(receipt.id);
    }
    for (const search of ["%_%", "\0", "\\", "'", "99999999999", "\ud800"]) {
      expect(Array.isArray((await listReceipts(database.db, admin, { search })).rows)).toBe(true);
    }
    const { rows } = await listReceipts(database.db, admin, { filter: "costs", search: mark });
    expect(rows).toMatchObject([{ lots: [`L${mark}`], lb: "100.00", refused: 0, moreLots: 0 }]);
    const ofSupplier = { supplierId: receipt.supplierId };
    expect((await listReceipts(database.db, admin, ofSupplier)).rows).toHaveLength(1);
    expect((await listReceipts(database.db, admin, { supplierId: "x" })).rows).toEqual([]);
  });

  it("is paginated in both directions", async () => {
    const supplier = { name: supplierName() };
    for (let day = 1; day <= 5; day += 1) {
      const receivedAt = new Date(`2026-10-0${day}T12:00:00Z`);
      await receive(newReceipt([{}], { supplier, receivedAt, invoiceNumber: `${day}` }));
    }
    const of = (over: object) =>
      listReceipts(database.db, admin, { search: supplier.name, limit: 2, ...over });
    const numbers = async (over: object) =>
      (await of(over)).rows.map(({ invoiceNumber }) => invoiceNumber);
    const [, last] = (await of({})).rows;
    expect(await numbers({})).toEqual(["5", "4"]);
    expect(await numbers({ before: last })).toEqual(["3", "2"]);
    expect(await numbers({ after: (await of({ before: last })).rows[0] })).toEqual(["5", "4"]);
  });

  it("is exported by line", async () => {
    const receipt = await received(
      newReceipt([{ pricedBy: "lb", priceCents: 1_23, lotCode: "EXPORTED" }, {}]),
    );
    let file = "";
    for await (const piece of exportReceipts(database.db, bookkeeper)) file += piece;
    const rows = file.split("\r\n").filter((row) => row.startsWith(`${receipt.number},`));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain("EXPORTED,yes,,4,,100.00,,1.23,lb,123.00,0.00,0.00");
  });
});

describe("suppliers", () => {
  const facts = {
    contactName: "Sample Contact",
    phone: "604-555-0142",
    email: null,
    establishment: "038",
    note: "",
    isActive: true,
  };

  it("name their establishment on lots, and bring nothing while they are inactive", async () => {
    const name = supplierName();
    const id = await addSupplier(database.db, packer, { ...facts, name });
    expect(await lotOf(await received(newReceipt([{}], { supplier: { id } })))).toMatchObject({
      supplier: name,
      establishment: "038",
    });
    await updateSupplier(
      ...([database.db, packer, { id, version: 0 }, { ...facts, name, isActive: false }] as const),
    );
    for (const supplier of [{ id }, { name }]) {
      const errors = (await refusal(receive(newReceipt([{}], { supplier })))).answer.errors;
      expect(JSON.stringify(errors)).toContain("is inactive");
    }
    const late = updateSupplier(
      ...([database.db, packer, { id, version: 0 }, { ...facts, name }] as const),
    );
    expect((await refusal(late)).code).toBe("changed");
  });
});

describe("a mistake", () => {
  const entriesOfLot = (lotId: string) =>
    database.db
      .select({ lb: stockEntries.lb, reversesId: stockEntries.reversesId })
      .from(stockEntries)
      .where(eq(stockEntries.lotId, lotId))
      .orderBy(asc(stockEntries.enteredAt), asc(stockEntries.lb));
  const onHandOf = async (lotId: string) =>
    (await entriesOfLot(lotId)).reduce((sum, { lb }) => sum + Math.round(Number(lb) * 100), 0);
  const twoLines = async () => {
    const product = await insertProduct(database.db);
    const short = { pricedBy: "lb" as const, priceCents: 5_00, invoicedLb: "110.00" };
    const receipt = await received(
      newReceipt(
        [
          { ...short, productId: product.id, lotCode: "M-1", lb: "100.00" },
          { lotCode: "M-2", lb: "30.00", description: "Chuck roll" },
        ],
        { supplier: { name: supplierName() }, invoiceNumber: "A-7" },
      ),
    );
    return { receipt, first: await lotOf(receipt), second: await lotOf(receipt, 2) };
  };
  const voiding = (receipt: Receipt) => voidReceipt(database.db, admin, receipt, "Typed twice");

  it("of a whole receipt is voided: its stock, its claim and its lots are gone, and it may come again", async () => {
    const { receipt, first, second } = await twoLines();
    expect(receipt.money?.claimedCents).toBe(50_00);
    await Promise.all([voiding(receipt), voiding(receipt)]);
    const gone = await stored(receipt.id);
    expect(gone).toMatchObject({
      voidReason: "Typed twice",
      voidedAt: expect.any(Date),
      lines: [],
      removedLines: [
        { position: 1, lotCode: "M-1", lb: "100.00" },
        { position: 2, lotCode: "M-2", lb: "30.00", description: "Chuck roll" },
      ],
      money: { claimedCents: 0, costCents: 0 },
    });
    for (const { id } of [first, second]) {
      expect(await onHandOf(id)).toBe(0);
      expect((await entriesOfLot(id)).some(({ reversesId }) => reversesId !== null)).toBe(true);
      const [lot] = await database.db.select().from(lots).where(eq(lots.id, id));
      expect(lot).toMatchObject({ voidedAt: expect.any(Date), receivedLb: null, costCents: null });
    }
    expect((await listLots(database.db, admin, { search: first.supplier })).rows).toEqual([]);
    const { errors } = await resolveParents(database.db, admin, [
      { row: 1, name: `M-1, ${first.supplier}`, lb: "1.00" },
    ]);
    expect(errors).toHaveProperty("parent1");
    expect((await refusal(correctReceipt(database.db, admin, gone, correctionOf(gone)))).code).toBe(
      "void",
    );
    expect(await auditEntries(database.db, "receipt", receipt.id)).toMatchObject([
      { action: "received" },
      { action: "receipt voided", before: null, after: { reason: "Typed twice" } },
    ]);
    // Entered again unchanged: no question about the invoice, and the lot is back.
    const again = await received(
      newReceipt([{ lotCode: "M-1", lb: "90.00" }], {
        supplier: { id: receipt.supplierId },
        invoiceNumber: "A-7",
      }),
    );
    expect(await lotOf(again)).toMatchObject({ id: first.id, receivedLb: "90.00", voidedAt: null });
  });

  it("names what can be taken back first, and a recall only once nothing else is in the way", async () => {
    const { receipt, first, second } = await twoLines();
    const why = async () => (await refusal(voiding(receipt))).message;
    const [recall] = await database.db
      .insert(recalls)
      .values({
        requestId: randomUUID(),
        lotId: first.id,
        scope: "forward",
        isDrill: false,
        reason: "Listeria",
        instructions: "Hold it",
        found: { lots: 1, customers: 0 } as never,
      })
      .returning();
    await database.db.insert(recallLots).values({ recallId: recall?.id ?? "", lotId: first.id });
    expect(await why()).toMatch("Lot M-1 is in a recall");
    const order = await insertOrder(database.db, (await insertClient(database.db)).user.id);
    const item = await insertOrderItem(database.db, order.id);
    await insertPackage(database.db, item.id, { value: "1", unit: "lb" }, { lotId: second.id });
    expect(await why()).toMatch("Lot M-2 was packed for an order");
    await database.db
      .insert(stockEntries)
      .values({ productId: null, lotId: second.id, kind: "count", lb: "-1.00" });
    expect(await why()).toMatch("Lot M-2 was counted");
  });

  it("of one line is removed with a reason, and the last one is not", async () => {
    const { receipt, first, second } = await twoLines();
    const removing = (positions: number[], reason: string) =>
      correctReceipt(database.db, admin, receipt, correctionOf(receipt, positions, reason));
    expect((await refusal(removing([2], ""))).answer.errors).toHaveProperty("reason");
    expect((await refusal(removing([1, 2], "Wrong"))).message).toContain("Void the whole receipt");
    await removing([2], "Not ours");
    const kept = await stored(receipt.id);
    expect(kept.lines).toMatchObject([{ position: 1, lb: "100.00" }]);
    expect(kept.removedLines).toMatchObject([{ position: 2, lotCode: "M-2" }]);
    expect([await onHandOf(first.id), await onHandOf(second.id)]).toEqual([100_00, 0]);
    expect((await lotOf(kept)).receivedLb).toBe("100.00");
    expect((await auditEntries(database.db, "receipt", receipt.id)).at(-1)).toMatchObject({
      before: { "Line 2: removed": "Chuck roll, 30.00 lb" },
      after: { reason: "Not ours" },
    });
  });

  it("is taken out of a lot that others brought and that was used, while as much is left", async () => {
    const { receipt, first } = await twoLines();
    const addTo = async (lb: string) =>
      received(
        newReceipt([{ lotCode: "M-1", lb, productId: receipt.lines[0]?.productId ?? null }], {
          supplier: { id: receipt.supplierId },
          confirmed: ["confirmBoxes", "confirmLots"],
        }),
      );
    const waste = (lb: string) =>
      database.db.insert(stockEntries).values({
        productId: receipt.lines[0]?.productId,
        lotId: first.id,
        kind: "waste" as const,
        lb,
        requestId: randomUUID(),
      });
    await waste("-70.00");
    const wrong = await addTo("60.00");
    await voiding(wrong);
    expect(await lotOf(receipt)).toMatchObject({ receivedLb: "100.00", voidedAt: null });
    expect(await onHandOf(first.id)).toBe(30_00);
    const again = await addTo("60.00");
    await waste("-50.00");
    expect((await refusal(voiding(again))).message).toBe(
      "Only 40 lb of lot M-1 are left: more was packed, cut or thrown away than its other deliveries brought. Take that back first.",
    );
  });

  it("stays where something of its lots was cut, and what else brought a lot stays there", async () => {
    const { receipt, first } = await twoLines();
    const more = await received(
      newReceipt([{ lotCode: "M-1", lb: "20.00" }], {
        supplier: { id: receipt.supplierId },
        confirmed: ["confirmBoxes", "confirmLots"],
      }),
    );
    await voiding(more);
    expect(await lotOf(receipt)).toMatchObject({ receivedLb: "100.00", voidedAt: null });
    const child = await insertLot(database.db);
    await database.db.insert(lotParents).values({ childId: child.id, parentId: first.id });
    const why = await refusal(voiding(receipt));
    expect([why.code, why.message]).toEqual([
      "lot used",
      "Lot M-1 was cut or ground into others. Take back that cutting sheet first.",
    ]);
    expect((await stored(receipt.id)).lines).toHaveLength(2);
  });

  function correctionOf(receipt: Receipt, removed: number[] = [], reason = ""): ReceiptCorrection {
    return {
      invoiceNumber: receipt.invoiceNumber,
      note: receipt.note,
      freightCents: 0,
      reason,
      lines: receipt.lines.map(({ id, position, boxes, lb, invoicedLb, money }) => ({
        id,
        boxes,
        lb,
        invoicedLb,
        pricedBy: money?.pricedBy ?? null,
        priceCents: money?.priceCents ?? null,
        invoicedCents: money?.invoicedCents ?? null,
        isRemoved: removed.includes(position),
      })),
    };
  }
});
