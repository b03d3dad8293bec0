import { describe, expect, it } from "vitest";
import { factsForCut } from "#app/content/cuts.ts";
import { guideCuts } from "#app/content/cuts-guide.ts";
import { guideTabs } from "#app/content/guide-tabs.ts";
import { pieceOf, piecesInWords } from "./pieces.ts";

const striploin = {
  name: "Striploin Steak",
  cutType: "New York strip steak",
  soldBy: "lb",
  typicalPieceLb: null,
} as const;

describe("pieceOf", () => {
  it("returns the cut's usual piece", () => {
    expect(pieceOf(striploin, { ounces: 14, thickness: "1¼ in" })).toEqual({
      noun: "steak",
      lb: 0.875,
      thickness: "1¼ in",
    });
  });

  it("prefers the product's own piece weight", () => {
    const own = { ...striploin, name: "House Special", cutType: null, typicalPieceLb: "0.50" };
    expect(pieceOf(own, undefined)).toEqual({ noun: "piece", lb: 0.5, thickness: undefined });
    expect(pieceOf({ ...striploin, typicalPieceLb: "0.50" }, { ounces: 14 })?.lb).toBe(0.5);
  });

  it("returns null without a known weight, and for products sold by the piece", () => {
    expect(pieceOf(striploin, undefined)).toBeNull();
    expect(pieceOf(striploin, {})).toBeNull();
    const byPiece = { ...striploin, soldBy: "piece", typicalPieceLb: "1.25" } as const;
    expect(pieceOf(byPiece, { ounces: 14 })).toBeNull();
  });
});

it.each([
  [1, "About 1 steak of about 14 oz, 1¼ in thick."],
  [2, "About 2 steaks of about 14 oz, 1¼ in thick."],
  [5, "About 6 steaks of about 14 oz, 1¼ in thick."],
  [0.5, "One steak is about 14 oz, 1¼ in thick."],
])("%s lb are described in pieces", (pounds, words) => {
  expect(piecesInWords({ noun: "steak", lb: 0.875, thickness: "1¼ in" }, pounds)).toBe(words);
});

it("a description omits an unknown thickness", () => {
  expect(piecesInWords({ noun: "piece", lb: 0.5 }, 600)).toBe("About 1,200 pieces of about 8 oz.");
});

it("a description gives the weight of roasts in pounds", () => {
  expect(piecesInWords({ noun: "piece", lb: 4.5 }, 9)).toBe("About 2 pieces of about 4.5 lb.");
});

it("a cut's thickness is the one that the guide's cooking time assumes", () => {
  const cuts = guideTabs.flatMap(({ id }) => guideCuts(id));
  for (const { slug, cookTime } of cuts) {
    const [, inches] = /at ([\d¼½¾]+) inch/.exec(cookTime) ?? [];
    if (inches) expect(factsForCut(slug)?.thickness, slug).toBe(`${inches} in`);
  }
});
