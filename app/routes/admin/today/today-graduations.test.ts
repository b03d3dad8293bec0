import { expect, test } from "vitest";
import { graduations, graduationsPerNumber } from "./today-graduations.tsx";

const numbers = (most: number) =>
  graduations(most).filter((_, place) => place % graduationsPerNumber === 0);

test.each([
  [730, [0, 200, 400, 600, 800]],
  [800, [0, 200, 400, 600, 800]],
  [801, [0, 500, 1000]],
  [84_310.5, [0, 50_000, 100_000]],
  [3, [0, 1, 2, 3]],
  [0.2, [0, 0.5]],
  [0, [0, 0.5]],
])("the scale up to %d has the numbers %j", (most, expected) => {
  expect(numbers(most)).toEqual(expected);
});

test.each([0, 0.2, 7, 99.99, 123_456, 9_999_999_999.99])(
  "the scale reaches %d with at most four numbered intervals",
  (most) => {
    const marks = graduations(most);
    expect(marks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(marks.length).toBeLessThanOrEqual(4 * graduationsPerNumber + 1);
  },
);
