import { describe, expect, it } from "vitest";
import { orderable } from "../draft/test-draft.ts";
import { byCategory, filterCategories, type OrderCategory } from "./order-categories.ts";

const products = [
  orderable(1, { name: "Lean Ground Beef", category: "ground" }),
  orderable(2, { name: "T-Bone Steak", category: "loin" }),
  orderable(3, { name: "Gift Box", category: null }),
  orderable(4, { name: "Rôti de bœuf", category: "loin" }),
  orderable(5, { name: "Blade Steak", category: "chuck" }),
];

const outline = (parts: OrderCategory[]) =>
  parts.map(({ label, products: of }) => `${label}: ${of.map(({ name }) => name).join(", ")}`);

it("stands in the order of the shop's tabs, and leaves nothing out that is for sale", () => {
  expect(outline(byCategory(products))).toEqual([
    "Chuck: Blade Steak",
    "Loin: T-Bone Steak, Rôti de bœuf",
    "Ground Beef: Lean Ground Beef",
    "More: Gift Box",
  ]);
});

describe("the filter", () => {
  it.each([
    ["steak", ["Chuck: Blade Steak", "Loin: T-Bone Steak"]],
    ["  STEAK   blade ", ["Chuck: Blade Steak"]],
    ["tbone", ["Loin: T-Bone Steak"]],
    ["t-bone", ["Loin: T-Bone Steak"]],
    ["roti", ["Loin: Rôti de bœuf"]],
    ["ground", ["Ground Beef: Lean Ground Beef"]],
    ["unicorn", []],
    ["(", []],
  ])("%j finds %j", (typed, found) => {
    expect(outline(filterCategories(byCategory(products), typed))).toEqual(found);
  });

  it("without a word finds everything", () => {
    expect(filterCategories(byCategory(products), " ")).toEqual(byCategory(products));
  });
});
