import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { listLots, resolveParents } from "#app/domain/lots/lots.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { recallLots, recalls } from "#db/schema/meat/recalls.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { openForReceiving } from "#tests/setup/rooms/receiving-tests.ts";
import { voidReceipt } from "../correct/correct-receipt.server.ts";
import type { ReceiptCorrection } from "../correct/correction-form.ts";
import type { Receipt } from "../receiving.ts";

const supplierName = () => `Supplier ${randomUUID().slice(0, 8)}`;
let database: OpenDatabase;
let admin: Admin;
const { received, stored, lotOf, correctReceipt } = openForReceiving((opened) => {
  ({ database, admin } = opened);
});

describe("voiding a receipt", () => {
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

  it("reverses its stock, claim and lots, and lets it be entered again", async () => {
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
    // It is entered again unchanged: the invoice isn't asked about, and the lot is back.
    const again = await received(
      newReceipt([{ lotCode: "M-1", lb: "90.00" }], {
        supplier: { id: receipt.supplierId },
        invoiceNumber: "A-7",
      }),
    );
    expect(await lotOf(again)).toMatchObject({ id: first.id, receivedLb: "90.00", voidedAt: null });
  });

  it("is refused with what must be reversed first, naming a recall only if nothing else is in the way", async () => {
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

  it("is done line by line by a correction with a reason, except for the last line", async () => {
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

  it("leaves a used lot of several receipts while enough of it is left", async () => {
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

  it("is refused if a lot was cut, and leaves other receipts of a lot unchanged", async () => {
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
