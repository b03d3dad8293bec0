import { describe, expect, it } from "vitest";
import type { Wish } from "#db/schema/values/wishes.ts";
import {
  isSameWish,
  noWish,
  readWish,
  wishInWords,
  wishPartsFor,
  wishWithin,
  withWish,
} from "./wish.ts";

describe("a wish in words", () => {
  it("names the parts of the wish and nothing else", () => {
    const wish = { thickness: "1.25", perPack: "2", trim: "lean", note: "tied" };
    expect(wishInWords(wish)).toBe("1¼ in, 2 per pack, closely trimmed, tied");
    expect(wishInWords({ ...noWish, thickness: "0.5" })).toBe("½ in");
    expect(wishInWords({ ...noWish, trim: "fat" })).toBe("fat left on");
    expect(wishInWords(noWish)).toBe("");
    expect(withWish("5 lb", { ...noWish, perPack: "2" })).toBe("5 lb (2 per pack)");
    expect(withWish("5 lb", null)).toBe("5 lb");
  });
});

describe("a typed wish", () => {
  it("is parsed with tidied spaces, and null if empty", () => {
    const typed = { thickness: "1.25", perPack: " 02 ", note: "  tied\n twice " };
    expect(readWish(typed)).toEqual({
      wish: { thickness: "1.25", perPack: "2", trim: "", note: "tied twice" },
    });
    expect(readWish(noWish)).toEqual({ wish: null });
    expect(readWish({ note: " \t " })).toEqual({ wish: null });
  });

  it.each([
    [{ thickness: "1.1" }, "Choose a thickness from the list."],
    [{ trim: "raw" }, "Choose a trim from the list."],
    [{ perPack: "0" }, "Enter a number from 1 to 50 for each pack."],
    [{ perPack: "51" }, "Enter a number from 1 to 50 for each pack."],
    [{ perPack: "two" }, "Enter a number from 1 to 50 for each pack."],
    [{ note: "x".repeat(81) }, "Please keep the wish within 80 characters."],
  ])("is refused if invalid: %j", (typed, error) => {
    expect(readWish(typed)).toEqual({ error });
  });

  it("keeps 80 characters, without unprintable ones", () => {
    expect(readWish({ note: `${"é".repeat(79)}\u0007!` })).toEqual({
      wish: { ...noWish, note: `${"é".repeat(79)}!` },
    });
  });
});

it("treats two wishes as the same only if all parts are", () => {
  const wish = { ...noWish, thickness: "1" };
  expect(isSameWish(null, noWish)).toBe(true);
  expect(isSameWish(wish, { ...wish })).toBe(true);
  expect(isSameWish(wish, null)).toBe(false);
  expect(isSameWish(wish, { ...wish, note: "tied" })).toBe(false);
});

it("drops parts that a product's category doesn't have", () => {
  const wish: Wish = { thickness: "1", perPack: "2", trim: "lean", note: "" };
  expect(wishWithin(wish, "loin")).toEqual(wish);
  expect(wishWithin(wish, "ground")).toEqual({ ...noWish, perPack: "2" });
  expect(wishWithin({ ...wish, perPack: "" }, "ground")).toBeNull();
  expect(wishWithin(null, "ground")).toBeNull();
});

it("offers thickness and trim unless the product is ground or pre-cut", () => {
  expect(wishPartsFor("ground")).toEqual(["perPack", "note"]);
  expect(wishPartsFor("loin")).toEqual(["thickness", "perPack", "trim", "note"]);
});
