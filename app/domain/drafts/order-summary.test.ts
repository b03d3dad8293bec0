import { describe, expect, it } from "vitest";
import { costsWithFee } from "#app/domain/orders/order-costs.ts";
import { sameLineTwice } from "#app/domain/orders/order-refusals.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { lineKey } from "./order-draft.ts";
import { summarize } from "./order-summary.ts";
import {
  draftLine,
  draftOf,
  orderable,
  orderablePiece,
  pieceLine,
  productId,
} from "./test-draft.ts";

const numbers = (lines: { name: string }[]) => lines.map(({ name }) => name);

const noFee = { cents: 0, taxCode: null };
const mostOf = (summary: ReturnType<typeof summarize>) =>
  costsWithFee(summary.costLines, noFee).mostCents;

describe("summarize", () => {
  it("adds up to the cent", () => {
    const products = [orderable(1, { pricePerLb: "9.35" }), orderable(2, { pricePerLb: "24.99" })];
    const draft = draftOf(
      draftLine(1, { seenPricePerLb: "9.35" }),
      draftLine(2, { quantity: "12,75", seenPricePerLb: "24.99" }),
    );
    // 23.375 and 318.6225.
    const summary = summarize(draft, products);
    // 2571.8 and 35048.2.
    expect(mostOf(summary)).toBe(2572 + 35048);
    expect(summary).toMatchObject({
      count: 2,
      pounds: 15.25,
      cents: 2338 + 31862,
      hasPieces: false,
      seenCents: 2338 + 31862,
      gone: [],
      changed: [],
      invalid: [],
    });
  });

  it("refuses less than the price list's minimum", () => {
    const products = [orderable(1, { minLb: "2.50" }), orderable(2, { minLb: "2.51" })];
    const summary = summarize(draftOf(draftLine(1), draftLine(2)), products);
    expect(numbers(summary.invalid)).toEqual(["Product 2"]);
    expect(summary.invalid).toMatchObject([
      { error: "The price list asks for at least 2.51 lb of this.", cents: 0 },
    ]);
    expect(summary.count).toBe(1);
  });

  it("refuses more than is left for the day, counting all lines of a product together", () => {
    const left = {
      unit: "lb" as const,
      from: [
        { day: "2026-11-30", most: 3_00 },
        { day: "2026-12-03", most: 9_00 },
      ],
    };
    const products = [orderable(1, { left })];
    const wish = { ...noWish, perPack: "2" };
    const other = draftLine(1, { key: lineKey(productId(1), 2), wish });
    const draft = draftOf(draftLine(1), other);
    expect(summarize(draft, products).invalid).toMatchObject([
      { error: expect.stringMatching(/^Only 3 lb of Product 1 are left\. There is more from/) },
      { error: expect.stringMatching(/^Only 3 lb of Product 1 are left/), cents: 0 },
    ]);
    expect(summarize(draft, products, { day: "2026-12-03" }).invalid).toEqual([]);
    expect(summarize(draft, products, { isForced: true }).invalid).toEqual([]);
    const pieces = { unit: "pieces" as const, from: [{ day: "2026-11-30", most: 2 }] };
    const piece = [orderablePiece(1, { left: pieces })];
    const asked = (quantity: string) => draftOf(pieceLine(1, { quantity }));
    expect(summarize(asked("2"), piece).invalid).toEqual([]);
    expect(summarize(asked("3"), piece).invalid).toHaveLength(1);
  });

  it("adds up a product's lines for the price list's minimum, and refuses a line with the same wish", () => {
    const products = [orderable(1, { minLb: "5.00" })];
    const other = draftLine(1, {
      key: lineKey(productId(1), 2),
      wish: { ...noWish, perPack: "2" },
    });
    expect(summarize(draftOf(draftLine(1), other), products)).toMatchObject({
      count: 1,
      pounds: 5,
      invalid: [],
    });
    const alike = summarize(draftOf(draftLine(1), { ...other, wish: noWish }), products);
    expect(alike.invalid).toMatchObject([{ key: other.key, error: sameLineTwice, cents: 0 }]);
    const wrong = draftLine(1, { quantity: "9", wish: { ...noWish, perPack: "x" } });
    expect(summarize(draftOf(wrong), products).invalid).toMatchObject([
      { error: "Enter a number from 1 to 50 for each pack." },
    ]);
  });

  it("leaves out a line that can't be ordered, and says why", () => {
    const draft = draftOf(draftLine(1), draftLine(2), draftLine(3, { quantity: "2.555" }));
    const summary = summarize(draft, [orderable(1), orderable(3)]);
    expect(summary).toMatchObject({ count: 1, pounds: 2.5, cents: 2500 });
    expect(numbers(summary.gone)).toEqual(["Product 2"]);
    expect(numbers(summary.invalid)).toEqual(["Product 3"]);
    expect(summary.lines.map(({ error }) => error)).toEqual([
      null,
      "Not available for this order. Remove it to place the order.",
      "Use at most 2 decimals, for instance 12.75.",
    ]);
  });

  it("counts at today's price, and returns the sum at the seen prices too", () => {
    const summary = summarize(draftOf(draftLine(1)), [orderable(1, { pricePerLb: "12.00" })]);
    expect(summary).toMatchObject({ cents: 3000, seenCents: 2500 });
    expect(numbers(summary.changed)).toEqual(["Product 1"]);
  });

  it.each(["free", "", "-1", "1e9"])("reports a seen price of %j as changed", (seen) => {
    const summary = summarize(draftOf(draftLine(1, { seenPricePerLb: seen })), [orderable(1)]);
    expect(summary).toMatchObject({ cents: 2500, seenCents: 0 });
    expect(summary.changed).toHaveLength(1);
  });

  it("treats another notation of the same price as unchanged", () => {
    const draft = draftOf(draftLine(1, { seenPricePerLb: "10" }));
    expect(summarize(draft, [orderable(1)]).changed).toEqual([]);
  });

  it("estimates pieces by their typical weight, and promises them with the over-cap", () => {
    const summary = summarize(draftOf(pieceLine(1)), [orderablePiece(1)]);
    expect(summary).toMatchObject({ pounds: 3.75, cents: 9371 });
    expect(mostOf(summary)).toBe(10308);
    expect(summary).toMatchObject({ hasPieces: true, changed: [] });
    expect(summary.lines).toMatchObject([
      { ordered: "3 pieces, about 3.75 lb", unit: "piece 1.25" },
    ]);
  });

  it("promises each line with its own over-cap", () => {
    const products = [orderablePiece(1, { overCapPct: 0 }), orderable(2, { overCapPct: 30 })];
    const summary = summarize(draftOf(pieceLine(1), draftLine(2)), products);
    expect(mostOf(summary)).toBe(9371 + 3250);
  });

  it("refuses a quantity that is not a multiple of the product's order step", () => {
    const summary = summarize(draftOf(draftLine(1, { quantity: "12.6" })), [
      orderable(1, { orderStepLb: "0.50" }),
    ]);
    expect(summary.invalid).toMatchObject([
      { error: "Order in steps of 0.5 lb, for instance 12.5.", cents: 0 },
    ]);
  });

  describe("a product sold in another unit than was seen", () => {
    it("is converted, and the change is reported", () => {
      const draft = draftOf(draftLine(1, { quantity: "4" }), pieceLine(2));
      const summary = summarize(draft, [orderablePiece(1), orderable(2, { orderStepLb: "0.50" })]);
      expect(summary.changed).toHaveLength(2);
      expect(summary.lines).toMatchObject([
        {
          quantity: "3",
          unit: "piece 1.25",
          pounds: 3.75,
          resold: "now sold by the piece, so 3 pieces, about 3.75 lb instead of 4 lb",
        },
        {
          quantity: "4",
          unit: "lb",
          pounds: 4,
          resold: "now sold by the pound, so 4 lb instead of 3 pieces, about 3.75 lb",
        },
      ]);
      // As seen: 4 lb at $10.00 and 3.75 lb at $24.99.
      expect(summary.seenCents).toBe(4000 + 9371);
    });

    it("keeps its number of pieces if a piece's weight changes", () => {
      const heavier = orderablePiece(1, { typicalPieceLb: "1.50" });
      const [line] = summarize(draftOf(pieceLine(1)), [heavier]).changed;
      expect(line).toMatchObject({
        quantity: "3",
        cents: 11246,
        resold: "a piece was about 1.25 lb, now about 1.5 lb",
      });
    });

    it.each(["", "kg", "piece 0.00", "piece 9999.99", "__proto__"])(
      "is reported as changed if the seen unit is the forged %j",
      (seenUnit) => {
        const draft = draftOf(draftLine(1, { seenUnit }), draftLine(2, { seenUnit }));
        const summary = summarize(draft, [orderable(1), orderablePiece(2)]);
        expect(summary.changed).toHaveLength(2);
        expect(mostOf(summary)).toBeGreaterThan(0);
      },
    );

    it("is reported as changed even if the quantity is invalid", () => {
      const draft = draftOf(draftLine(1, { quantity: "2.555" }));
      expect(summarize(draft, [orderablePiece(1)]).lines).toMatchObject([
        { error: "Enter whole pieces, for instance 3.", resold: "now sold by the piece" },
      ]);
    });
  });

  it("has a generic name for unknown products", () => {
    const summary = summarize(draftOf(draftLine(1, { name: "" })), []);
    expect(numbers(summary.gone)).toEqual(["One product"]);
  });
});
