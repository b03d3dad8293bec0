import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
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

/** A database that fails the test when it is asked anything. */
const untouchable = new Proxy({} as Database, {
  get() {
    throw new Error("The database was asked");
  },
});

describe("searchProducts", () => {
  it("answers the first five active matches by name, with id, name and category", async () => {
    const hits = await searchProducts(database.db, "ground");
    expect(names(hits)).toEqual(["Ground 01", "Ground 02", "Ground 03", "Ground 04", "Ground 05"]);
    for (const hit of hits) expect(Object.keys(hit).sort()).toEqual(["category", "id", "name"]);
    expect(hits[0]?.category).toBe("ground");
  });

  it.each(["UNDER", "under_SCORE", "score s", "  Under  "])(
    "matches %j anywhere, in any case",
    async (typed) => {
      expect(names(await searchProducts(database.db, typed))).toEqual(["Under_score Steak"]);
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
  ])("takes %j as it is typed", async (typed, name) => {
    expect(names(await searchProducts(database.db, typed))).toEqual([name]);
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
    expect(await searchProducts(database.db, typed)).toEqual([]);
  });

  it.each(["", " ", "\t \n", "\0"])("asks the database nothing for %j", async (typed) => {
    expect(await searchProducts(untouchable, typed)).toEqual([]);
    expect(await searchResults(untouchable, typed)).toEqual([]);
  });

  it("looks at the first 100 characters of a longer text", async () => {
    const name = `Long ${"x".repeat(95)} tail`;
    await insertProduct(database.db, { name });
    expect(names(await searchProducts(database.db, `${name.slice(0, 100)} nonsense`))).toEqual([
      name,
    ]);
    expect(await searchProducts(database.db, "y".repeat(10_000))).toEqual([]);
  });
});

describe("searchResults", () => {
  it("answers up to 48 active matches with the columns of a card", async () => {
    const rows = await searchResults(database.db, "ground");
    expect(rows).toHaveLength(48);
    expect(names(rows)).toEqual(names(rows).sort());
    expect(rows[0]?.name).toBe("Ground 01");
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      "category",
      "id",
      "imageUrl",
      "name",
      "pricePerLb",
    ]);
  });

  it("takes wildcards as they are", async () => {
    expect(names(await searchResults(database.db, "%"))).toEqual(["50% Lean Trim"]);
  });
});
