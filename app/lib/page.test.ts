import { describe, expect, it } from "vitest";
import { pageSize, toPage } from "./page.ts";

describe("pageSize", () => {
  it.each([
    [undefined, 50],
    [Number.NaN, 50],
    [Number.POSITIVE_INFINITY, 50],
    [-5, 1],
    [0, 1],
    [7.9, 7],
    [1e9, 100],
  ])("takes %s as %i", (limit, size) => {
    expect(pageSize(limit)).toBe(size);
  });
});

describe("toPage", () => {
  it("keeps the page and says whether there was more", () => {
    expect(toPage([1, 2, 3], 2)).toEqual({ rows: [1, 2], hasMore: true });
    expect(toPage([1, 2], 2)).toEqual({ rows: [1, 2], hasMore: false });
    expect(toPage([], 2)).toEqual({ rows: [], hasMore: false });
  });
});
