import { describe, expect, it } from "vitest";
import {
  byCategory,
  filterCategories,
  type OrderCategory,
  padRows,
  pageOfPad,
  withFirst,
} from "./order-categories.ts";
import { orderable } from "./test-draft.ts";

const products = [
  orderable(1, { name: "Lean Ground Beef", category: "ground" }),
  orderable(2, { name: "T-Bone Steak", category: "loin" }),
  orderable(3, { name: "Gift Box", category: null }),
  orderable(4, { name: "Rôti de bœuf", category: "loin" }),
  orderable(5, { name: "Blade Steak", category: "chuck" }),
];

const outline = (parts: OrderCategory[]) =>
  parts.map(({ label, products: of }) => `${label}: ${of.map(({ name }) => name).join(", ")}`);

it("withFirst puts the named products first, in that order, and shows each product once", () => {
  const ids = [4, 5, 9].map((n) => orderable(n).id);
  expect(outline(withFirst(byCategory(products), { label: "From order 1042", ids }))).toEqual([
    "From order 1042: Rôti de bœuf, Blade Steak",
    "Loin: T-Bone Steak",
    "Ground Beef: Lean Ground Beef",
    "More: Gift Box",
  ]);
  const none = withFirst(byCategory(products), { label: "From order 1042", ids: [] });
  expect(outline(none)).toEqual(outline(byCategory(products)));
});

it("byCategory has the order of the shop's tabs, and every product for sale", () => {
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

  it("finds products of the first part by their own category, and by the part's name", () => {
    const ids = [orderable(2).id, orderable(5).id];
    const parts = withFirst(byCategory(products), { label: "From order 1042", ids });
    expect(outline(filterCategories(parts, "loin"))).toEqual([
      "From order 1042: T-Bone Steak",
      "Loin: Rôti de bœuf",
    ]);
    expect(outline(filterCategories(parts, "1042"))).toEqual([
      "From order 1042: T-Bone Steak, Blade Steak",
    ]);
  });

  it("finds everything if nothing is typed", () => {
    expect(filterCategories(byCategory(products), " ")).toEqual(byCategory(products));
  });
});

describe("the pages of the pad", () => {
  const many = (category: "chuck" | "loin" | "ground", from: number, count: number) =>
    Array.from({ length: count }, (_, index) => orderable(from + index, { category }));
  const large = byCategory([
    ...many("chuck", 0, padRows - 10),
    ...many("loin", 100, 2 * padRows),
    ...many("ground", 300, 5),
  ]);
  const sizes = (parts: OrderCategory[]) =>
    parts.map(({ id, products: of }) => `${id} ${of.length}`);

  it("are full, and continue a category where the previous page ended", () => {
    expect(sizes(pageOfPad(large, 1).shown)).toEqual([`chuck ${padRows - 10}`, "loin 10"]);
    expect(sizes(pageOfPad(large, 2).shown)).toEqual([`loin ${padRows}`]);
    expect(sizes(pageOfPad(large, 3).shown)).toEqual([`loin ${padRows - 10}`, "ground 5"]);
    const all = [1, 2, 3].flatMap((page) =>
      pageOfPad(large, page).shown.flatMap((part) => part.products),
    );
    expect(all).toEqual(large.flatMap((part) => part.products));
  });

  it("stop at the last page, and say on which page each category begins", () => {
    const { place, pageOf } = pageOfPad(large, 99);
    expect(place).toMatchObject({ page: 3, pages: 3, total: 3 * padRows - 5 });
    expect([...pageOf]).toEqual([
      ["chuck", 1],
      ["loin", 1],
      ["ground", 3],
    ]);
  });

  it("are a single page if everything fits", () => {
    const small = byCategory(products);
    expect(pageOfPad(small, 1)).toMatchObject({ shown: small, place: { pages: 1 } });
    expect(pageOfPad([], 1).place).toMatchObject({ pages: 1, total: 0 });
  });
});
