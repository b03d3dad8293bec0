import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { receipts, suppliers } from "#db/schema/meat/receiving.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { newLine, newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { openForReceiving } from "#tests/setup/rooms/receiving-tests.ts";
import type { ReceiptCorrection } from "./correct/correction-form.ts";
import { getReceipt, listReceipts, receivedOfLot } from "./receipts.server.ts";
import { goodsMistakes } from "./receive.server.ts";
import type { NewReceipt } from "./receiving.ts";
import { receivingSettings } from "./receiving-settings.ts";
import { codesOf, setSupplierCode } from "./supplier-codes.server.ts";
import { getSupplier, updateSupplier } from "./suppliers.server.ts";

const limits = receivingSettings.defaults;
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

describe("receiving", () => {
  it("derives pieces from pounds for a product sold by the piece but not counted", async () => {
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

  it("makes a supplier, lots with their costs, and stock of accepted goods", async () => {
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

  it("creates one receipt for repeated and concurrent requests", async () => {
    const product = await insertProduct(database.db);
    const form = newReceipt([{ productId: product.id }]);
    const ids = await Promise.all([receive(form), receive(form), receive(form)]);
    expect(new Set(ids).size).toBe(1);
    expect(await entriesOf(product.id)).toHaveLength(1);
  });

  it("adds to the supplier's lot of the same code, even concurrently, and sums the costs", async () => {
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

  it("matches older lots by the supplier's name; their cost stays unknown", async () => {
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

  it("finds a supplier's lots after it was renamed, and adds up two rows of one lot", async () => {
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

  it("remembers the product of a carton's code, by supplier", async () => {
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

  it("reports all mistakes in the goods and the supplier together", async () => {
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
    // `goodsMistakes` returns the same errors for a form that is refused for other reasons.
    const mistakes = await goodsMistakes(database.db, admin, sent, limits);
    expect(Object.keys(mistakes).toSorted()).toEqual(goods);
  });

  it("refuses unknown products and suppliers, and a future time", async () => {
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

  it("keeps the weight of each box, and shows the weights if they add up to the line", async () => {
    const typed = (lb: string) => ({ lb, serial: null, rawScan: "" });
    const cartons = [typed("61.20"), typed("38.80")];
    const receipt = await stored(
      await receive(newReceipt([{ cartons }, { cartons, lb: "90.00" }])),
    );
    expect(receipt.lines).toMatchObject([
      { cartons: 0, boxLbs: ["38.80", "61.20"] },
      { cartons: 0, boxLbs: [] },
    ]);
  });

  it("accepts no prices from a packer, and shows them none", async () => {
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
