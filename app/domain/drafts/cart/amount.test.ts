import { expect, it } from "vitest";
import { formatPieces, maxAmount, poundsOf } from "./amount.ts";
import { estimateOf } from "./estimate.ts";

const byPiece = { soldBy: "piece", typicalPieceLb: "1.25" } as const;
// A typical piece alone doesn't make a product sold by the piece.
const byPound = { soldBy: "lb", typicalPieceLb: "1.25" } as const;
const product = {
  id: "1",
  name: "Ribeye Steak",
  category: null,
  imageUrl: null,
  slug: "ribeye",
  pricePerLb: "24.99",
  orderStepLb: "0.01",
  overCapPct: 10,
  taxCode: "Z" as const,
};

it("pieces are converted to pounds, and pounds are kept", () => {
  expect(poundsOf(byPiece, 3)).toBe(3.75);
  expect(poundsOf(byPound, 2.5)).toBe(2.5);
  expect(formatPieces(byPiece, 3)).toBe("3 × about 1.25 lb");
  expect(formatPieces({ ...byPiece, typicalPieceLb: "2.50" }, 1)).toBe("1 × about 2.5 lb");
  expect(formatPieces(byPound, 3)).toBeNull();
});

it.each([
  ["1.25", 8_000],
  ["0.05", 200_000],
  ["0.07", 142_857],
  ["1000.00", 10],
])("an order can have pieces of %s lb up to %s", (typicalPieceLb, most) => {
  expect(maxAmount({ soldBy: "piece", typicalPieceLb })).toBe(most);
  expect(maxAmount(byPound)).toBe(10_000);
});

it("estimateOf states estimate and promise to the cent", () => {
  expect(estimateOf({ ...product, ...byPiece }, 3)).toBe(
    "Estimate $93.71. You pay for the weight we pack, at most $103.08.",
  );
  expect(estimateOf({ ...product, ...byPound, overCapPct: 0 }, 50)).toBe(
    "Estimate $1,249.50. You pay for the weight we pack, at most $1,249.50.",
  );
  // At most $200.00 before tax (trade rules, section 13).
  const taxed = { ...product, ...byPound, pricePerLb: "160.00", overCapPct: 25 };
  expect(estimateOf({ ...taxed, taxCode: "G" }, 1)).toBe(
    "Estimate $168.00 with tax. You pay for the weight we pack, at most $210.00.",
  );
});
