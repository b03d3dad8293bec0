import { describe, expect, it } from "vitest";
import { arranged, hasBestSellers, type ListedProduct, offerOf } from "./arranged.ts";
import { choiceIn, choiceQuery, type ListFilter } from "./list-choice.ts";

function product(id: string, pricePerLb: string, ...filters: ListFilter[]): ListedProduct {
  return {
    id,
    name: id,
    slug: id,
    category: "loin",
    pricePerLb,
    imageUrl: null,
    soldBy: "lb",
    typicalPieceLb: null,
    orderStepLb: "0.01",
    overCapPct: 10,
    taxCode: "Z",
    filters,
  };
}

const listed = [
  product("a", "9.99", "steaks", "grill"),
  product("b", "10.49", "roasts", "roast"),
  product("c", "9.99", "steaks"),
  product("d", "1000.00", "ground", "grill"),
];
const ids = (products: ListedProduct[]) => products.map(({ id }) => id).join("");
const none = new Map<string, number>();
const choose = (search: string) => choiceIn(new URLSearchParams(search));

describe("choiceIn", () => {
  it.each([
    ["", { show: null, use: null, sort: "name" }],
    ["show=steaks&sort=price", { show: "steaks", use: null, sort: "price" }],
    ["show=steaks&use=grill", { show: "steaks", use: "grill", sort: "name" }],
    ["show=grill", { show: null, use: "grill", sort: "name" }],
    ["show=unicorn&use=steaks&sort=toString", { show: null, use: null, sort: "name" }],
    ["show=&use=&sort=", { show: null, use: null, sort: "name" }],
  ])("reads “%s”, and ignores unknown values", (search, choice) => {
    expect(choose(search)).toEqual(choice);
  });

  it("reads a choice that choiceQuery writes back, after the URL's other parameters", () => {
    expect(choiceQuery(choose("sort=price&use=grill&show=ribs"), { category: "loin" })).toBe(
      "?category=loin&show=ribs&use=grill&sort=price",
    );
    expect(choiceQuery(choose("sort=name"))).toBe("");
  });
});

describe("arranged", () => {
  it.each([
    ["", "abcd"],
    ["use=grill", "ad"],
    ["show=steaks&use=grill", "a"],
    ["show=steaks&sort=price", "ac"],
    ["sort=price", "acbd"],
    ["use=smoke", ""],
  ])("for “%s” lists in order: %s", (search, shown) => {
    expect(ids(arranged(listed, choose(search), none))).toBe(shown);
  });

  it("sorts best sellers by number of orders, and products without orders by name", () => {
    const sold = new Map([
      ["d", 7],
      ["b", 2],
    ]);
    expect(ids(arranged(listed, choose("sort=best"), sold))).toBe("dbac");
  });
});

describe("offerOf", () => {
  const offer = (search: string, sold = none, of = listed) => {
    const choice = choose(search);
    const shown = arranged(of, choice, sold).length;
    return offerOf(of, choice, { sold, shown, path: "/shop" });
  };

  it("offers filters that exclude some products and include some, and marks the selected ones", () => {
    const { shows, sorts, count } = offer("use=grill&sort=price");
    expect(shows).toEqual([
      { label: "All", to: "/shop?sort=price", isCurrent: false },
      { label: "Steaks", to: "/shop?show=steaks&use=grill&sort=price", isCurrent: false },
      { label: "Ground", to: "/shop?show=ground&use=grill&sort=price", isCurrent: false },
      { label: "To grill", to: "/shop?sort=price", isCurrent: true, begins: true },
      { label: "To roast", to: "/shop?use=roast&sort=price", isCurrent: false },
    ]);
    expect(sorts).toEqual([
      { label: "Name", to: "/shop?use=grill", isCurrent: false },
      { label: "Price", to: "/shop?use=grill&sort=price", isCurrent: true },
    ]);
    expect(count).toBe("To grill: 2 of 4 products");
  });

  it("combines a kind and a use, and lets each be removed separately", () => {
    const { shows, count } = offer("show=steaks&use=grill");
    expect(shows.filter(({ isCurrent }) => isCurrent)).toEqual([
      { label: "Steaks", to: "/shop?use=grill", isCurrent: true },
      { label: "To grill", to: "/shop?show=steaks", isCurrent: true, begins: true },
    ]);
    expect(count).toBe("Steaks to grill: 1 of 4 products");
  });

  it("keeps a filter that shows nothing, so that it can be removed", () => {
    const { shows, count } = offer("use=smoke");
    expect(shows.find(({ isCurrent }) => isCurrent)?.label).toBe("To smoke");
    expect(count).toBe("To smoke: 0 of 4 products");
  });

  it("offers best sellers once three listed products have been sold", () => {
    const sold = new Map([
      ["a", 1],
      ["b", 1],
      ["elsewhere", 9],
    ]);
    expect(hasBestSellers(listed, sold)).toBe(false);
    sold.set("c", 1);
    expect(hasBestSellers(listed, sold)).toBe(true);
    expect(offer("", sold).sorts.at(-1)).toEqual({
      label: "Best sellers",
      to: "/shop?sort=best",
      isCurrent: false,
    });
  });

  it("offers no filters or sorting for a single product", () => {
    expect(offer("", none, listed.slice(0, 1))).toEqual({
      shows: [],
      sorts: [],
      count: "1 product",
    });
  });
});
