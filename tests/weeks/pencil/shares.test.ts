import { expect, test } from "vitest";
import { isShared, sharedInTurn } from "./shares.ts";

// The number before a title is the section of trade.md that it tests.

const sharers = [
  { id: "second", number: 2, rank: 1, asked: 600, has: 0 },
  { id: "first", number: 1, rank: null, asked: 300, has: 100 },
];
const gets = (second: number, first: number) => new Map(Object.entries({ second, first }));

test("14: by time, the earliest order gets its full amount first", () => {
  expect(sharedInTurn(sharers, 250, "time")).toEqual(gets(50, 300));
});

test("14: by rank, the customer ranked first gets the full amount first, and one without a rank comes last", () => {
  expect(sharedInTurn(sharers, 250, "rank")).toEqual(gets(250, 100));
  expect(sharedInTurn(sharers, 700, "rank")).toEqual(gets(600, 200));
});

test("14: in proportion, each order gets the same fraction of its pounds, but never less than is packed", () => {
  expect(isShared(sharers, 350, gets(300, 150))).toBe(true);
  expect(isShared(sharers, 20, gets(20, 100))).toBe(true);
  expect(isShared(sharers, 350, gets(150, 300))).toBe(false);
  expect(isShared(sharers, 350, gets(300, 100))).toBe(false);
});

test("14: pieces are shared whole, and a remaining fraction goes to nobody", () => {
  const pieces = [
    { id: "second", number: 2, rank: null, asked: 6, has: 0 },
    { id: "first", number: 1, rank: null, asked: 3, has: 1 },
  ];
  expect(sharedInTurn(pieces, 3.9, "time")).toEqual(gets(1, 3));
  expect(isShared(pieces, 3.9, gets(3, 1))).toBe(true);
  expect(isShared(pieces, 3.9, gets(1, 3))).toBe(false);
  expect(isShared(pieces, 3.9, gets(3, 2))).toBe(false);
});
