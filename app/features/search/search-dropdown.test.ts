import { describe, expect, it, test } from "vitest";
import { moveChoice, searchMessage } from "./search-dropdown.ts";

const hit = {
  id: "1",
  name: "Ribeye Steak",
  category: "prime-rib",
  pricePerLb: "24.99",
  soldBy: "lb" as const,
  typicalPieceLb: null,
};

test.each([
  [null, false, [], "Start typing to search"],
  [null, true, [hit], "Start typing to search"],
  ["rib", true, [], "Searching..."],
  ["rib", false, [], "No products found"],
  ["rib", false, [hit], null],
])(
  "for the query %j, searching: %s, results: %j, the message is %j",
  (query, isSearching, hits, message) => {
    expect(searchMessage(query, isSearching, hits)).toBe(message);
  },
);

describe("moveChoice", () => {
  it.each([
    ["ArrowDown", null, 0],
    ["ArrowDown", 0, 1],
    ["ArrowDown", 2, null],
    ["ArrowUp", null, 2],
    ["ArrowUp", 2, 1],
    ["ArrowUp", 0, null],
    ["Home", 2, 0],
    ["End", 0, 2],
  ])("%s from %s goes to %s", (key, from, to) => {
    expect(moveChoice(key, from, 3)).toBe(to);
  });

  it.each(["Home", "End"])("%s moves the caret while nothing is chosen", (key) => {
    expect(moveChoice(key, null, 3)).toBeUndefined();
  });

  it.each(["Enter", "a", "Tab", "ArrowLeft", "PageDown"])("%s chooses nothing", (key) => {
    expect(moveChoice(key, 1, 3)).toBeUndefined();
  });

  it.each(["ArrowDown", "ArrowUp", "Home", "End"])("%s does nothing without results", (key) => {
    expect(moveChoice(key, null, 0)).toBeUndefined();
  });
});
