import { describe, expect, it, test } from "vitest";
import { pageAt, pageSize, readCursor, toPage, writeCursor } from "./page-of-rows.ts";

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
  it("returns the page and whether there are more rows", () => {
    expect(toPage([1, 2, 3], 2)).toEqual({ rows: [1, 2], hasMore: true });
    expect(toPage([1, 2], 2)).toEqual({ rows: [1, 2], hasMore: false });
    expect(toPage([], 2)).toEqual({ rows: [], hasMore: false });
  });
});

describe("pageAt", () => {
  // A list of numbers, greatest first; a condition is a predicate on a number.
  type Condition = (n: number) => boolean;
  function read(from: Condition = () => true, order: string, limit: number) {
    const found = [7, 6, 5, 4, 3, 2, 1].filter(from);
    return Promise.resolve((order === "newest first" ? found : found.reverse()).slice(0, limit));
  }
  const at = (older?: Condition, newer?: Condition) => pageAt(3, { older, newer }, read);
  const newest = { rows: [7, 6, 5], hasMore: true, hasNewer: false };

  it("starts at the newest rows", async () => {
    expect(await at()).toEqual(newest);
  });

  it("continues with older rows to the end", async () => {
    expect(await at((n) => n < 5)).toEqual({ rows: [4, 3, 2], hasMore: true, hasNewer: true });
    expect(await at((n) => n < 2)).toEqual({ rows: [1], hasMore: false, hasNewer: true });
  });

  it("goes back to newer rows, up to a full newest page", async () => {
    const back = { rows: [4, 3, 2], hasMore: true, hasNewer: true };
    expect(await at(undefined, (n) => n > 1)).toEqual(back);
    expect(await at(undefined, (n) => n > 4)).toEqual(newest);
    expect(await at(undefined, (n) => n > 5)).toEqual(newest);
  });

  it("returns the newest page past either end", async () => {
    expect(await at((n) => n < 1)).toEqual(newest);
    expect(await at(undefined, (n) => n > 7)).toEqual(newest);
  });

  it("returns one empty page for an empty list", async () => {
    const empty = { rows: [], hasMore: false, hasNewer: false };
    expect(await pageAt(3, { older: true, newer: undefined }, async () => [])).toEqual(empty);
  });
});

const id = "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6";

test("reads back a cursor that was written", () => {
  const cursor = { at: new Date("2026-05-01T17:00:00.123Z"), id };
  expect(writeCursor(cursor)).toBe(`2026-05-01T17:00:00.123Z_${id}`);
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
});

test.each([
  null,
  "",
  "_",
  id,
  `_${id}`,
  `yesterday_${id}`,
  `2026-05-01_${id}`,
  `2026-02-30T00:00:00.000Z_${id}`,
  `-200000-01-01T00:00:00.000Z_${id}`,
  `0000-01-01T00:00:00.000Z_${id}`,
  `+200000-01-01T00:00:00.000Z_${id}`,
  "2026-05-01T17:00:00.123Z",
  "2026-05-01T17:00:00.123Z_",
  `2026-05-01T17:00:00.123Z_${id}_${id}`,
])("%j is not a valid cursor", (text) => {
  expect(readCursor(text)).toBeUndefined();
});
