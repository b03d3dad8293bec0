import { describe, expect, it } from "vitest";
import { draftLine, draftOf, orderable } from "./draft/test-draft.ts";
import { summarize } from "./order-summary.ts";

const numbers = (lines: { name: string }[]) => lines.map(({ name }) => name);

describe("summarize", () => {
  it("adds up to the cent", () => {
    const products = [orderable(1, { pricePerLb: "9.35" }), orderable(2, { pricePerLb: "24.99" })];
    const draft = draftOf(
      draftLine(1, { seenPricePerLb: "9.35" }),
      draftLine(2, { quantity: "12,75", seenPricePerLb: "24.99" }),
    );
    // 23.375 and 318.6225.
    expect(summarize(draft, products)).toMatchObject({
      count: 2,
      pounds: 15.25,
      cents: 2338 + 31862,
      seenCents: 2338 + 31862,
      gone: [],
      repriced: [],
      invalid: [],
    });
  });

  it("does not count what cannot be ordered as it is, and says why", () => {
    const draft = draftOf(draftLine(1), draftLine(2), draftLine(3, { quantity: "2.555" }));
    const summary = summarize(draft, [orderable(1), orderable(3)]);
    expect(summary).toMatchObject({ count: 1, pounds: 2.5, cents: 2500 });
    expect(numbers(summary.gone)).toEqual(["Product 2"]);
    expect(numbers(summary.invalid)).toEqual(["Product 3"]);
    expect(summary.lines.map(({ error }) => error)).toEqual([
      null,
      "No longer sold. Remove it to place the order.",
      "Use at most 2 decimals, for instance 12.75.",
    ]);
  });

  it("counts at today's price, beside what was seen", () => {
    const summary = summarize(draftOf(draftLine(1)), [orderable(1, { pricePerLb: "12.00" })]);
    expect(summary).toMatchObject({ cents: 3000, seenCents: 2500 });
    expect(numbers(summary.repriced)).toEqual(["Product 1"]);
  });

  it.each(["free", "", "-1", "1e9"])("takes a price of %j for another than today's", (seen) => {
    const summary = summarize(draftOf(draftLine(1, { seenPricePerLb: seen })), [orderable(1)]);
    expect(summary).toMatchObject({ cents: 2500, seenCents: 0 });
    expect(summary.repriced).toHaveLength(1);
  });

  it("is not misled by another way of writing the same price", () => {
    const draft = draftOf(draftLine(1, { seenPricePerLb: "10" }));
    expect(summarize(draft, [orderable(1)]).repriced).toEqual([]);
  });

  it("calls what nobody knows by a word", () => {
    const summary = summarize(draftOf(draftLine(1, { name: "" })), []);
    expect(numbers(summary.gone)).toEqual(["One product"]);
  });
});
