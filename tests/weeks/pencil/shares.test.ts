import { expect, test } from "vitest";
import { isShared, sharedByTime } from "./shares.ts";

const sharers = [
  { id: "second", number: 2, asked: 600, has: 0 },
  { id: "first", number: 1, asked: 300, has: 100 },
];
const gets = (second: number, first: number) => new Map(Object.entries({ second, first }));

test("14: by time, who ordered first gets all of it", () => {
  expect(sharedByTime(sharers, 250)).toEqual(gets(50, 300));
});

test("14: in proportion, each gets the same part, and nobody less than is packed", () => {
  expect(isShared(sharers, 350, gets(300, 150))).toBe(true);
  expect(isShared(sharers, 20, gets(20, 100))).toBe(true);
  expect(isShared(sharers, 350, gets(150, 300))).toBe(false);
  expect(isShared(sharers, 350, gets(300, 100))).toBe(false);
});
