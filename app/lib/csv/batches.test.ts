import { describe, expect, it } from "vitest";
import { collect } from "#tests/setup/files/read-export.ts";
import { inBatches, inWindows } from "./batches.ts";

/** Reads the integers from 1 to `last` as a table, after a row. */
function numbers(last: number) {
  const reads: (number | undefined)[] = [];
  async function read(after: number | undefined, limit: number) {
    reads.push(after);
    const first = (after ?? 0) + 1;
    const length = Math.max(0, Math.min(limit, last - first + 1));
    return Array.from({ length }, (_, index) => first + index);
  }
  return { reads, read };
}

describe("inBatches", () => {
  it.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [100, 2],
    [250, 3],
  ])("reads each of %i rows once, in %i queries", async (rows, queries) => {
    const { read, reads } = numbers(rows);
    const batches = await collect(inBatches(read));
    expect(batches.flat()).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
    expect(reads).toHaveLength(queries);
  });

  it("reads batches only on demand, and none after the reader stops", async () => {
    const { read, reads } = numbers(1_000);
    for await (const [first] of inBatches(read)) {
      if (first === 201) break;
    }
    expect(reads).toEqual([undefined, 100, 200]);
  });
});

it.each([0, 1, 9, 10, 11, 25])(
  "inWindows reads each of %i rows once, ten at a time",
  async (last) => {
    const endAfter = async (from = 0) => (from + 10 <= last ? from + 10 : undefined);
    const read = async (from = 0, to = last) =>
      Array.from({ length: to - from }, (_, index) => from + 1 + index);
    const batches = await collect(inWindows(endAfter, read));
    expect(batches.flat()).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10);
  },
);
