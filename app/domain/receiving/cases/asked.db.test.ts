import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { productStock } from "#db/schema/meat/stock.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { openForReceiving } from "#tests/setup/rooms/receiving-tests.ts";
import type { NewReceipt } from "../receiving.ts";

const supplierName = () => `Supplier ${randomUUID().slice(0, 8)}`;
let database: OpenDatabase;
const { receive, received } = openForReceiving((opened) => {
  ({ database } = opened);
});

describe("receiving", () => {
  it("asks about pieces of less than half or more than double the usual weight", async () => {
    const roast = await insertProduct(database.db, {
      name: "Blade Roast",
      soldBy: "piece",
      typicalPieceLb: "2.50",
    });
    await database.db.insert(productStock).values({ productId: roast.id, tracking: "pieces" });
    const form = (pieces: number) => newReceipt([{ productId: roast.id, lb: "26.00", pieces }]);
    // 26 lb in 20 or 6 pieces are 1.3 or 4.33 lb each; a remnant is no piece.
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

  it("needs a refusal or a reason for warm or expired goods", async () => {
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

  it("asks about an invoice number that the supplier has used before", async () => {
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

  it("asks about a lot that is twice on a receipt, or came that day already without an invoice number", async () => {
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

  it("asks about two kinds of meat in a lot, on one receipt or on two", async () => {
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

  it("compares prices and boxes by name for meat that isn't a product", async () => {
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
});
