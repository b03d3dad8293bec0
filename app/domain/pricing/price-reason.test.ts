import { expect, test } from "vitest";
import { type PriceReason, whyThisPrice } from "./price-reason.ts";

const catalogue: PriceReason = {
  source: "base",
  sourceName: "",
  endsOn: null,
  basePricePerLb: "24.99",
  last: null,
};
const last = { pricePerLb: "24.49", issuedOn: "2026-11-03" };

test.each([
  ["24.99", {}, null],
  ["24.99", { last: { ...last, pricePerLb: "24.99" } }, null],
  ["24.99", { last }, "50¢ more than on Nov 3"],
  ["22.99", { last, basePricePerLb: "22.99" }, "$1.50 less than on Nov 3"],
  [
    "22.00",
    { source: "list", sourceName: "Restaurants" },
    "Your list “Restaurants” · catalogue $24.99/lb",
  ],
  [
    "22.00",
    { source: "customer", endsOn: "2026-12-31", last: { ...last, pricePerLb: "22.50" } },
    "Your price until Dec 31, 2026 · catalogue $24.99/lb · 50¢ less than on Nov 3",
  ],
  ["24.99", { source: "customer" }, "Your price"],
  [
    "20.00",
    { source: "desk", sourceName: "Last week's price, as agreed" },
    "Price set for this order: Last week's price, as agreed · catalogue $24.99/lb",
  ],
] as const)("%s with %j says %j", (pricePerLb, facts, words) => {
  expect(whyThisPrice({ pricePerLb, reason: { ...catalogue, ...facts } })).toBe(words);
});

test("staff see that it is the client's price", () => {
  const reason = { ...catalogue, source: "customer" } as const;
  expect(whyThisPrice({ pricePerLb: "22.00", reason }, "Their")).toBe(
    "Their price · catalogue $24.99/lb",
  );
});
