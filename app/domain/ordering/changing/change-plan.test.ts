import { describe, expect, it } from "vitest";
import { type PresentLine, planChange, type SoldToday, type WantedLine } from "./change-plan.ts";

const ribeye: PresentLine = {
  id: "line-1",
  productId: "ribeye",
  productName: "Ribeye Steak",
  soldBy: "lb",
  orderedPieces: null,
  typicalPieceLb: null,
  quantity: "10.00",
  pricePerLb: "24.99",
  wish: null,
};
const roast: PresentLine = {
  id: "line-2",
  productId: "roast",
  productName: "Chuck Roast",
  soldBy: "piece",
  orderedPieces: 3,
  typicalPieceLb: "1.25",
  quantity: "3.75",
  pricePerLb: "10.00",
  wish: null,
};

const sold = (line: PresentLine, overrides: Partial<SoldToday> = {}): SoldToday => ({
  id: line.productId ?? "",
  name: line.productName,
  pricePerLb: line.pricePerLb,
  soldBy: line.soldBy,
  typicalPieceLb: line.typicalPieceLb,
  orderStepLb: "0.01",
  minLb: null,
  ...overrides,
});

const stew: SoldToday = sold({ ...ribeye, productId: "stew", productName: "Stew" });

function plan(
  lines: Partial<WantedLine>[],
  {
    today = [sold(ribeye), sold(roast), stew],
    add = [] as [string, string][],
    present = [ribeye, roast],
  } = {},
) {
  const byId = new Map(today.map((product) => [product.id, product]));
  const priceOf = (id: string | null) => byId.get(id ?? "")?.pricePerLb ?? "";
  const wanted = {
    lines: lines.map((line) => ({
      lineId: "",
      quantity: "1",
      isRemoved: false,
      seenPricePerLb: priceOf(present.find(({ id }) => id === line.lineId)?.productId ?? ""),
      ...line,
    })),
    products: add.map(([productId, quantity], row) => {
      const product = byId.get(productId);
      const seenUnit = product?.soldBy === "piece" ? `piece ${product.typicalPieceLb}` : "lb";
      const seenPricePerLb = priceOf(productId);
      return { row: `${row + 1}`, productId, quantity, seenPricePerLb, seenUnit };
    }),
  };
  return planChange(present, wanted, byId);
}

const nothing = { changed: [], removed: [], added: [], differences: [] };

describe("an unchanged line", () => {
  it("stays as it is, even if its product changed or is gone", () => {
    const asStored = [
      { lineId: "line-1", quantity: "10" },
      { lineId: "line-2", quantity: "3" },
    ];
    expect(plan(asStored, { today: [] })).toEqual({ plan: nothing, problems: [] });
    expect(plan([])).toEqual({ plan: nothing, problems: [] });
  });
});

describe("a line that is lowered", () => {
  it("keeps its price and unit, even if the product is no longer sold that way", () => {
    const lower = [{ lineId: "line-1", quantity: "7.5" }];
    for (const today of [[sold(ribeye, { pricePerLb: "30.00" })], []]) {
      const { plan: made, problems } = plan(lower, { today });
      expect(problems).toEqual([]);
      expect(made.changed).toMatchObject([
        { id: "line-1", pounds: "7.50", pieces: null, pricePerLb: "24.99" },
      ]);
      expect(made.differences).toEqual([
        {
          productName: "Ribeye Steak",
          subject: "line-1",
          from: "10 lb at $24.99/lb",
          to: "7.5 lb at $24.99/lb",
        },
      ]);
    }
  });

  it("counts pieces at their old weight", () => {
    const today = [sold(roast, { typicalPieceLb: "2.00" })];
    const { plan: made } = plan([{ lineId: "line-2", quantity: "2" }], { today });
    expect(made.changed).toMatchObject([{ pieces: 2, pounds: "2.50" }]);
  });
});

describe("a line that is raised", () => {
  it("grows at the same price", () => {
    const raise = [
      { lineId: "line-1", quantity: "12" },
      { lineId: "line-2", quantity: "5" },
    ];
    const { plan: made, problems } = plan(raise);
    expect(problems).toEqual([]);
    expect(made.added).toEqual([]);
    expect(made.changed).toMatchObject([
      { id: "line-1", pounds: "12.00" },
      { id: "line-2", pounds: "6.25", pieces: 5 },
    ]);
  });

  it("keeps its price, and the addition becomes a line at today's price", () => {
    const today = [sold(ribeye, { pricePerLb: "26.50" })];
    const { plan: made } = plan([{ lineId: "line-1", quantity: "12.25" }], { today });
    expect(made.changed).toEqual([]);
    expect(made.added).toMatchObject([
      { productId: "ribeye", pounds: "2.25", pieces: null, pricePerLb: "26.50" },
    ]);
    expect(made.differences).toEqual([
      { productName: "Ribeye Steak", from: null, to: "2.25 lb at $26.50/lb" },
    ]);
  });

  it("adds to a line that was added earlier at today's price", () => {
    const second = { ...ribeye, id: "line-3", quantity: "2.00", pricePerLb: "26.50" };
    const { plan: made } = plan([{ lineId: "line-1", quantity: "11" }], {
      today: [sold(second)],
      present: [ribeye, second],
    });
    expect(made.added).toEqual([]);
    expect(made.changed).toMatchObject([{ id: "line-3", pounds: "3.00" }]);
  });

  it.each<[string, SoldToday[], RegExp]>([
    ["no longer sold", [], /No longer available/],
    ["sold by the piece now", [sold(ribeye, { soldBy: "piece", typicalPieceLb: "1.25" })], /piece/],
    ["in steps now", [sold(ribeye, { orderStepLb: "0.50" })], /steps of 0\.5 lb/],
  ])("is refused when the product is %s", (_, today, message) => {
    const { problems } = plan([{ lineId: "line-1", quantity: "12.25" }], { today });
    expect(problems).toEqual([
      { field: "quantity.line-1", message: expect.stringMatching(message) },
    ]);
  });

  it("is refused unless today's price was seen", () => {
    for (const seenPricePerLb of ["20.00", "", "free"]) {
      const raise = [{ lineId: "line-1", quantity: "12", seenPricePerLb }];
      expect(plan(raise).problems).toMatchObject([{ message: expect.stringContaining("$24.99") }]);
    }
  });

  it("is refused above 10,000 lb", () => {
    const { problems } = plan([{ lineId: "line-1", quantity: "10000" }], {
      add: [["ribeye", "0.01"]],
    });
    expect(problems).toEqual([{ field: "addQuantity.1", message: "Enter at most 10,000 lb." }]);
  });
});

describe("a line with another wish", () => {
  const thick = { thickness: "1.25", perPack: "2", trim: "", note: "" };

  it("keeps its price, and the new wish is listed as a difference", () => {
    const { plan: made, problems } = plan([{ lineId: "line-1", quantity: "10", wish: thick }]);
    expect(problems).toEqual([]);
    expect(made.changed).toMatchObject([{ id: "line-1", pounds: "10.00", wish: thick }]);
    const at = "at $24.99/lb";
    expect(made.differences).toEqual([
      {
        productName: "Ribeye Steak",
        subject: "line-1",
        from: `10 lb ${at}`,
        to: `10 lb (1¼ in, 2 per pack) ${at}`,
      },
    ]);
  });

  it("gets the same wish for an addition at today's price, on a line of its own", () => {
    const wished = { ...ribeye, wish: { ...thick, thickness: "1.25", trim: "" } as const };
    const today = [sold(ribeye, { pricePerLb: "26.50" })];
    const raise = [{ lineId: "line-1", quantity: "12" }];
    const { plan: made } = plan(raise, { today, present: [wished] });
    expect(made.added).toMatchObject([{ pounds: "2.00", pricePerLb: "26.50", wish: wished.wish }]);
  });

  it("is not merged with additions without the wish", () => {
    const wished = { ...ribeye, wish: { ...thick, thickness: "1.25", trim: "" } as const };
    const { plan: made } = plan([], { add: [["ribeye", "3"]], present: [wished] });
    expect(made.changed).toEqual([]);
    expect(made.added).toMatchObject([{ pounds: "3.00", wish: null }]);
  });

  it("shows an error beside an invalid wish", () => {
    const wish = { ...thick, perPack: "many" };
    expect(plan([{ lineId: "line-1", quantity: "10", wish }]).problems).toEqual([
      { field: "note.line-1", message: "Enter a number from 1 to 50 for each pack." },
    ]);
  });
});

describe("a line that is removed", () => {
  it("is removed by its checkbox or by a quantity of zero", () => {
    for (const asked of [{ quantity: "0" }, { quantity: "nonsense", isRemoved: true }]) {
      const { plan: made, problems } = plan([{ lineId: "line-1", ...asked }]);
      expect(problems).toEqual([]);
      expect(made.removed).toEqual(["line-1"]);
      expect(made.differences).toMatchObject([{ from: "10 lb at $24.99/lb", to: null }]);
    }
  });

  it("can't be the last one", () => {
    const all = ["line-1", "line-2"].map((lineId) => ({ lineId, isRemoved: true }));
    expect(plan(all).problems).toEqual([
      { field: "lines", message: "An order needs at least one line. Cancel the order instead." },
    ]);
    expect(plan(all, { add: [["stew", "5"]] }).problems).toEqual([]);
  });

  it.each(["", " ", "-1", "1.234", "ten"])("is not removed by %j", (quantity) => {
    const { problems } = plan([{ lineId: "line-1", quantity }]);
    expect(problems).toMatchObject([{ field: "quantity.line-1" }]);
  });
});

describe("a product that is added", () => {
  it("becomes a line, or is added to one at the same price", () => {
    const { plan: made } = plan([], {
      add: [
        ["stew", "5"],
        ["stew", "2.5"],
        ["roast", "1"],
      ],
    });
    expect(made.added).toMatchObject([{ productId: "stew", pounds: "7.50" }]);
    expect(made.changed).toMatchObject([{ id: "line-2", pieces: 4, pounds: "5.00" }]);
  });

  it("needs both a product and a quantity", () => {
    const { problems } = plan([], {
      add: [
        ["", "5"],
        ["stew", ""],
        ["", ""],
      ],
    });
    expect(problems.map(({ field }) => field)).toEqual(["add.1", "addQuantity.2"]);
  });

  it("must be sold", () => {
    expect(plan([], { add: [["nothing", "1"]] }).problems).toHaveLength(1);
  });
});

describe("the price list's minimum of a product", () => {
  const today = [sold(ribeye, { minLb: "8.00" }), sold(roast, { minLb: "3.00" }), stew];
  const problemsOf = (...args: Parameters<typeof plan>) => plan(...args).problems;

  it("applies if the quantity changed, unless to zero", () => {
    const message = "The price list asks for at least 8 lb of this.";
    const lowered = [{ lineId: "line-1", quantity: "7.99" }];
    expect(problemsOf(lowered, { today })).toEqual([{ field: "quantity.line-1", message }]);
    expect(problemsOf([{ lineId: "line-1", quantity: "8" }], { today })).toEqual([]);
    expect(problemsOf([{ lineId: "line-1", quantity: "0" }], { today })).toEqual([]);
    const dear = [sold(ribeye, { minLb: "50.00" }), sold(roast)];
    expect(problemsOf([{ lineId: "line-2", quantity: "2" }], { today: dear })).toEqual([]);
  });

  it("counts pieces by their weight, and all lines of a product", () => {
    expect(problemsOf([{ lineId: "line-2", quantity: "2" }], { today })).toMatchObject([
      { message: "The price list asks for at least 3 lb of this, which is 3 pieces." },
    ]);
    const more = { ...ribeye, id: "line-3", quantity: "2.00", pricePerLb: "20.00" };
    const present = [ribeye, more];
    const lines = [{ lineId: "line-1", quantity: "6" }];
    expect(problemsOf(lines, { today, present })).toEqual([]);
  });

  it("applies to added products", () => {
    const list = [sold(ribeye), sold(roast), { ...stew, minLb: "5.00" }];
    expect(problemsOf([], { today: list, add: [["stew", "4"]] })).toMatchObject([
      { field: "addQuantity.1" },
    ]);
    expect(problemsOf([], { today: list, add: [["stew", "5"]] })).toEqual([]);
  });
});
