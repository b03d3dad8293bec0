import { expect, it } from "vitest";
import { draftOf, orderable } from "#app/domain/drafts/test-draft.ts";
import { summarizeForDay } from "./day-summary.ts";

const offered = (isStaff: boolean) => {
  const left = { unit: "lb", from: [{ day: "2026-11-24", most: 12_50 }] } as const;
  const { products } = summarizeForDay(draftOf(), {
    desk: { isStaff },
    products: [orderable(1, { left: { ...left, from: [...left.from] } })],
    minOrderCents: 0,
    offer: null,
    later: {},
    wishes: {},
    laterProducts: [],
  });
  return products[0]?.leftSaid;
};

it("staff see how much of a product is left, and clients how much they can order", () => {
  expect(offered(true)).toBe("12.5 lb left");
  expect(offered(false)).toBe("At most 12.5 lb");
});
