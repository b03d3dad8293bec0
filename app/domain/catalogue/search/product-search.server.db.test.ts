import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { seedCatalogue } from "#server/seed/seed.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { searchProducts, searchResults } from "./product-search.server.ts";

const awkward = [
  "50% Lean Trim",
  "Under_score Steak",
  "Back\\slash Roast",
  "O'Brien's Roast",
  'The "Big" One',
  "Salt, Pepper and Rib",
  "Entrec\u00f4te",
  "\u725b\u8089 Shabu",
];

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  for (const name of awkward) await insertProduct(db, { name, category: "other" });
  for (let n = 1; n <= 60; n++) {
    await insertProduct(db, { name: `Ground ${String(n).padStart(2, "0")}`, category: "ground" });
  }
  await insertProduct(db, { name: "Ground 00", isActive: false });
});
afterAll(() => database.close());

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

const found = async (typed: string) => names((await searchProducts(database.db, typed)).products);

const nothing = { products: [], total: 0 };

/** Fails the test on any access. */
const untouchable = new Proxy({} as Database, {
  get() {
    throw new Error("The database was asked");
  },
});

describe("searchProducts", () => {
  it("returns the first five active matches by name, with the columns of the dropdown", async () => {
    const { products: hits, total } = await searchProducts(database.db, "ground");
    expect(names(hits)).toEqual(["Ground 01", "Ground 02", "Ground 03", "Ground 04", "Ground 05"]);
    expect(total).toBe(60);
    for (const hit of hits) {
      expect(Object.keys(hit).sort()).toEqual([
        "category",
        "id",
        "name",
        "pricePerLb",
        "soldBy",
        "typicalPieceLb",
      ]);
    }
    expect(hits[0]?.category).toBe("ground");
  });

  it.each(["UNDER", "under_SCORE", "score s", "  Under  "])(
    "finds %j anywhere in a name, in any case",
    async (typed) => {
      expect(await found(typed)).toEqual(["Under_score Steak"]);
    },
  );

  it.each([
    ["%", "50% Lean Trim"],
    ["0%", "50% Lean Trim"],
    ["_", "Under_score Steak"],
    ["\\", "Back\\slash Roast"],
    ["k\\s", "Back\\slash Roast"],
    ["'", "O'Brien's Roast"],
    ["o'brien's", "O'Brien's Roast"],
    ['"', 'The "Big" One'],
    [",", "Salt, Pepper and Rib"],
    ["salt, pepper", "Salt, Pepper and Rib"],
    ["entrec\u00f4te", "Entrec\u00f4te"],
    ["Entreco\u0302te", "Entrec\u00f4te"],
    ["\u725b", "\u725b\u8089 Shabu"],
  ])("treats %j literally", async (typed, name) => {
    expect(await found(typed)).toEqual([name]);
  });

  it.each([
    "%%",
    "g%d",
    "Gr_und",
    "\\%",
    "\\_",
    "%' or true --",
    "'; drop table products; --",
    "$1",
    "\ud800",
    "\u{1f969}",
    "Ground 00",
  ])("finds nothing for %j", async (typed) => {
    expect(await searchProducts(database.db, typed)).toEqual(nothing);
  });

  it.each(["", " ", "\t \n", "\0"])("runs no query for %j", async (typed) => {
    expect(await searchProducts(untouchable, typed)).toEqual(nothing);
    expect(await searchResults(untouchable, typed)).toEqual(nothing);
  });

  it("uses only the first 100 characters of a longer text", async () => {
    const name = `Long ${"x".repeat(95)} tail`;
    await insertProduct(database.db, { name });
    expect(await found(`${name.slice(0, 100)} nonsense`)).toEqual([name]);
    expect(await searchProducts(database.db, "y".repeat(10_000))).toEqual(nothing);
  });
});

describe("searchResults", () => {
  it("returns up to 48 active matches with the columns of a card", async () => {
    const { products: rows, total } = await searchResults(database.db, "ground");
    expect(total).toBe(60);
    expect(rows).toHaveLength(48);
    expect(names(rows)).toEqual(names(rows).sort());
    expect(rows[0]?.name).toBe("Ground 01");
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      "category",
      "id",
      "imageUrl",
      "name",
      "orderStepLb",
      "overCapPct",
      "pricePerLb",
      "slug",
      "soldBy",
      "taxCode",
      "typicalPieceLb",
    ]);
  });

  it("treats wildcards literally", async () => {
    const { products } = await searchResults(database.db, "%");
    expect(names(products)).toEqual(["50% Lean Trim"]);
  });
});

describe("a search by other names", () => {
  let other: OpenDatabase;
  beforeAll(async () => {
    other = await openTestDatabase();
    await seedCatalogue(other.db);
    await insertProduct(other.db, { name: "Entrec\u00f4te Sp\u00e9ciale", cutType: "" });
  });
  afterAll(() => other.close());

  const search = async (typed: string) => {
    const { products, correctedTo } = await searchResults(other.db, typed);
    return { names: names(products), correctedTo };
  };

  it.each([
    ["rib eye", ["Ribeye Steak", "Tomahawk Steak"]],
    ["RIB-EYE", ["Ribeye Steak", "Tomahawk Steak"]],
    ["new york", ["Striploin Steak"]],
    ["filet mignon", ["Tenderloin Steak"]],
    ["filets mignons", ["Tenderloin Steak"]],
    ["tbone", ["T-Bone Steak"]],
    ["stew", ["Stewing Beef"]],
    ["beef stews", ["Stewing Beef"]],
    ["hot pot", ["Shaved Beef"]],
    ["bone marrow", ["Marrow Bones"]],
    ["roast inside", ["Inside Round Roast"]],
    ["beef tri tip", ["Tri-Tip Roast"]],
    ["speciale", ["Entrec\u00f4te Sp\u00e9ciale"]],
  ])("for %j finds %j", async (typed, expected) => {
    const { names: found } = await search(typed);
    expect(found.slice(0, expected.length)).toEqual(expected);
    expect((await search(typed)).correctedTo).toBeUndefined();
  });

  it.each(["steaks", "roasts", "hamburger", "hamburgers", "burgers"])(
    "finds several products for %s",
    async (typed) => {
      const { names: found } = await search(typed);
      expect(found.length).toBeGreaterThanOrEqual(2);
    },
  );

  it("lists products whose name contains the text first, each group by name", async () => {
    const { names: found } = await search("ribs");
    expect(found.slice(0, 3)).toEqual([
      "Beef Back Ribs",
      "Beef Short Ribs",
      "Korean-Style Short Ribs",
    ]);
    expect(found).toContain("Prime Rib Roast");
    const inName = (name: string) => /entrec\u00f4te/i.test(name);
    expect((await search("entrec\u00f4te")).names.map(inName)).toEqual([true, false]);
    expect((await search("ENTRECOTE")).names).toHaveLength(2);
  });

  it.each([
    ["brisekt", "brisket"],
    ["tenderlion steak", "tenderloin steak"],
    ["tenderlio", "tenderloin"],
    ["tendrloi", "tenderloin"],
    ["oxtial", "oxtail"],
    ["picahna", "picanha"],
    ["stek", "steak"],
    ["ribbeye", "ribeye"],
    ["hamburgr", "hamburger"],
  ])("corrects the typo in %j", async (typed, correctedTo) => {
    const found = await search(typed);
    expect(found.correctedTo).toBe(correctedTo);
    expect(found.names.length).toBeGreaterThan(0);
    if (correctedTo) expect(found.names).toEqual((await search(correctedTo)).names);
  });

  it.each(["rbi", "chicken", "brsikte", "lobster tail", "wagyu", "zzzz", "a".repeat(100)])(
    "does not correct %j to another word",
    async (typed) => {
      expect(await search(typed)).toEqual({ names: [], correctedTo: undefined });
    },
  );

  it("counts all matches, though the dropdown shows five", async () => {
    const { products, total } = await searchProducts(other.db, "steaks");
    expect(products).toHaveLength(5);
    expect(total).toBe((await search("steaks")).names.length);
    expect(total).toBeGreaterThan(10);
  });
});
