import { describe, expect, it } from "vitest";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import {
  acceptChanges,
  dropLine,
  emptyDraft,
  lineKey,
  putBackLine,
  settleQuantity,
  splitLine,
  typeNotes,
  typeQuantity,
  typeWish,
} from "./order-draft.ts";
import {
  draftLine,
  draftOf,
  orderable,
  orderablePiece,
  pieceLine,
  productId,
} from "./test-draft.ts";

describe("typing a quantity", () => {
  it("picks a product at the price that is shown", () => {
    const picked = typeQuantity(emptyDraft, orderable(1), "2");
    expect(picked.lines).toEqual([draftLine(1, { quantity: "2" })]);
  });

  it("keeps the typed text, the price seen first, and the order of picking", () => {
    const draft = draftOf(draftLine(1), draftLine(2));
    const typed = typeQuantity(draft, orderable(1, { pricePerLb: "99.00" }), "2.555x");
    expect(typed.lines).toEqual([draftLine(1, { quantity: "2.555x" }), draftLine(2)]);
  });

  it("keeps a line with 0, as in 0.5, and drops it when the box is emptied", () => {
    const draft = draftOf(draftLine(1));
    expect(typeQuantity(draft, orderable(1), "0").lines).toHaveLength(1);
    expect(typeQuantity(draft, orderable(1), " ").lines).toEqual([]);
    expect(typeQuantity(draft, orderable(2), "")).toBe(draft);
  });

  it("cuts off text longer than any weight", () => {
    const [line] = typeQuantity(emptyDraft, orderable(1), "1".repeat(1_000)).lines;
    expect(line?.quantity).toHaveLength(20);
  });
});

describe("leaving the box", () => {
  it.each(["0", "0.00", "."])("drops a line of %j", (quantity) => {
    expect(settleQuantity(draftOf(draftLine(1, { quantity })), productId(1)).lines).toEqual([]);
  });

  it.each([
    ["2,50", "2.5"],
    ["007", "7"],
    ["many", "many"],
    ["2.555", "2.555"],
  ])("writes %j as %j", (quantity, settled) => {
    const draft = settleQuantity(draftOf(draftLine(1, { quantity })), productId(1));
    expect(draft.lines[0]?.quantity).toBe(settled);
  });

  it("changes nothing in a settled or missing line", () => {
    const draft = draftOf(draftLine(1));
    expect(settleQuantity(draft, productId(1))).toBe(draft);
    expect(settleQuantity(draft, productId(2))).toBe(draft);
    expect(dropLine(draft, productId(2))).toBe(draft);
    const [line] = draft.lines;
    if (!line) throw new Error("The draft has no line");
    expect(putBackLine(dropLine(draft, line.productId), line, 0)).toEqual(draft);
    // The product was picked again in the meantime.
    expect(putBackLine(draft, { ...line, quantity: "9" }, 0)).toBe(draft);
  });
});

describe("accepting changes", () => {
  it("updates the prices of products that are still sold", () => {
    const draft = draftOf(draftLine(1), draftLine(2));
    const accepted = acceptChanges(draft, [orderable(1, { pricePerLb: "12.00" })]);
    expect(accepted.lines.map((line) => line.seenPricePerLb)).toEqual(["12.00", "10.00"]);
  });

  it("updates the units, and converts the quantities", () => {
    const draft = draftOf(draftLine(1, { quantity: "4,2" }), pieceLine(2), pieceLine(3));
    const products = [
      orderablePiece(1),
      orderable(2, { orderStepLb: "0.50" }),
      orderablePiece(3, { typicalPieceLb: "1.50" }),
    ];
    const { lines } = acceptChanges(draft, products);
    expect(lines.map(({ quantity, seenUnit }) => `${quantity} ${seenUnit}`)).toEqual([
      "3 piece 1.25",
      "4 lb",
      "3 piece 1.50",
    ]);
    expect(acceptChanges({ ...draft, lines }, products).lines).toEqual(lines);
  });

  it("leaves an invalid quantity as it is, to be corrected in the new unit", () => {
    const { lines } = acceptChanges(draftOf(draftLine(1, { quantity: "2.555" })), [
      orderablePiece(1),
    ]);
    expect(lines).toMatchObject([{ quantity: "2.555", seenUnit: "piece 1.25" }]);
  });
});

describe("pieces", () => {
  it("are picked in the unit that is shown", () => {
    expect(typeQuantity(emptyDraft, orderablePiece(1), "3").lines).toEqual([pieceLine(1)]);
  });

  it("are counted in the unit of the box that they are typed into", () => {
    const { lines } = typeQuantity(draftOf(draftLine(1)), orderablePiece(1), "2");
    // The price seen first stays.
    expect(lines).toEqual([draftLine(1, { quantity: "2", seenUnit: "piece 1.25" })]);
  });

  it("keep the piece weight that was seen, so that a change is still reported", () => {
    const heavier = orderablePiece(1, { typicalPieceLb: "1.50" });
    expect(typeQuantity(draftOf(pieceLine(1)), heavier, "4").lines).toEqual([
      pieceLine(1, { quantity: "4" }),
    ]);
  });

  it.each([
    ["03", "3"],
    ["3.0", "3"],
    ["2.5", "2.5"],
  ])("%j are rewritten as %j when the box is left", (quantity, settled) => {
    const draft = settleQuantity(draftOf(pieceLine(1, { quantity })), productId(1));
    expect(draft.lines[0]?.quantity).toBe(settled);
  });
});

it("notes lose their reference to a past order when they are changed", () => {
  const draft = { ...draftOf(draftLine(1)), notes: "Thick", notesFrom: "1042" };
  expect(typeNotes(draft, "Thin")).toEqual({ ...draft, notes: "Thin", notesFrom: "" });
});

describe("lines of one product with different wishes", () => {
  const thick = { ...noWish, thickness: "1.5" };
  const steak = orderable(1, { usualWish: thick });

  it("begin with the customer's last wish", () => {
    expect(typeQuantity(emptyDraft, steak, "5").lines).toEqual([
      draftLine(1, { quantity: "5", wish: thick }),
    ]);
  });

  it("are split, edited, settled and dropped independently", () => {
    const split = splitLine(typeQuantity(emptyDraft, steak, "5"), productId(1), steak);
    const other = lineKey(productId(1), 2);
    expect(split.lines.map(({ key, wish }) => [key, wish])).toEqual([
      [productId(1), thick],
      [other, noWish],
    ]);
    const typed = typeWish(typeQuantity(split, steak, "3", other), other, { perPack: "4" });
    expect(typed.lines.map(({ quantity, wish }) => [quantity, wish.perPack])).toEqual([
      ["5", ""],
      ["3", "4"],
    ]);
    expect(dropLine(typed, productId(1)).lines.map(({ key }) => key)).toEqual([other]);
    expect(settleQuantity(typeQuantity(typed, steak, "0", other), other).lines).toHaveLength(1);
    // Once the first line is gone, the product's box uses its key.
    const again = typeQuantity(dropLine(typed, productId(1)), steak, "1");
    expect(again.lines.map(({ key }) => key)).toEqual([other, productId(1)]);
  });
});
