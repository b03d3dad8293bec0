import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { takeBackCutting } from "#app/domain/cutting/take-back-cutting.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { openForReceiving } from "#tests/setup/rooms/receiving-tests.ts";
import type { NewLine, NewReceipt, Receipt, ReceiptLine } from "../receiving.ts";
import { noteClaimSent, settleClaim } from "../settle-claim.server.ts";
import { addSupplier, type Receiver } from "../suppliers.server.ts";
import { voidReceipt } from "./correct-receipt.server.ts";
import type { LineCorrection, ReceiptCorrection } from "./correction-form.ts";

let database: OpenDatabase;
let admin: Admin;
let packer: Staff<"pack">;
let bookkeeper: Staff<"money">;
const { stored, correctReceipt, ...opened } = openForReceiving((own) => {
  ({ database, admin, packer, bookkeeper } = own);
});

const received = (lines: Partial<NewLine>[], over: Partial<NewReceipt> = {}) =>
  opened.received(newReceipt(lines, over));

async function lotOf({ lines }: Receipt, position = 1) {
  const lot = await getLot(database.db, admin, lines[position - 1]?.lotId ?? "");
  if (!lot) throw new Error("The line has no lot");
  return lot;
}

type Changes = Partial<Omit<ReceiptCorrection, "lines">> & {
  lines?: Record<number, Partial<LineCorrection>>;
};

/** Corrects the stored receipt, with a default reason. */
function correct(
  receipt: Receipt,
  { lines = {}, ...changes }: Changes,
  staff: Receiver = packer,
): Promise<{ isRenamed: boolean }> {
  const as = ({ id, position, boxes, pieces, lb, invoicedLb, money }: ReceiptLine) => ({
    id,
    boxes,
    pieces,
    lb,
    invoicedLb,
    pricedBy: money?.pricedBy ?? null,
    isRemoved: false,
    priceCents: money?.priceCents ?? null,
    invoicedCents: money?.invoicedCents ?? null,
    ...lines[position],
  });
  const wanted: ReceiptCorrection = {
    invoiceNumber: receipt.invoiceNumber,
    note: receipt.note,
    reason: "Mistyped",
    freightCents: receipt.money?.freightCents ?? 0,
    lines: receipt.lines.map(as),
    ...changes,
  };
  return correctReceipt(database.db, staff, receipt, wanted);
}

const errorsOf = async (write: Promise<unknown>) => (await refusal(write)).answer.errors;

async function supplier(establishment = "") {
  const name = `Supplier ${randomUUID().slice(0, 8)}`;
  const facts = { contactName: "", phone: "", email: null, note: "", isActive: true };
  return { id: await addSupplier(database.db, admin, { ...facts, name, establishment }), name };
}

async function pack(lotId: string) {
  const order = await insertOrder(database.db, (await insertClient(database.db)).user.id);
  const item = await insertOrderItem(database.db, order.id);
  await insertPackage(database.db, item.id, { value: "1", unit: "lb" }, { lotId });
}

const onHand = async (productId: string) => {
  const entries = await database.db
    .select({ lb: stockEntries.lb, pieces: stockEntries.pieces })
    .from(stockEntries)
    .where(eq(stockEntries.productId, productId));
  const sum = (of: (entry: (typeof entries)[number]) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  return { lb: sum(({ lb }) => Number(lb)), pieces: sum(({ pieces }) => pieces) };
};

describe("supplier and time", () => {
  it("are corrected with the lots for a reason, and the histories have the former values", async () => {
    const [wrong, right] = [await supplier("101"), await supplier("102")];
    const came = new Date("2026-11-20T16:30:00Z");
    const receipt = await received([{ lotCode: "L-1" }, {}], {
      supplier: { id: wrong.id },
      receivedAt: came,
      invoiceNumber: "A-1",
    });
    const meant = new Date("2026-11-19T16:30:00Z");
    const changes = { supplierId: right.id, receivedAt: meant, invoiceNumber: "A-7" };
    expect(await errorsOf(correct(receipt, { ...changes, reason: "" }))).toEqual({
      reason: ["Please say why the supplier is corrected"],
    });
    await correct(receipt, changes);
    const now = await stored(receipt.id);
    expect(now).toMatchObject({ supplier: right.name, invoiceNumber: "A-7", receivedAt: meant });
    for (const position of [1, 2]) {
      expect(await lotOf(now, position)).toMatchObject({
        supplier: right.name,
        establishment: "102",
        receivedAt: meant,
      });
    }
    expect((await auditEntries(database.db, "receipt", receipt.id)).at(-1)).toMatchObject({
      action: "corrected",
      before: {
        supplier: wrong.name,
        receivedAt: came.toISOString(),
        invoiceNumber: "A-1",
      },
      after: { supplier: right.name, receivedAt: meant.toISOString(), reason: "Mistyped" },
    });
    const { id } = await lotOf(now);
    expect((await auditEntries(database.db, "lot", id)).at(-1)).toMatchObject({
      before: { supplier: wrong.name, establishment: "101" },
      after: { supplier: right.name, reason: `Receipt ${receipt.number} corrected: Mistyped` },
    });
  });

  it("aren't changed by a bookkeeper, who may add an invoice number without a reason", async () => {
    const receipt = await received([{}]);
    await correct(receipt, { invoiceNumber: "B-1", reason: "" }, bookkeeper);
    const now = await stored(receipt.id);
    expect(now.invoiceNumber).toBe("B-1");
    expect(await errorsOf(correct(now, { invoiceNumber: "B-2", reason: "" }, bookkeeper))).toEqual({
      reason: ["Please say why the invoice number is corrected"],
    });
    // A bookkeeper's form says nothing about the goods.
    const other = await supplier();
    const theirs = { supplierId: other.id, temperatureC: "9.0", lines: { 1: { lotCode: "X" } } };
    await correct(now, { ...theirs, invoiceNumber: "B-2" }, bookkeeper);
    expect(await stored(receipt.id)).toMatchObject({
      supplier: receipt.supplier,
      temperatureC: null,
      invoiceNumber: "B-2",
      lines: [{ lotCode: receipt.lines[0]?.lotCode }],
    });
  });

  it("can't change to a supplier that has the lot or is unknown, or while the claim is credited", async () => {
    const [wrong, right] = [await supplier(), await supplier()];
    const theirs = { supplier: { id: right.id } };
    await received([{ lotCode: "L-2" }], theirs);
    const receipt = await received([{ lotCode: "L-2" }], { supplier: { id: wrong.id } });
    expect(await errorsOf(correct(receipt, { supplierId: right.id }))).toEqual({
      supplier: [
        `${right.name} has another lot L-2 already. If it is the same meat, remove its line and receive it again as L-2.`,
      ],
    });
    expect(await errorsOf(correct(receipt, { supplierId: randomUUID() }))).toHaveProperty(
      "supplier",
    );
    const more = await received([{ lotCode: "L-2" }], {
      supplier: { id: wrong.id },
      confirmed: ["confirmLots"],
    });
    const third = await supplier();
    expect((await errorsOf(correct(more, { supplierId: third.id })))?.supplier?.[0]).toMatch(
      `Lot L-2 also came with receipt ${receipt.number}`,
    );
    const short = { pricedBy: "lb", priceCents: 5_00, invoicedLb: "110.00" } as const;
    const claimed = await received([short], { supplier: { id: wrong.id } });
    await noteClaimSent(database.db, bookkeeper, claimed.id, "By phone");
    const credit = { lines: [{ position: 1, cents: 50_00, reason: "" }], note: "" };
    await settleClaim(database.db, bookkeeper, claimed, credit);
    const settled = await stored(claimed.id);
    expect(await errorsOf(correct(settled, { supplierId: third.id }))).toEqual({
      supplier: [`${wrong.name} credited the claim. Open the claim again first.`],
    });
    await settleClaim(database.db, bookkeeper, settled, null);
    await correct(await stored(claimed.id), { supplierId: third.id });
    expect((await stored(claimed.id)).claimSent).toBeNull();
  });

  it("ask the same questions as receiving: a known invoice, a future day", async () => {
    const [wrong, right] = [await supplier(), await supplier()];
    await received([{}], { supplier: { id: right.id }, invoiceNumber: "C-1" });
    const receipt = await received([{}], { supplier: { id: wrong.id }, invoiceNumber: "C-1" });
    const changes = { supplierId: right.id };
    expect(await errorsOf(correct(receipt, changes))).toEqual({
      confirmInvoice: [expect.stringContaining("Invoice C-1 was entered before")],
    });
    await correct(receipt, { ...changes, confirmed: ["confirmInvoice"] });
    // A confirmed question is not asked again.
    await correct(await stored(receipt.id), { temperatureC: "2.0" });
    const tomorrow = new Date(Date.now() + 86_400_000);
    const late = correct(await stored(receipt.id), { receivedAt: tomorrow });
    expect(await errorsOf(late)).toHaveProperty("receivedAt");
  });

  it("are corrected once by concurrent forms, of which the other is refused", async () => {
    const receipt = await received([{ lotCode: "L-3" }]);
    const outcomes = await Promise.allSettled([
      correct(receipt, { lines: { 1: { lotCode: "L-33" } } }),
      correct(receipt, { lines: { 1: { lotCode: "L-34" } } }),
    ]);
    const [lost] = outcomes.filter(({ status }) => status === "rejected");
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(lost).toMatchObject({ reason: { code: "changed" } });
  });
});

describe("a temperature", () => {
  it("that is too warm needs a reason, as on receiving; a lot on hold stays on hold", async () => {
    const receipt = await received([{}, { temperatureC: "1.0" }], { temperatureC: "2.5" });
    const { id } = await lotOf(receipt);
    await holdLot(database.db, admin, id, "It smells");
    expect(await errorsOf(correct(receipt, { temperatureC: "7.5" }))).toEqual({
      reason1: [
        "7.5 °C is above your limit of 4 °C. Say why you keep it. To stop it from being sold, put its lot on hold.",
      ],
    });
    await correct(receipt, { temperatureC: "7.5", lines: { 1: { why: "Iced at once" } } });
    const now = await stored(receipt.id);
    expect(now).toMatchObject({ temperatureC: "7.5", lines: [{ reason: "Iced at once" }, {}] });
    expect(await lotOf(now)).toMatchObject({ temperatureC: "7.5", isHeld: true });
    expect(await lotOf(now, 2)).toMatchObject({ temperatureC: "1.0", isHeld: false });
    // The reason stays while the line is that warm.
    expect(await errorsOf(correct(now, { lines: { 1: { why: "" } } }))).toHaveProperty("reason1");
    await correct(now, { lines: { 2: { temperatureC: "3.0" } } });
    expect((await lotOf(now, 2)).temperatureC).toBe("3.0");
    expect((await auditEntries(database.db, "receipt", receipt.id)).at(-1)).toMatchObject({
      before: { "Line 2: temperature": "1 °C" },
      after: { "Line 2: temperature": "3 °C" },
    });
  });

  it("of a lot is that of its earliest receipt", async () => {
    const by = { supplier: { id: (await supplier()).id } };
    const first = await received([{ lotCode: "L-4" }], { ...by, temperatureC: "2.0" });
    const more = { ...by, temperatureC: "2.0", confirmed: ["confirmLots"] } as const;
    const second = await received([{ lotCode: "L-4" }], more);
    await correct(second, { temperatureC: "3.5" });
    expect(await lotOf(first)).toMatchObject({ temperatureC: "2.0" });
    await correct(first, { temperatureC: "3.0" });
    expect(await lotOf(first)).toMatchObject({ temperatureC: "3.0" });
  });
});

describe("a lot's days", () => {
  it("are corrected with a reason, even after packing, and both histories have them", async () => {
    const receipt = await received([{ expiresOn: "2099-12-01", slaughteredOn: "2026-01-05" }]);
    await pack((await lotOf(receipt)).id);
    const days = { expiresOn: "2099-12-10", slaughteredOn: "2026-01-04" };
    expect(await errorsOf(correct(receipt, { reason: "", lines: { 1: days } }))).toEqual({
      reason: ["Please say why the best-before date is corrected"],
    });
    await correct(receipt, { lines: { 1: days } });
    const lot = await lotOf(receipt);
    expect(lot).toMatchObject(days);
    expect((await stored(receipt.id)).lines).toMatchObject([days]);
    expect((await auditEntries(database.db, "lot", lot.id)).at(-1)).toMatchObject({
      before: { expiresOn: "2099-12-01", slaughteredOn: "2026-01-05" },
      after: { ...days, reason: `Receipt ${receipt.number} corrected: Mistyped` },
    });
    expect((await auditEntries(database.db, "receipt", receipt.id)).at(-1)).toMatchObject({
      before: { "Line 1: best before": "2099-12-01", "Line 1: killed": "2026-01-05" },
      after: { "Line 1: best before": "2099-12-10", "Line 1: killed": "2026-01-04" },
    });
    // Staff who don't receive, such as bookkeepers, change no day.
    const now = await stored(receipt.id);
    await correct(now, { invoiceNumber: "A-9", lines: { 1: { expiresOn: null } } }, bookkeeper);
    expect(await lotOf(receipt)).toMatchObject(days);
  });

  it("need no reason when first entered, and must be the same on each line of a lot", async () => {
    const receipt = await received([{ lotCode: "D-1" }, { lotCode: "D-1" }], {
      confirmed: ["confirmLots"],
    });
    const on = (expiresOn: string) => ({ expiresOn });
    const two = { 1: on("2099-12-01"), 2: on("2099-12-02") };
    const one =
      "Lot D-1 is on more than one line, and has one such day. Give each of them the same.";
    expect(await errorsOf(correct(receipt, { reason: "", lines: two }))).toEqual({
      expires1: [one],
      expires2: [one],
    });
    await correct(receipt, { reason: "", lines: { 1: on("2099-12-01") } });
    expect(await lotOf(receipt)).toMatchObject({ expiresOn: "2099-12-01", slaughteredOn: null });
  });
});

describe("a lot's code", () => {
  it("is renamed while the lot is unused, even a generated one, and both histories have it", async () => {
    const receipt = await received([{ lotCode: "L-5" }, {}]);
    const made = receipt.lines[1]?.lotCode ?? "";
    await correct(receipt, { lines: { 1: { lotCode: "L-55" }, 2: { lotCode: "L-56" } } });
    const now = await stored(receipt.id);
    expect(now.lines.map(({ lotCode }) => lotCode)).toEqual(["L-55", "L-56"]);
    const lot = await lotOf(now);
    expect(lot).toMatchObject({ code: "L-55", supplier: receipt.supplier });
    expect((await auditEntries(database.db, "lot", lot.id)).at(-1)).toMatchObject({
      before: { code: "L-5" },
      after: { code: "L-55" },
    });
    expect((await auditEntries(database.db, "receipt", receipt.id)).at(-1)).toMatchObject({
      before: { "Line 1: lot": "L-5", "Line 2: lot": made },
      after: { "Line 1: lot": "L-55", "Line 2: lot": "L-56" },
    });
  });

  it("may be swapped with that of another line", async () => {
    const receipt = await received([{ lotCode: "S-1" }, { lotCode: "S-2" }]);
    const [one, two] = [await lotOf(receipt), await lotOf(receipt, 2)];
    await correct(receipt, { lines: { 1: { lotCode: "S-2" }, 2: { lotCode: "S-1" } } });
    const now = await stored(receipt.id);
    expect(await lotOf(now)).toMatchObject({ id: one.id, code: "S-2" });
    expect(await lotOf(now, 2)).toMatchObject({ id: two.id, code: "S-1" });
  });

  it("is refused if another lot has it, even a void one, or if only one of the lot's lines is changed", async () => {
    const by = { supplier: { id: (await supplier()).id } };
    const other = await received([{ lotCode: "T-1" }], by);
    const receipt = await received([{ lotCode: "T-2" }, { lotCode: "T-2" }], {
      ...by,
      confirmed: ["confirmLots"],
    });
    const both = { 1: { lotCode: "T-1" }, 2: { lotCode: "T-1" } };
    expect((await errorsOf(correct(receipt, { lines: both })))?.lot2?.[0]).toBe(
      `${receipt.supplier} has another lot T-1 already. If it is the same meat, remove its line and receive it again as T-1.`,
    );
    await voidReceipt(database.db, admin, other, "Twice");
    expect((await errorsOf(correct(receipt, { lines: both })))?.lot1?.[0]).toMatch(
      "has a void lot T-1",
    );
    const one = { 1: { lotCode: "T-3" } };
    expect((await errorsOf(correct(receipt, { lines: one })))?.lot1?.[0]).toMatch(
      "Lot T-2 is on more than one line.",
    );
    // Another supplier may have the same code.
    await received([{ lotCode: "T-4" }]);
    await correct(receipt, { lines: { 1: { lotCode: "T-4" }, 2: { lotCode: "T-4" } } });
    expect((await lotOf(receipt)).code).toBe("T-4");
  });

  it("can't be changed once the lot was packed, and the refusal says where to enter the correct one", async () => {
    const receipt = await received([{ lotCode: "U-1" }]);
    await pack((await lotOf(receipt)).id);
    const wanted = { lines: { 1: { lotCode: "U-2" } } };
    expect(await errorsOf(correct(receipt, wanted))).toEqual({
      lot1: [
        "Lot U-1 was packed for an order under this code, so it keeps it. Enter U-2 on the lot's page as the supplier's own code: it is found by both.",
      ],
    });
    const right = await supplier();
    expect((await errorsOf(correct(receipt, { supplierId: right.id })))?.supplier?.[0]).toMatch(
      `Receive it again from ${right.name}, move its packages`,
    );
    // Other facts can still be corrected.
    await correct(receipt, { receivedAt: new Date("2026-11-10T17:00:00Z") });
  });

  it("of refused goods is only a note", async () => {
    const refused = { isAccepted: false, reason: "Torn", lotCode: "R-1" };
    const receipt = await received([{}, refused]);
    await correct(receipt, { lines: { 2: { lotCode: "", description: "Hip" } } });
    expect((await stored(receipt.id)).lines[1]).toMatchObject({ lotCode: "", description: "Hip" });
  });
});

describe("a line's product", () => {
  it("moves its meat to the other product's stock, with its pieces", async () => {
    const chuck = await insertProduct(database.db, { name: "Chuck Roll" });
    const steak = await insertProduct(database.db, {
      name: "Strip Steak",
      soldBy: "piece",
      typicalPieceLb: "1.25",
    });
    await database.db.insert(productStock).values({ productId: steak.id, tracking: "pieces" });
    const price = { pricedBy: "lb", priceCents: 5_00 } as const;
    const receipt = await received([{ productId: chuck.id, lb: "50.00", ...price }]);
    const other = { productId: steak.id };
    expect(await errorsOf(correct(receipt, { lines: { 1: other } }))).toEqual({
      pieces1: ["It is kept in pieces. Please enter how many came"],
    });
    await correct(receipt, { lines: { 1: { ...other, pieces: 40, lb: "48.00" } } });
    expect([await onHand(chuck.id), await onHand(steak.id)]).toEqual([
      { lb: 0, pieces: 0 },
      { lb: 48, pieces: 40 },
    ]);
    const now = await stored(receipt.id);
    expect(now).toMatchObject({
      lines: [{ description: "Strip Steak", pieces: 40 }],
      money: { costCents: 240_00 },
    });
    expect(await lotOf(now)).toMatchObject({ receivedLb: "48.00", meat: "Strip Steak" });
    // After voiding, no stock of either is left.
    await voidReceipt(database.db, admin, now, "Twice");
    expect([await onHand(chuck.id), await onHand(steak.id)]).toEqual([
      { lb: 0, pieces: 0 },
      { lb: 0, pieces: 0 },
    ]);
  });

  it("can't be changed while part of its lot is cut, packed or thrown away", async () => {
    const chuck = await insertProduct(database.db, { name: "Chuck Roll" });
    const receipt = await received([
      { productId: chuck.id, lotCode: `V-${randomUUID().slice(0, 8)}` },
    ]);
    const lot = await lotOf(receipt);
    const cut = await cutLots(
      database.db,
      admin,
      {
        requestId: randomUUID(),
        kind: "Chuck",
        differenceReason: "",
        confirmed: [],
        inputs: [{ row: 1, name: lot.code, lb: "10.00" }],
        outputs: [],
        wastes: [{ row: 1, reason: "Bone", lb: "10.00" }],
      },
      "Sample Beef",
    );
    const side = { productId: null, description: "Side" };
    expect(await errorsOf(correct(receipt, { lines: { 1: side } }))).toEqual({
      product1: [
        `Lot ${lot.code} was cut or ground into others. Take back that cutting sheet first.`,
      ],
    });
    expect((await onHand(chuck.id)).lb).toBe(90);
    await takeBackCutting(database.db, admin, cut, "Not cut");
    await correct(receipt, { lines: { 1: side } });
    expect((await onHand(chuck.id)).lb).toBe(0);
    const now = await stored(receipt.id);
    expect(now.lines[0]).toMatchObject({ productId: null, description: "Side" });
    await pack(lot.id);
    expect(await errorsOf(correct(now, { lines: { 1: { productId: chuck.id } } }))).toHaveProperty(
      "product1",
      [expect.stringContaining("Void those packages first")],
    );
  });

  it("needs the same confirmations as on receiving: a lot of other meat, an unusual price", async () => {
    const by = { supplier: { id: (await supplier()).id }, invoiceNumber: randomUUID() };
    const rib = await insertProduct(database.db, { name: "Rib" });
    const line = {
      lotCode: "W-1",
      description: "Chuck",
      pricedBy: "lb",
      priceCents: 5_00,
    } as const;
    await received([{ ...line, lotCode: "W-0", productId: rib.id, priceCents: 50_00 }], by);
    await received([line], { ...by, confirmed: ["confirmInvoice"] });
    const receipt = await received([line], { ...by, confirmed: ["confirmInvoice"] });
    const wanted = { lines: { 1: { productId: rib.id } } };
    expect(Object.keys((await errorsOf(correct(receipt, wanted))) ?? {}).toSorted()).toEqual([
      "confirmLots",
      "confirmPrice",
    ]);
    expect(await errorsOf(correct(receipt, { lines: { 1: { productId: randomUUID() } } }))).toEqual(
      {
        product1: ["This product is gone. Please choose another."],
      },
    );
  });
});
