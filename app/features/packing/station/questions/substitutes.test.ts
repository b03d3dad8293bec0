import { describe, expect, it } from "vitest";
import { askedOf, type ProductToAdd, substituteGroups } from "./substitutes.ts";

const product = (name: string, over: Partial<ProductToAdd> = {}): ProductToAdd => ({
  id: name,
  name,
  category: "loin",
  soldBy: "lb",
  typicalPieceLb: null,
  ...over,
});

const ribeye: Parameters<typeof substituteGroups>[0] = {
  productId: "Ribeye Steak",
  productName: "Ribeye Steak",
  category: "loin",
  soldBy: "piece",
  orderedPieces: 3,
  typicalPieceLb: "1.25",
  quantity: "3.75",
  mostLb: "4.12",
  packedLb: "0.00",
};

describe("the products offered as substitutes", () => {
  it("are those sent before, then those of the same part, then all others, the most similar first", () => {
    const products = [
      product("Brisket", { category: "chuck" }),
      product("Flank Steak", { category: "other", soldBy: "piece", typicalPieceLb: "1.50" }),
      product("Ribeye Steak"),
      product("Short Loin"),
      product("Striploin Roast"),
      product("Striploin Steak", { soldBy: "piece", typicalPieceLb: "1.00" }),
      product("Tenderloin"),
      product("T-Bone Steak"),
    ];
    const usual = [
      { askedId: "Ribeye Steak", sentId: "Short Loin", times: 1 },
      { askedId: "Ribeye Steak", sentId: "Tenderloin", times: 4 },
      { askedId: "Brisket", sentId: "Striploin Roast", times: 9 },
    ];
    const groups = substituteGroups(ribeye, products, usual).map(
      (group) => [group.label, group.products.map(({ name }) => name)] as const,
    );
    expect(groups).toEqual([
      ["Sent instead before", ["Tenderloin", "Short Loin"]],
      ["Similar cuts", ["Striploin Steak", "T-Bone Steak", "Striploin Roast"]],
      ["Everything else", ["Flank Steak", "Brisket"]],
    ]);
  });

  it("have no empty groups, and no group for the part if the product has none", () => {
    const line = { ...ribeye, category: null };
    const groups = substituteGroups(line, [product("Stew", { category: null })], []);
    expect(groups.map(({ label }) => label)).toEqual(["Everything else"]);
  });
});

describe("the proposed quantity of a substitute", () => {
  const pieces = (typicalPieceLb: string) => product("Other", { soldBy: "piece", typicalPieceLb });

  it.each([
    ["pounds as ordered", ribeye, product("Stew"), "3.75"],
    ["pounds that are not packed yet", { ...ribeye, packedLb: "1.25" }, product("Stew"), "2.5"],
    ["nothing that was packed", { ...ribeye, packedLb: "3.90" }, product("Stew"), ""],
    ["the nearest pieces", ribeye, pieces("1.00"), "4"],
    ["fewer where the maximum pays for no more", ribeye, pieces("2.10"), "1"],
    ["at least a piece", ribeye, pieces("9.00"), "1"],
    ["pounds until a product is chosen", ribeye, undefined, "3.75"],
  ])("is %s", (_, line, chosen, asked) => {
    expect(askedOf(line, chosen)).toBe(asked);
  });
});
