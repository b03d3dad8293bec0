import { describe, expect, it } from "vitest";
import { orderable, orderablePiece, productId } from "#app/domain/drafts/test-draft.ts";
import {
  type Bought,
  type GuideItem,
  lastInWords,
  sectionsOf,
  toPar,
  usualQuantity,
} from "./guide.ts";

const pounds = (...all: string[]): Bought[] =>
  all.map((each, at) => ({ day: `2026-11-${20 - at}`, pieces: null, pounds: each }));
const pieces = (...all: number[]): Bought[] =>
  all.map((each) => ({ day: "2026-11-20", pieces: each, pounds: (each * 1.25).toFixed(2) }));

const item = (n: number, more: Partial<GuideItem> = {}): GuideItem => ({
  productId: productId(n),
  name: `Product ${n}`,
  category: "loin",
  section: "",
  par: null,
  bought: [],
  ...more,
});

describe("the usual quantity", () => {
  it.each([
    [pounds("10.00"), "10"],
    [pounds("10.00", "20.00"), "15"],
    [pounds("12.50", "10.00", "40.00"), "12.5"],
    // The fifth is too old to count.
    [pounds("10.00", "10.00", "20.00", "20.00", "900.00"), "15"],
    [[], null],
  ])("is the median of the last four quantities of %j: %s", (bought, usual) => {
    expect(usualQuantity(bought, orderable(1))).toBe(usual);
  });

  it("is in whole pieces, and converted if the product's unit has changed", () => {
    expect(usualQuantity(pieces(3, 4), orderablePiece(1))).toBe("4");
    expect(usualQuantity(pieces(4), orderable(1, { orderStepLb: "2.00" }))).toBe("6");
    expect(usualQuantity(pounds("5.00"), orderablePiece(1))).toBe("4");
    expect(usualQuantity([...pieces(8), ...pounds("5.00")], orderablePiece(1))).toBe("6");
  });

  it("is shown with the date of the last order", () => {
    expect(lastInWords(item(1, { bought: pounds("12.50") }))).toMatch(/^Last 12\.5 lb, .*Nov 20/);
    expect(lastInWords(item(1))).toBeNull();
  });
});

describe("sections", () => {
  it("are in the order of their first cuts, with cuts without a section last", () => {
    const items = [
      item(1),
      item(2, { section: "Freezer" }),
      item(3, { section: "Walk-in" }),
      item(4, { section: "Freezer" }),
    ];
    const found = sectionsOf(
      items,
      [1, 2, 3, 4].map((n) => orderable(n)),
    );
    expect(found.map(({ name, rows }) => [name, rows.map(({ product }) => product.name)])).toEqual([
      ["Freezer", ["Product 2", "Product 4"]],
      ["Walk-in", ["Product 3"]],
      ["", ["Product 1"]],
    ]);
  });

  it("keep unavailable cuts, with the most similar product outside the guide", () => {
    const products = [
      orderable(2, { name: "Ribeye Cap" }),
      orderable(3, { name: "Ribeye Roast" }),
      orderable(4, { name: "Ribeye Steak, Aged", category: "other" }),
      orderable(5, { name: "Tenderloin" }),
    ];
    const items = [item(1, { name: "Ribeye Steak" }), item(2, { name: "Ribeye Cap" })];
    const [{ gone = [] } = {}] = sectionsOf(items, products);
    expect(gone.map(({ item: { name }, instead }) => [name, instead?.name])).toEqual([
      ["Ribeye Steak", "Ribeye Roast"],
    ]);
  });
});

describe("an order up to par", () => {
  it.each([
    ["20.00", "7.5", orderable(1), "12.5"],
    ["20.00", "0", orderable(1), "20"],
    ["20.00", "20", orderable(1), ""],
    ["20.00", "25", orderable(1), ""],
    ["20.00", "7.5", orderable(1, { orderStepLb: "5.00" }), "15"],
    ["12", "5", orderablePiece(1), "7"],
    ["20.00", "some", orderable(1), null],
  ])(
    "for a par of %s with %s on hand is the difference, in steps of the product",
    (par, onHand, product, typed) => {
      expect(toPar(par, onHand, product)).toBe(typed);
    },
  );
});
