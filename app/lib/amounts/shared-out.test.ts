import { describe, expect, it } from "vitest";
import { sharedOut } from "./shared-out.ts";

describe("an amount divided by weights", () => {
  it("is proportional, and adds up exactly", () => {
    expect(sharedOut(520_00, [559_80, 499_50])).toEqual([274_80, 245_20]);
    expect(sharedOut(520_00, [20_00, 50_00])).toEqual([148_57, 371_43]);
    expect(sharedOut(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(sharedOut(1, [1, 2])).toEqual([0, 1]);
    expect(sharedOut(7, [])).toEqual([]);
    expect(sharedOut(7, [0, 0])).toEqual([7, 0]);
    expect(sharedOut(0, [3, 4])).toEqual([0, 0]);
  });

  it("adds up for any weights, and each share is off by at most one", () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const amount = next(9_999_999);
      const weights = Array.from({ length: 1 + next(12) }, () => next(100_000));
      const shares = sharedOut(amount, weights);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      if (total === 0) continue;
      for (const [index, share] of shares.entries()) {
        expect(Math.abs(share - (amount * (weights[index] ?? 0)) / total)).toBeLessThanOrEqual(1);
      }
    }
  });
});
