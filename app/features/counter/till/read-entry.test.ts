import { describe, expect, it } from "vitest";
import { defaultScanRules } from "#app/domain/packages/scan/scan-rules.ts";
import { piecesHint } from "#app/domain/packages/typed-weight.ts";
import { checkDigitOf } from "#app/lib/amounts/check-digits.ts";
import { amountOf, detailOf } from "../sale.ts";
import { entryOf, labelPriceInWords, lineOf, readEntry, readingOf } from "./read-entry.ts";
import type { TillProduct } from "./till-product.ts";

const steak: TillProduct = {
  id: "steak",
  name: "Ribeye Steak",
  pricePerLb: "24.99",
  taxCode: "Z",
  soldBy: "piece",
  tareG: 0,
  isTraced: false,
  itemNumber: 7,
  gtin: null,
  labelGtin: null,
  typicalPieceLb: null,
  usualLb: null,
  isUsualHere: false,
};
const scanning = { rules: [], standIns: [], labelPrices: [], lots: [], today: "2026-11-27" };
const read = (text: string, chosen: TillProduct | null) =>
  readEntry(text, chosen, [steak], scanning);

describe("a product sold by the piece", () => {
  it.each(["2 x 2.65", "2 pieces 2.65", "2 pcs, 2.65 lb"])(
    "is counted with its weight: %s",
    (text) => {
      expect(read(text, steak)).toMatchObject({
        kind: "weighed",
        reading: { pieces: 2, value: "2.65", unit: "lb" },
      });
    },
  );

  it("is one piece if only a weight is typed; several need a weight", () => {
    expect(read("1.25", steak)).toMatchObject({ reading: { pieces: 1, value: "1.25" } });
    expect(read("2 pieces", steak)).toMatchObject({
      kind: "refused",
      text: piecesHint,
    });
  });

  it.each(["0 x 2.5", "0 pieces 2.5"])("is at least one piece: %s", (text) => {
    expect(read(text, steak)).toEqual({ kind: "refused", text: "Type at least 1 piece." });
  });
});

it("a product sold by the pound takes no pieces, and products are found by a part of their name", () => {
  const ground = { ...steak, name: "Ground Beef", soldBy: "lb" as const };
  expect(read("1.25", ground)).toMatchObject({ reading: { pieces: null } });
  expect(read("2 pieces", ground)).toMatchObject({
    text: "Ground Beef is sold by weight. Type the weight.",
  });
  expect(read("rib", null)).toMatchObject({ kind: "search", found: [{ id: "steak" }] });
});

it("a typed weight is offered again as typed, a scanned one not", () => {
  for (const text of ["2.03", "1.2 kg", "3 x 2.4"]) {
    const ground = { ...steak, soldBy: "lb" as const };
    const entry = read(text, ground);
    if (entry.kind !== "weighed") throw new Error("It is a weight");
    const line = lineOf(ground, entry.reading, null);
    expect(entryOf(line)).toBe(text);
    expect(entryOf({ ...line, source: "gs1" })).toBe("");
  }
});

it.each(["typed", "gs1"] as const)(
  "a line moved to another lot keeps its weight (%s)",
  (source) => {
    const boxed = { ...steak, tareG: 20 };
    const reading = { value: "2.03", unit: "lb" as const, pieces: 2, rawScan: "", serial: "1:2" };
    const line = lineOf(boxed, { ...reading, source, isNet: source !== "typed" }, "one");
    expect(lineOf(boxed, readingOf(line), "other")).toEqual({ ...line, lotId: "other" });
  },
);

describe("a label with a price", () => {
  const priced = (cents: number) => {
    const digits = `2000007${String(cents).padStart(5, "0")}`;
    return digits + checkDigitOf(digits);
  };
  const scan = (cents: number, labelPrice: string, pricePerLb = labelPrice) => {
    const at = {
      ...scanning,
      rules: defaultScanRules,
      labelPrices: [{ itemNumber: 7, price: labelPrice, unit: "lb" as const }],
    };
    const product = { ...steak, pricePerLb };
    const entry = readEntry(priced(cents), null, [product], at);
    if (entry.kind !== "weighed") throw new Error("It has a weight");
    const line = lineOf(product, entry.reading, null);
    return { line, amount: amountOf(line), words: labelPriceInWords(line, at) };
  };

  it("never costs more than its price, and is mentioned at its line", () => {
    const { line, amount, words } = scan(2020, "39.99");
    expect(line).toMatchObject({ value: "0.50", unit: "lb", source: "derived" });
    expect(amount).toMatchObject({ netLb: "0.50", cents: 2000 });
    expect(words).toBe("Label $20.20, charged by weight");
    expect(detailOf(line, 2020)).toBe("0.50 lb × $39.99/lb. Label $20.20, charged by weight");
  });

  it("costs exactly its price if that gives whole hundredths of a pound, otherwise less", () => {
    const whole = scan(2039, "39.99");
    expect(whole.amount).toMatchObject({ netLb: "0.51", cents: 2039 });
    expect(whole.words).toBe("Weight from the label’s price, $20.39");
    expect(detailOf(whole.line, 2039)).toBe("0.51 lb × $39.99/lb");
    for (let cents = 300; cents < 9000; cents += 7) {
      for (const price of ["3.49", "27.99", "39.99"]) {
        const at = scan(cents, price).amount?.cents ?? 0;
        expect(at).toBeLessThanOrEqual(cents);
        expect(cents - at).toBeLessThan(41);
      }
    }
  });

  it("needs a typed weight if its price gives none", () => {
    const at = { ...scanning, rules: defaultScanRules };
    expect(readEntry(priced(2250), null, [steak], at)).toMatchObject({
      kind: "product",
      text: "The label says $22.50. Its price by weight is not known. Type the weight.",
    });
  });

  it("gives only the weight if the sale's price differs", () => {
    const { amount, words } = scan(2020, "39.99", "35.00");
    expect(amount).toMatchObject({ netLb: "0.50", cents: 1750 });
    expect(words).toBe("Label $20.20 at $39.99/lb, charged by weight");
  });

  it.each([
    ["lb", "12.99", "$12.99/lb"],
    ["kg", "28.64", "$28.64/kg"],
  ] as const)(
    "must be weighed again if the price has risen since, labelled per %s",
    (unit, price, said) => {
      const at = { ...scanning, rules: defaultScanRules };
      const product = { ...steak, pricePerLb: "14.99" };
      const labelPrices = [{ itemNumber: 7, price, unit }];
      expect(readEntry(priced(2598), null, [product], { ...at, labelPrices })).toMatchObject({
        kind: "product",
        text: `The label says $25.98 at ${said}, and the price is $14.99/lb now. Weigh it again, and give it a new label.`,
      });
    },
  );
});
