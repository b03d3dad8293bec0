import { expect, it } from "vitest";
import { gathered } from "#tests/setup/gathered.ts";
import { inWindows } from "./windows.ts";

it.each([0, 1, 9, 10, 11, 25])("reads each of %i rows once, ten at a time", async (last) => {
  const endAfter = async (from = 0) => (from + 10 <= last ? from + 10 : undefined);
  const read = async (from = 0, to = last) =>
    Array.from({ length: to - from }, (_, index) => from + 1 + index);
  const batches = await gathered(inWindows(endAfter, read));
  expect(batches.flat()).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10);
});
