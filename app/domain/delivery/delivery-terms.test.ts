import { describe, expect, it } from "vitest";
import { deliveryTerms, withJudgedMinimums } from "./delivery-terms.ts";
import { rulesOf, zoneWith } from "./test-rules.ts";

/** Minimum $150, delivery $12, free from $400. */
const day = { minOrder: 15_000, fee: 1_200, freeFrom: 40_000 };
const order = { estimateCents: 20_000, shopMinimumCents: 0, isShared: false };

describe("a day's delivery fee", () => {
  it.each([
    [14_999, 1_200],
    [39_999, 1_200],
    [40_000, 0],
    [40_001, 0],
  ])("for an order of %i cents is %i cents", (estimateCents, feeCents) => {
    expect(deliveryTerms(day, { ...order, estimateCents }).feeCents).toBe(feeCents);
  });

  it("applies to any order if there is no free amount", () => {
    const terms = { ...day, freeFrom: null };
    expect(deliveryTerms(terms, { ...order, estimateCents: 1e9 }).feeCents).toBe(1_200);
  });
});

describe("a day's minimum order", () => {
  it.each([
    [0, 5_000],
    [4_000, 5_000],
    [15_000, 15_000],
  ])("of %i cents becomes %i cents if the shop's is 5,000 cents", (minOrder, told) => {
    const zone = zoneWith({ minOrder });
    const [judged] = withJudgedMinimums(rulesOf([zone]), 5_000).zones;
    expect(judged?.days.map((day) => day.minOrder)).toEqual([told]);
    const terms = zone.days.map((day) => deliveryTerms(day, { ...order, shopMinimumCents: 5_000 }));
    expect(terms).toMatchObject([{ minimumCents: told }]);
  });

  it.each([
    [0, 15_000],
    [15_000, 15_000],
    [20_000, 20_000],
  ])("is at least the shop's minimum: with %i cents it is %i", (shopMinimumCents, minimumCents) => {
    expect(deliveryTerms(day, { ...order, shopMinimumCents }).minimumCents).toBe(minimumCents);
  });

  it("is the shop's minimum if there is no day", () => {
    const terms = deliveryTerms(undefined, { ...order, shopMinimumCents: 5_000 });
    expect(terms).toEqual({ minimumCents: 5_000, feeCents: 0 });
  });
});

it("an order that shares a stop needs no minimum and pays no fee", () => {
  const shared = { ...order, shopMinimumCents: 5_000, isShared: true };
  expect(deliveryTerms(day, shared)).toEqual({ minimumCents: 0, feeCents: 0 });
});
