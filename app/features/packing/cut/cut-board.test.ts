import { expect, it } from "vitest";
import type { StationLine } from "#app/domain/packages/packing.ts";
import { finishableInWords, othersLeft } from "./cut-board.ts";

const of = (...orders: [orderId: string, othersLeft: number][]) =>
  finishableInWords(orders.map(([orderId, left]) => ({ owner: { orderId, othersLeft: left } })));

it("states how many orders of a cut can be finished, counting each once", () => {
  expect(of(["A", 0])).toBe("Its order can be finished.");
  expect(of(["A", 0], ["B", 0])).toBe("Their orders can be finished.");
  expect(of(["A", 3], ["A", 3])).toBe("Its order has other products to pack.");
  expect(of(["A", 3], ["B", 1])).toBe("Their orders have other products to pack.");
  expect(of(["A", 0], ["B", 3])).toBe(
    "1 of 2 orders can be finished; the other has other products to pack.",
  );
  expect(of(["A", 0], ["A", 0], ["B", 3], ["C", 1])).toBe(
    "1 of 3 orders can be finished; the other 2 have other products to pack.",
  );
});

it("counts the other products' open lines that “Finish” would not mark as done", () => {
  const line = (over: Partial<StationLine>) =>
    ({
      productId: "other",
      packState: "open",
      soldBy: "lb",
      quantity: "10.00",
      overCapPct: 10,
      mostLb: "11.00",
      packedLb: "0.00",
      ...over,
    }) as StationLine;
  const lines = [
    line({}),
    line({ packedLb: "10.05" }),
    line({ packedLb: "12.00" }),
    line({ packState: "short" }),
    line({ productId: "own" }),
  ];
  expect(othersLeft(lines, "own")).toBe(2);
});
